"""Fixtures of the tests of the commands of hosting: those of all commands."""

from tests.cli.conftest import _on_a_fast_machine, ask, clock, database, file, screen, terminal

__all__ = ["_on_a_fast_machine", "ask", "clock", "database", "file", "screen", "terminal"]
