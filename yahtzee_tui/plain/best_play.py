"""Best play of the games that somebody asks about, worked out when that is first so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.settings import cache_folder

if TYPE_CHECKING:
    from yahtzee_tui.plain.talk import Talk
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import Table as Values


class BestPlay:
    """Knows best play of each game from the first question about it on."""

    def __init__(self, talk: Talk) -> None:
        """Know nothing yet.

        Args:
            talk: Is told when something takes a while.
        """
        self._talk = talk
        self._values: dict[str, Values] = {}
        self._told = ""

    def find(self, ruleset: Ruleset) -> Values:
        """Return best play of a game, which takes some seconds where nobody has asked before.

        Raises:
            Unsolvable: If it can't be worked out.
        """
        if ruleset.id not in self._values:
            from yahtzee_tui.strategy import find_table

            found = find_table(ruleset, cache_folder(), lambda _: self._tell(ruleset))
            self._values[ruleset.id] = found.table
        return self._values[ruleset.id]

    def _tell(self, ruleset: Ruleset) -> None:
        if self._told != ruleset.id:
            self._told = ruleset.id
            self._talk.say(f"Best play of {ruleset.name} is worked out, which takes some seconds.")
