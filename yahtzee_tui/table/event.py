"""Events: some games, the same dice for all players, and one try each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.dice import CommittedDice
from yahtzee_tui.settings import apply_manners
from yahtzee_tui.table.config import TableConfig

if TYPE_CHECKING:
    from yahtzee_tui.rules import Setup
    from yahtzee_tui.settings import Options
    from yahtzee_tui.table.table import Table

_LABEL = "event "
_EVENT = re.compile(rf"{_LABEL}([0-9a-f]{{12}})\.([0-9]{{1,4}}):sha256:[0-9a-f]{{64}}")


class JudgedEvent(NamedTuple):
    """An event: its games may be played from `opens` to `closes`, in seconds since 1970."""

    id: str
    name: str
    rules: str  # the key of the rule set
    secrets: tuple[str, ...]  # of each game; published once it has closed
    opens: float
    closes: float
    series: str  # the id of the first one of a weekly series, else its own
    number: int  # in the series, from 1
    is_weekly: bool  # whether another one follows a week later
    bots: bool = False  # whether accounts of bots may play, too

    @property
    def games(self) -> int:
        return len(self.secrets)

    @property
    def hashes(self) -> tuple[str, ...]:
        """The hash of each secret, which is known before the start."""
        return tuple(CommittedDice(secret).hash for secret in self.secrets)

    def is_open(self, now: float) -> bool:
        return self.opens <= now < self.closes

    def configure(self, number: int, name: str) -> TableConfig:
        """Return the configuration of a player's game, `number` from 1."""
        label = f"{_LABEL}{self.id}.{number}"
        return TableConfig((name,), self.rules, seed=label, secret=self.secrets[number - 1])


def find_event(setup: Setup) -> tuple[str, int] | None:
    """Return the id of the event of a game and its number there, None if it is another game."""
    found = _EVENT.fullmatch(setup.dice)
    return (found[1], int(found[2])) if found is not None else None


def find_options(options: Options, table: Table) -> Options:
    """Return a player's options at a table: in an event, which judges decisions, without coach."""
    options = apply_manners(options, table.game.ruleset)
    return options if find_event(table.setup) is None else options._replace(coach="off")
