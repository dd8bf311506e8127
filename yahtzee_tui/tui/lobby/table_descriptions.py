"""Shared tables as text: players, state of the game, options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from yahtzee_tui.rules import RULESETS, name_rules
from yahtzee_tui.services.online_match import MIN_SEATS
from yahtzee_tui.store.lobby import RECONNECT_SECONDS, TableStatus, TimeoutPolicy
from yahtzee_tui.text import cell_width, pad
from yahtzee_tui.translation import N_, _, ngettext, pgettext
from yahtzee_tui.tui.themes import player_ink

if TYPE_CHECKING:
    from yahtzee_tui.store.lobby import FinishedGame, Seat, SharedTable, TableOptions


_KEY_WIDTH, _CODE_WIDTH = 3, 16
"""Columns before the labels of the other lines of the lobby, and before their notes."""

_PACES = {
    TimeoutPolicy.COMPUTER: N_(
        "Each turn may take {time}, or {away} if the player is away; then a computer plays the "
        "turn."
    ),
    TimeoutPolicy.SCORE: N_(
        "Each turn may take {time}, or {away} if the player is away; then the highest-scoring box "
        "is used."
    ),
}


def draw_table(shared: SharedTable, who: str, is_narrow: bool) -> Content:
    """Return the two lines of a table in the list; the parts that may be cut off come last."""
    turn = f" {_('YOUR TURN')} " if shared.is_turn_of(who) else ""
    return Content.assemble(
        (shared.code.ljust(_CODE_WIDTH), "bold"),
        (turn, "bold $on-rail on $rail"),
        " " if turn else "",
        describe_seats(shared),
        "\n" + " " * _KEY_WIDTH,
        (describe_details(shared, who, is_narrow), "$card-muted"),
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
    # Translators: notes behind the name of a player
    notes = [_("host")] if seat.who == shared.host else []
    notes += [pgettext("player", "you")] if seat.who == who else []
    notes += [_("away")] if seat.who not in (None, who, *shared.present) else []
    notes += [_("word: {word}", word=seat.word)] if seat.word else []
    suffix = f"  {', '.join(notes)}" if notes else ""
    style = f"bold ${player_ink(seat.number)}"
    return Content.assemble(label, (describe_player(seat), style), (suffix, "$card-muted"))


def draw_begin(shared: SharedTable, who: str) -> Content:
    """Return the line that starts the game, or the reason why it can't start yet."""
    host = shared.seat_of(shared.host)
    if not shared.is_led_by(who) and host is not None:
        note = _("{player} starts the game", player=host.name)
        return draw_line(_("Start"), note, is_possible=False)
    if not may_begin(shared):
        return draw_line(_("Start"), _("needs two players; computers count"), is_possible=False)
    return draw_line(
        _("Start"), _("free seats stay empty") if shared.free else _("all seats are taken")
    )


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


def may_begin(shared: SharedTable) -> bool:
    """Return whether enough seats are taken for a game."""
    return shared.options.seats - shared.free >= MIN_SEATS


def describe_seats(shared: SharedTable) -> str:
    """Return who sits at a table, such as `2 free · Ann, Expert (computer)`."""
    taken = [seat for seat in shared.seats if not seat.is_free]
    people = ", ".join(map(describe_player, taken))
    if shared.status is not TableStatus.WAITING or not shared.free:
        return people
    # Translators: how many seats of a table are free
    return f"{ngettext('{count} free', '{count} free', shared.free)} · {people}"


def describe_player(seat: Seat) -> str:
    """Return the name at a seat; computers are marked, whatever their name."""
    return _("{player} (computer)", player=seat.name) if seat.computer else seat.name


def describe_details(shared: SharedTable, who: str, is_narrow: bool) -> str:
    """Return everything else about a table in one line, the most important first."""
    waits = shared.is_turn_of(who)  # the first line says so
    sits = _("you have a seat") if shared.seat_of(who) is not None and not waits else ""
    # Translators: how many people watch a game
    watchers = ngettext("{count} watching", "{count} watching", len(shared.watchers))
    parts = (
        describe_stage(shared),
        describe_round(shared, is_narrow),
        sits,
        "" if shared.options.is_open else _("by code only"),
        watchers if shared.watchers else "",
        name_rules(shared.options.rules),
        describe_pace(shared.options),
    )
    return " · ".join(filter(None, parts))


def describe_stage(shared: SharedTable) -> str:
    """Return the state of a table, such as `Ann's turn`."""
    # Translators: what a table of players does
    if shared.status is TableStatus.WAITING:
        return pgettext("table", "waiting") if shared.free else _("ready to start")
    seat = shared.seat_at(shared.turn)
    if shared.status is TableStatus.PLAYING and seat is not None:
        return _("{player}'s turn", player=seat.name)
    return pgettext("game", "over")


def describe_round(shared: SharedTable, is_narrow: bool) -> str:
    """Return the round of a running game, such as `round 4 of 13`, or short `4/13`."""
    ruleset = RULESETS.get(shared.options.rules)
    if shared.status is not TableStatus.PLAYING or not shared.round or ruleset is None:
        return ""
    most = len(ruleset.boxes)
    if is_narrow:
        return f"{shared.round}/{most}"
    return _("round {round} of {rounds}", round=shared.round, rounds=most)


def describe_pace(options: TableOptions) -> str:
    """Return the time limit of a turn in a few words."""
    if not options.seconds:
        return _("no time limit")
    return _("{time} per turn", time=describe_time(options.seconds))


def describe_time(seconds: int) -> str:
    """Return seconds as text such as `60 s` or `2 min`."""
    if seconds % 60 == 0 and seconds > 60:
        return _("{minutes} min", minutes=seconds // 60)
    return _("{seconds} s", seconds=seconds)


def explain_pace(options: TableOptions) -> str:
    """Return the rule about time in full sentences."""
    if not options.seconds:
        return _("No time limit: the table waits for every player, even for weeks.")
    most, away = describe_time(options.seconds), describe_time(int(RECONNECT_SECONDS))
    return _(_PACES[options.on_timeout], time=most, away=away)


def describe_present(people: int) -> str:
    """Return how many of these people are connected, the reader among them."""
    if people < 2:
        return _("you're the only one here")
    return ngettext("{count} person is here", "{count} people are here", people)
