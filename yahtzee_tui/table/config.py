"""How a table is set up: by a configuration, or from a recorded turn or a position."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from yahtzee_tui.dice import (
    DUPLICATE,
    CommittedDice,
    Dice,
    RealDice,
    SeededDice,
    SystemDice,
    draw_secret,
    find_dice,
    is_commitment,
)
from yahtzee_tui.rules import (
    BUILT_IN,
    OFFICIAL,
    History,
    Malformed,
    Scored,
    Setup,
    check_name,
    check_new_name,
    check_players,
    free_name,
    resolve_ruleset,
)
from yahtzee_tui.rules.record import REAL
from yahtzee_tui.table.table import Table
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.rules import Position, Record


LONGEST_SEED = 64


def format_moment(seconds: float | None = None) -> str:
    """Return a time in seconds since 1970, or now, as UTC, such as `2026-11-21T20:15:00Z`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


@dataclass(frozen=True, slots=True)
class TableConfig:
    """What a table is created from."""

    players: tuple[str, ...]  # names in seating order
    rules: str = OFFICIAL.id  # the id or key of the rule set
    first: str | None = None  # the name of the player who begins, None to draw
    seed: str | None = None  # None for a secret that is drawn, and published at the end
    duplicate: bool = False  # the same dice for all players
    games: int = 0  # how many games were played with this configuration before
    computers: tuple[str, ...] = ()  # each seat's bot; as in `Setup`
    # What decides the dice if it was drawn before: of a day on a host, with the day as the seed, or
    # of a game at a shared table, whose hash the players saw before they added their words.
    secret: str = ""
    words: tuple[str, ...] = ()  # as in `Setup`
    definition: str = ""  # of a rule set that isn't registered here; as in `Setup`
    is_real: bool = False  # whether the players roll the dice on their own table

    def next_game(self) -> TableConfig:
        if self.secret:
            return replace(self, seed=None, secret="", words=())
        return replace(self, games=self.games + 1)

    @classmethod
    def from_setup(cls, setup: Setup) -> TableConfig:
        dice = find_dice(setup.dice)
        if not isinstance(dice, SeededDice):
            same = is_commitment(setup.dice) and setup.dice.startswith(DUPLICATE)
            return cls(
                setup.players, setup.rules, duplicate=same, computers=setup.computers,
                definition=setup.definition, is_real=setup.dice == REAL,
            )  # fmt: skip
        seed, _mark, count = dice.seed.rpartition("#")
        if not seed or not count.isdecimal() or len(count) > 6:
            seed, count = dice.seed, "1"
        games = max(1, int(count)) - 1
        return cls(
            setup.players, setup.rules, None, seed, dice.duplicate, games, setup.computers,
            definition=setup.definition,
        )  # fmt: skip

    def with_computer(self, rank: str, name: str) -> TableConfig:
        """Return the configuration with one more seat, for a bot; a taken name gets a number."""
        computers = self.computers or ("",) * len(self.players)
        players = (*self.players, free_name(name, self.players))
        return replace(self, players=players, computers=(*computers, rank))

    def create_table(self, began: str = "") -> Table:
        """Return a new table, or raise `Malformed` if the configuration is invalid.

        `began` is the time for the record; see `format_moment`.
        """
        is_new = not self.games and not self.secret  # others have names that were checked before
        check = check_new_name if is_new else partial(check_name, is_old=True)
        players = tuple(map(check, self.players))
        check_players(players)
        rules, definition = self._define()
        dice = self._dice()
        first = dice.draw(len(players)) if self.first is None else self._seat(players, self.first)
        setup = Setup(
            rules, players, first, dice.source, began, self.computers, definition=definition,
            words=self.words,
        )  # fmt: skip
        return Table(setup, dice)

    def _define(self) -> tuple[str, str]:
        """Return the key and the definition of the rule set for the setup."""
        if self.rules in BUILT_IN:
            return self.rules, ""
        from yahtzee_tui.rules.definition import define  # few games need it

        return define(resolve_ruleset(self.rules, self.definition))

    def _seat(self, players: tuple[str, ...], name: str) -> int:
        folded = [player.casefold() for player in players]
        # In the same Unicode form as the players' names, so that equal text matches.
        name = check_name(name, is_old=True)
        if name.casefold() not in folded:
            sentence = _("{player} can't go first: no player has that name.", player=name)
            raise Malformed("bad_first", sentence)
        return folded.index(name.casefold())

    def _dice(self) -> Dice:
        if self.is_real and any(self.computers):
            sentence = _("Computer players can't roll dice on your table.")
            raise Malformed("real_computers", sentence)
        if self.is_real:
            return RealDice()
        if self.seed is None or self.secret:
            label = self.seed or (DUPLICATE if self.duplicate else "")
            return CommittedDice(self.secret or draw_secret(), label, self.words)
        seed = self.seed.strip()  # spaces at its ends would not survive the text form
        if not seed.isprintable() or not 1 <= len(seed) <= LONGEST_SEED:
            sentence = _("A seed is 1 to {most} printable characters.", most=LONGEST_SEED)
            raise Malformed("bad_seed", sentence)
        # The next game of the same people gets new dice, and so on in the same order each time.
        dice = SeededDice(f"{seed}#{self.games + 1}" if self.games else seed, self.duplicate)
        if is_commitment(dice.source):
            raise Malformed("bad_seed", _("A seed can't look like the hash of a secret."))
        return dice


def has_same_dice(setup: Setup) -> bool:
    """Return whether the dice of a recorded game can be rolled again."""
    return not isinstance(find_dice(setup.dice, setup.secret, setup.words), SystemDice)


def branch_off(record: Record, turn: int, same_dice: bool) -> Table:
    """Return a table at the start of a turn of a recorded game, by its number from 0.

    The same dice fall as in the game, as `has_same_dice` must allow, or else new ones. No turn
    before it can be undone.
    """
    setup = record.setup
    dice = find_dice(setup.dice, setup.secret, setup.words) if same_dice else SystemDice()
    # Dice whose secret is published could not be rolled at a table.
    setup = setup._replace(dice=dice.source, secret="", began="", coached=())
    history, scored = History(setup.start()), 0
    for event in record.events:
        if scored == turn:
            break
        history = history.play_unchecked(event)
        scored += isinstance(event, Scored)
    table = Table(setup, dice, history)
    table.undo_floor = len(history.events)
    return table


def play_on(position: Position, config: TableConfig) -> Table:
    """Return a table of one player in a position, with the dice of a configuration.

    Its record has no card to begin with, so it can be neither replayed nor reviewed.
    """
    table = config.create_table()
    table.history = History(position.game(*table.setup.players))
    table.game = table.history.game
    return table
