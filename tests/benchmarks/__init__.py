"""How fast it is: scripts that run the program on a terminal, and measurements of the rules.

Run `python -m tests.benchmarks.NAME`, where NAME is startup, latency, bytes, scores, solving, loop,
lobby or other_solver, and `pytest tests/benchmarks -n 0 --benchmark-enable --benchmark-only`.
"""
