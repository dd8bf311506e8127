"""`yahtzee-tui daily`: the same dice for everybody, one try a day, and how good it could be."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.cli.columns import align
from yahtzee_tui.cli.complaint import Complaint, refusals_as_complaints
from yahtzee_tui.cli.play import login_name, open_game
from yahtzee_tui.cli.shelf import open_shelf
from yahtzee_tui.cli.streams import show
from yahtzee_tui.rules import check_name
from yahtzee_tui.table import Invitation

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.rules import Game, Setup
    from yahtzee_tui.strategy.players import Player

_SEED = "daily "


class Try(NamedTuple):
    """What somebody made of a day's dice.

    Attributes:
        id: The id of the saved game.
        setup: What it started from.
        game: How far it has come.
    """

    id: str
    setup: Setup
    game: Game

    @property
    def day(self) -> str:
        """The day, as in `2026-11-21`."""
        return self.setup.dice.rpartition(" ")[2]


def daily(args: Namespace) -> int:
    """Play the dice of the day, go on with them, or tell how that went.

    Raises:
        Complaint: If the name is none, or there is no terminal.
    """
    with refusals_as_complaints():
        name = check_name(args.name or login_name())
    if args.list:
        return _list(args, name)
    today = time.strftime("%Y-%m-%d")
    found = _find(args, name, today)
    if found is None:
        open_game(args, Invitation((name,), seed=f"{_SEED}{today}"))
    elif not found.game.is_over:
        open_game(args, None, found.id)
    else:
        show(f"{name} has played the dice of {today} already.\n")
    if (found := _find(args, name, today)) is not None and found.game.is_over:
        show(_tell(found, _best_player(found.setup)))
    return 0


def _find(args: Namespace, name: str, day: str) -> Try | None:
    """Return the first try of a day, also one that was put away."""
    tries = _tries(args, name, day)
    return tries[-1] if tries else None


def _tries(args: Namespace, name: str, day: str = "") -> list[Try]:
    """Return somebody's tries of a day, or of all days, the newest first."""
    with open_shelf(args) as shelf:
        loaded = [(s.id, *s.load()) for s in shelf.games.with_dice(f"seed:{_SEED}{day}")]
    return [
        Try(game_id, record.setup, history.game)
        for game_id, record, history in loaded
        if [player.casefold() for player in record.setup.players] == [name.casefold()]
    ]


def _list(args: Namespace, name: str) -> int:
    tries = _tries(args, name)
    if not tries:
        raise Complaint(f"{name} has not played the dice of any day yet.")
    player = _best_player(tries[0].setup)
    rows = [("day", "total", "best play", "")]
    for each in sorted(tries, key=lambda each: each.day):
        total = str(each.game.cards[0].grand_total) if each.game.is_over else "unfinished"
        coach = "with the coach" if each.setup.coached else ""
        rows.append((each.day, total, str(_play_best(each.setup, player)), coach))
    show(align(rows, right=(1, 2)))
    return 0


def _tell(found: Try, player: Player) -> str:
    total, best = found.game.cards[0].grand_total, _play_best(found.setup, player)
    coach = ", with the coach" if found.setup.coached else ""
    return f"{found.day}: {total}{coach}. Best play scores {best}, not knowing the dice either.\n"


def _best_player(setup: Setup) -> Player:
    from yahtzee_tui.cli.solving import find_solved
    from yahtzee_tui.strategy.players import make_player

    ruleset = setup.start().ruleset
    return make_player("expert", ruleset, find_solved(ruleset).table)


def _play_best(setup: Setup, player: Player) -> int:
    """Return what best play scores with the same dice."""
    from yahtzee_tui.dice import find_dice
    from yahtzee_tui.strategy.players import play_alone

    return play_alone(player, setup.start(), find_dice(setup.dice)).cards[0].grand_total
