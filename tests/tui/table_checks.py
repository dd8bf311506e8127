"""Checks that a table's screen shows what the record of its game says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.tui.card_text import read_card
from yahtzee_tui.rules import Held
from yahtzee_tui.rules.records import read_record, write_record
from yahtzee_tui.settings import DiceClick
from yahtzee_tui.tui.table.play_screen import TableScreen
from yahtzee_tui.tui.table.result import ResultScreen, ranking_table
from yahtzee_tui.tui.table.widgets.die import Die
from yahtzee_tui.tui.table.widgets.scorecard_layout import card_rows
from yahtzee_tui.tui.table.widgets.turn_panel import TurnLines

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, History
    from yahtzee_tui.tui.app import YahtzeeApp

_MIN_WIDTH = 58
"""Columns of a card on the smallest screen: under what covers a smaller one it is cut off."""


def check_table(app: YahtzeeApp) -> None:
    """Check that the newest table's record replays to what its screen shows, if it is there."""
    table, saved_table = app.table, app.navigator.saved_table
    if table is None or saved_table is None or saved_table.is_stale:  # which goes on elsewhere
        return
    replayed = read_record(write_record(table.record)).replay()
    assert replayed is not None
    assert replayed.faults == ()
    assert replayed.history == table.history
    for screen in app.screen_stack:
        if isinstance(screen, TableScreen) and screen.table is table and screen.is_mounted:
            _check_dice(screen, replayed.history, app.options.dice_click)
            _check_panel(screen, replayed.game)
            if screen.scorecard.size.width >= _MIN_WIDTH:
                _check_card(screen, replayed.history)
        elif isinstance(screen, ResultScreen) and screen.is_mounted:
            ranking = screen.query_one("#ranking").render()
            assert str(ranking) == str(ranking_table(replayed.game))


def _shown(history: History) -> Game:
    return history.before if history.posted else history.game


def _check_dice(screen: TableScreen, history: History, meaning: DiceClick) -> None:
    game, faces = history.game, _shown(history).faces
    picked: set[int] = set()
    if game.roll and game.rolls_left:
        picked = set(game.held)
        if meaning is DiceClick.REROLL:
            chose = any(isinstance(event, Held) for event in history.done)
            picked = set(range(game.ruleset.dice)) - picked if chose else set()
    dice = list(screen.query(Die))
    assert {die.position for die in dice if die.held} == picked
    assert {die.position for die in dice if die.mark in ("HELD", "ROLL")} == picked
    if not screen.is_tumbling:
        shown = tuple(die.face for die in dice)
        assert shown == (faces or (0,) * game.ruleset.dice), (shown, faces, history.events[-6:])
    for die in dice:
        if die.size.height:
            drawn = [die.render_line(y).text for y in range(die.size.height)]
            digits = [line for line in drawn[:-1] if str(die.face) in line]
            assert len(digits) == (1 if die.face else 0), drawn
            assert drawn[-1].split() == [str(die.position + 1), *die.mark.split()]


def _check_panel(screen: TableScreen, game: Game) -> None:
    said = str(screen.query_one(TurnLines).render())
    assert f"{game.round}" in said.splitlines()[0]
    if game.is_over:
        assert "Game over" in said
    else:
        assert f"{game.player} to play" in said
        assert f"Roll {game.roll} of" in said or not game.roll


def _check_card(screen: TableScreen, history: History) -> None:
    read, game, shown = read_card(screen.scorecard), history.game, _shown(history)
    potentials = {} if screen.is_tumbling else {p.box.id: p for p in shown.potentials}
    live = {box for box, seat in read.boxes if seat == shown.seat}
    if live or len(read.seats) == len(game.players):  # or else other players are looked at
        assert live == {box.id for box in game.ruleset.boxes}
    for (box_id, seat), said in read.boxes.items():
        points = game.cards[seat][box_id]
        offer = potentials.get(box_id) if seat == shown.seat else None
        if points is not None:
            assert said == str(points), (box_id, seat)
        elif offer is None:
            assert said == "·", (box_id, seat)
        else:
            number = "—" if offer.refusal else str(offer.points)
            assert said.strip("‹›«»") == number, (box_id, seat)
    rows = [row for half in card_rows(game.ruleset) for row in half if row.box is None]
    totals = {name: row.total for row in rows for name in (row.label, row.short)}
    assert len(read.totals) >= len([row for row in rows if row.label])
    for (label, seat), said in read.totals.items():
        assert said == totals[label](game.cards[seat]), (label, seat)
