"""How fast it is: scripts that run the program on a terminal, and measurements of the rules.

Run `python -m tests.benchmarks.startup`, `python -m tests.benchmarks.latency`,
`python -m tests.benchmarks.scores`, `python -m tests.benchmarks.solving` and
`pytest tests/benchmarks --benchmark-enable --benchmark-only`.
"""
