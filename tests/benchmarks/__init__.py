"""How fast it is: scripts that run the program on a terminal, and measurements of the rules.

Run `python -m tests.benchmarks.NAME`, where NAME is any module here that says so, and
`pytest tests/benchmarks -n 0 --benchmark-enable --benchmark-only`.
"""
