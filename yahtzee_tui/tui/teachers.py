"""Whoever knows best play, for each game that is played here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.settings import cache_folder

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.tui.teacher import Teacher


class Teachers:
    """Finds the teacher of a game, who is made when somebody first asks."""

    def __init__(self) -> None:
        """Know nobody yet."""
        self._found: dict[str, Teacher] = {}

    def find(self, ruleset: Ruleset) -> Teacher:
        """Return whoever knows best play of a game, or can work it out."""
        if ruleset.id not in self._found:
            from yahtzee_tui.tui.teacher import Teacher

            self._found[ruleset.id] = Teacher(ruleset, cache_folder())
        return self._found[ruleset.id]

    def stop(self) -> None:
        """Let nobody work best play out any more."""
        for teacher in self._found.values():
            teacher.cancel()
