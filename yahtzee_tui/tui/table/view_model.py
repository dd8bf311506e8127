"""View models of the table's widgets: pure functions of the table and the options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.dice import SeededDice
from yahtzee_tui.services.coach import NO_HINTS, Hints
from yahtzee_tui.services.player_input import displayed_game, picked
from yahtzee_tui.settings import DiceClick, Options
from yahtzee_tui.table.daily import find_day
from yahtzee_tui.tui.table.widgets.dice_tray import DiceView
from yahtzee_tui.tui.table.widgets.scorecard_layout import CardView
from yahtzee_tui.tui.table.widgets.turn_panel import TurnView

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game
    from yahtzee_tui.table import Table

_SAME_DICE = SeededDice("", duplicate=True).source


def dice_view(table: Table, options: Options, hints: Hints = NO_HINTS) -> DiceView:
    """Return what the tray shows: the dice before the last posting until the next roll."""
    game, shown = table.game, displayed_game(table)
    chosen = set(picked(table, options)) if game.roll and game.rolls_left else set()
    mark = "HELD" if options.dice_click is DiceClick.HOLD else "ROLL"
    held = tuple(map(chosen.__contains__, range(game.ruleset.dice)))
    return DiceView(shown.faces, held, mark, not game.roll, hints.keep)


def turn_view(table: Table, options: Options, unsaved: bool = False) -> TurnView:
    """Return what the panel beside the dice shows."""
    game = table.game
    left, most = game.rolls_left, game.ruleset.rolls
    pips = "●" * game.roll + "○" * (most - game.roll)
    rolls = f"Roll {game.roll} of {most}  {pips}" if game.roll else f"{most} rolls  {pips}"
    button = "Roll"
    if game.roll:
        button = f"Roll · {left} left" if left else "Choose a box"
    picks_rerolls = options.dice_click is DiceClick.REROLL
    waits_for_pick = picks_rerolls and game.roll > 0 and not picked(table, options)
    return TurnView(
        round=game.round,
        rounds=game.rounds,
        game=_game_name(table),
        player="Game over" if game.is_over else f"{game.player} to play",
        rolls="" if game.is_over else rolls,
        standing=_standing(game),
        button="See the ranking" if game.is_over else button,
        unsaved=unsaved,
        can_press=game.is_over or (left > 0 and not waits_for_pick),
    )


def card_view(
    table: Table,
    cursor: str | None,
    found: tuple[str, ...] | None,
    tumbling: bool,
    hints: Hints = NO_HINTS,
) -> CardView:
    """Return what the card shows; no potential scores while dice are animated."""
    game, shown, posted = table.game, displayed_game(table), table.history.posted
    potentials = {} if tumbling else {p.box.id: p for p in shown.potentials}
    return CardView(
        cards=game.cards,
        players=game.players,
        live=shown.seat,
        turn=None if game.is_over else game.seat,
        potentials=potentials,
        cursor=None if tumbling or not shown.faces else cursor,
        posted=posted.box if posted else None,
        found=found,
        losses=hints.losses,
    )


def _game_name(table: Table) -> str:
    if find_day(table.setup) is not None:
        return "Dice of the day"
    same = table.setup.dice.startswith(_SAME_DICE)
    return f"{table.game.ruleset.name}{', same dice' if same else ''}"


def _standing(game: Game) -> str:
    if game.is_over:
        return ""
    if len(game.players) == 1:
        return f"Score {game.cards[0].grand_total}"
    first, second = game.ranking[0], game.ranking[1]
    lead = first.total - second.total
    if not lead:
        return f"Level at {first.total}" if first.total else ""
    return f"{game.players[first.seat]} leads by {lead}"
