"""How fast it is: scripts that measure. Run `python -m tests.benchmarks.NAME`."""
