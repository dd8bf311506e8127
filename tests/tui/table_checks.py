"""Checks that a table's screen shows what the record of its game says."""

import re

from tests.tui.card_text import read_card
from yahtzee_tui.rules import Game, Held, History
from yahtzee_tui.rules.records import read_record, write_record
from yahtzee_tui.settings.options import DiceClick
from yahtzee_tui.translation import _
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.play_screen import TableScreen
from yahtzee_tui.tui.table.result import ResultScreen, rank_players

_MIN_WIDTH = 58
"""Columns of a card on the smallest screen: under what covers a smaller one it is cut off."""


def check_table(app: YahtzeeApp, ascii_only: bool = False) -> None:
    """Check that the newest table's record replays to what its screen shows, if it is there.

    In ASCII and in other languages than English what it shows isn't read.
    """
    table, saved_table = app.table, app.navigator.saved_table
    if table is None or saved_table is None or saved_table.is_stale:  # which goes on elsewhere
        return
    replayed = read_record(write_record(table.record)).replay()
    assert replayed.faults == ()
    assert replayed.history == table.history
    if ascii_only or _("Game over") != "Game over":
        return
    for screen in app.screen_stack:
        if isinstance(screen, TableScreen) and screen.table is table and screen.is_mounted:
            _check_dice(screen, replayed.history, screen.options.dice_click)
            _check_panel(screen, replayed.game)
            if screen.scorecard.size.width >= _MIN_WIDTH:
                _check_card(screen, replayed.history)
        elif isinstance(screen, ResultScreen) and screen.is_mounted:
            assert screen.poster.view.ranking == rank_players(replayed.game)


def _shown(history: History) -> Game:
    return history.before if history.posted else history.game


def _check_dice(screen: TableScreen, history: History, meaning: DiceClick | None) -> None:
    game, faces = history.game, _shown(history).faces
    picked: set[int] = set()
    if game.roll and game.rolls_left:
        picked = set(game.held)
        if meaning == "reroll":
            chose = any(isinstance(event, Held) for event in history.done)
            picked = set(range(game.ruleset.dice)) - picked if chose else set()
    tray = screen.tray
    assert {at for at, is_picked in enumerate(tray.view.picked) if is_picked} == picked
    if not screen.is_tumbling:
        shown = tuple(tray.faces)
        assert shown == (faces or (0,) * game.ruleset.dice), (shown, faces, history.events[-6:])
    if not tray.region or tray.moment is not None:
        return
    lines = [tray.render_line(y) for y in range(tray.size.height)]
    if tray.view.caption and not tray.tumbling:
        assert tray.view.caption[:12] in lines[-1].text, lines
        return
    for at in range(game.ruleset.dice):
        region = tray.region_of(at)
        word = lines[-1].crop(region.x, region.right).text.strip(" [━=▸◂")
        label = faces[at] if faces and tray.view.shows_faces else at + 1
        assert word.startswith(str(label)) or screen.is_tumbling or word == "keep", lines
        is_said = any(each in word for each in ("held", "roll"))
        assert is_said == (at in picked) or tray._colors, lines  # a color takes the place


def _check_panel(screen: TableScreen, game: Game) -> None:
    width = screen.header.size.width
    if width < _MIN_WIDTH:  # cut off under what covers it, or not laid out yet
        return
    header = screen.header.render_line(0).text
    assert f"{game.round}/" in header, (width, header)
    said = screen.turn_line.render_line(0).text
    if game.is_over:
        assert "Game over" in said
    else:
        assert game.player[:5] in said
        assert f"roll {game.roll}" in said or "●" * game.roll in said


def _check_card(screen: TableScreen, history: History) -> None:
    read, game, shown = read_card(screen.scorecard), history.game, _shown(history)
    if screen.table.setup.computer(shown.seat) and not game.is_over:  # no score to be moved
        shown = game
    potentials = {} if screen.is_tumbling else {p.box.id: p for p in shown.potentials}
    live = {box for box, seat in read.boxes if seat == shown.seat}
    if live or len(read.seats) == len(game.players):  # or else other players are looked at
        assert live == {box.id for box in game.ruleset.boxes}
    for (box_id, seat), said in read.boxes.items():
        points = game.cards[seat][box_id]
        offer = potentials.get(box_id) if seat == shown.seat else None
        if points is not None:
            counts_up = screen.scorecard._counting is not None
            assert said == str(points) or counts_up, (box_id, seat, said, points)
        elif offer is None:
            assert said == "·", (box_id, seat, said)
        elif said == "·":
            assert not offer.worth, (box_id, seat)
        else:
            number = "—" if offer.refusal else str(offer.points)
            # Behind what the box loses, with the coach, which a mark may follow without a space.
            written = re.split("[ ‹«]", said.rstrip("›»"))[-1]
            quiet = written == "·" and not offer.worth
            assert written == number or quiet, (box_id, seat, said, number)
    counts_up = screen.scorecard._counting is not None
    for seat in () if counts_up else read.seats:
        assert read.total("TOTAL", seat) == str(game.cards[seat].grand_total), seat
