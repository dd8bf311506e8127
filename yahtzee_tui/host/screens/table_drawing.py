"""The lines of shared tables in the lobby and in the waiting room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from yahtzee_tui.host.services.table_descriptions import (
    describe_details,
    describe_pace,
    describe_player,
    describe_seats,
    list_notes,
)
from yahtzee_tui.rules import name_rules
from yahtzee_tui.text import cell_width, pad
from yahtzee_tui.translation import _, pgettext
from yahtzee_tui.tui.themes import player_ink

if TYPE_CHECKING:
    from yahtzee_tui.host.lobby.models import FinishedGame, Seat, SharedTable

_KEY_WIDTH, _CODE_WIDTH = 3, 16
"""Columns before the labels of the other lines of the lobby, and before their notes."""


def draw_table(shared: SharedTable, who: str, columns: int) -> Content:
    """Return the two lines of a table in the list; of the first, names may be cut off."""
    turn = f" {_('YOUR TURN')} " if shared.is_turn_of(who) else ""
    return Content.assemble(
        (shared.code.ljust(_CODE_WIDTH), "bold"),
        (turn, "bold $on-rail on $rail"),
        " " if turn else "",
        describe_seats(shared),
        "\n" + " " * _KEY_WIDTH,
        (describe_details(shared, who, columns - _KEY_WIDTH), "$card-muted"),
    )


def draw_finished(game: FinishedGame) -> Content:
    """Return the line of a finished game in the list."""
    totals = ", ".join(f"{name} {total}" for name, total in game.totals)
    note = f"  {_('review it')} · {name_rules(game.rules)}"
    return Content.assemble(" " * _KEY_WIDTH, totals, (note, "$card-muted"))


def draw_seat(shared: SharedTable, seat: Seat, who: str) -> Content:
    """Return the line of a seat before the game, for the user with the id `who`."""
    label = (_pad_label(_name_seat(seat.number)), "$card-muted")
    if seat.is_free:
        is_led = shared.is_led_by(who)
        note = _("free; Enter adds a computer") if is_led else pgettext("seat", "free")
        return Content.assemble(label, (note, "$card-muted"))
    notes = list_notes(shared, seat, who)
    suffix = f"  {', '.join(notes)}" if notes else ""
    style = f"bold ${player_ink(seat.number)}"
    return Content.assemble(label, (describe_player(seat), style), (suffix, "$card-muted"))


def draw_begin(shared: SharedTable, refusal: str) -> Content:
    """Return the line that starts the game, or why it can't start yet."""
    possible = _("free seats stay empty") if shared.free else _("all seats are taken")
    return draw_line(_("Start"), refusal.rstrip(".") or possible, is_possible=not refusal)


def draw_line(label: str, note: str, is_possible: bool = True) -> Content:
    """Return a line of the waiting room that does something."""
    style = "bold" if is_possible else "$card-muted"
    return Content.assemble((_pad_label(label), style), (note, "$card-muted"))


def _name_seat(number: int) -> str:
    return _("Seat {number}", number=number + 1)


def _pad_label(label: str) -> str:
    """Return the label of a line of the waiting room as wide as that of every line."""
    labels = (_name_seat(0), _("Start"), _("Leave"), _("Close"))
    return pad(label, max(map(cell_width, labels)) + 2)


def draw_room_head(shared: SharedTable, width: int) -> Content:
    """Return the first line of the waiting room: the table and its options."""
    options = shared.options
    where = _("listed in the lobby") if options.is_open else _("join by code only")
    notes = [*filter(None, (name_rules(options.rules), describe_pace(options))), where]
    title = _("Table {code}", code=shared.code)
    if options.is_open and cell_width(f"{title}  {' · '.join(notes)}") > width:
        notes.pop()  # as most tables are listed
    return Content.assemble((title, "bold"), (f"  {' · '.join(notes)}", "$card-muted"))


def draw_code(code: str, is_large: bool) -> Content:
    """Return a code as a row of dice, or in one line."""
    if not is_large:
        return Content.styled(f" {' '.join(code)} ", "bold $die-pip on $die-face")
    rows = []
    for edge in ("▄", "", "▀"):
        tiles = [
            (edge * 5, "$die-face") if edge else (sign.center(5), "bold $die-pip on $die-face")
            for sign in code
        ]
        rows.append(Content(" ").join([Content.styled(*tile) for tile in tiles]))
    return Content("\n").join(rows)
