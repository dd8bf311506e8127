"""Shared tables as text: players, state of the game, options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.services.online_match import MIN_SEATS
from yahtzee_tui.store.lobby import RECONNECT_SECONDS, TableStatus, TimeoutPolicy

if TYPE_CHECKING:
    from yahtzee_tui.store.lobby import Seat, SharedTable, TableOptions


CODE_WIDTH = 14
"""Columns of a code and the gap behind it."""

_SEAT_WIDTH = 10


def draw_table(shared: SharedTable, who: str, is_narrow: bool = False) -> Content:
    """Return the two lines of a table in the list; the parts that may be cut off come last."""
    turn = " YOUR TURN " if shared.is_turn_of(who) else ""
    return Content.assemble(
        (shared.code.ljust(CODE_WIDTH), "bold"),
        (turn, "bold $on-primary on $primary"),
        " " if turn else "",
        describe_seats(shared),
        "\n" + " " * CODE_WIDTH,
        (describe_details(shared, who, is_narrow), "$card-muted"),
    )


def draw_seat(shared: SharedTable, seat: Seat, who: str) -> Content:
    """Return the line of a seat before the game, for the user with the id `who`."""
    label = (f"Seat {seat.number + 1}".ljust(_SEAT_WIDTH), "$card-muted")
    if seat.is_free:
        note = "free; Enter lets a computer play" if shared.is_led_by(who) else "free"
        return Content.assemble(label, (note, "$card-muted"))
    notes = ["laid the table"] if seat.who == shared.host else []
    notes += ["you"] if seat.who == who else []
    notes += ["away"] if seat.who not in (None, who, *shared.present) else []
    suffix = f"  {', '.join(notes)}" if notes else ""
    return Content.assemble(label, (describe_player(seat), "bold"), (suffix, "$card-muted"))


def draw_begin(shared: SharedTable, who: str) -> Content:
    """Return the line that starts the game, or the reason why it can't start yet."""
    host = shared.seat_of(shared.host)
    if not shared.is_led_by(who) and host is not None:
        style, note = "$card-muted", f"{host.name} begins the game"
    elif not may_begin(shared):
        style, note = "$card-muted", "as soon as somebody else sits here, or a computer"
    else:
        style = "bold"
        note = "the free seats are left out" if shared.free else "all seats are taken"
    return Content.assemble(("Begin".ljust(_SEAT_WIDTH), style), (note, "$card-muted"))


def may_begin(shared: SharedTable) -> bool:
    """Return whether enough seats are taken for a game."""
    return shared.options.seats - shared.free >= MIN_SEATS


def describe_seats(shared: SharedTable) -> str:
    """Return who sits at a table, such as `2 free · Ann, Expert (computer)`."""
    taken = [seat for seat in shared.seats if not seat.is_free]
    people = ", ".join(map(describe_player, taken))
    waits = shared.status is TableStatus.WAITING
    return f"{shared.free} free · {people}" if waits and shared.free else people


def describe_player(seat: Seat) -> str:
    """Return the name at a seat; computers are marked, whatever their name."""
    return f"{seat.name} (computer)" if seat.computer else seat.name


def describe_details(shared: SharedTable, who: str, is_narrow: bool = False) -> str:
    """Return everything else about a table in one line, the most important first."""
    waits = shared.is_turn_of(who)  # the first line says so
    sits = "you sit here" if shared.seat_of(who) is not None and not waits else ""
    watchers = f"{len(shared.watchers)} watching" if shared.watchers else ""
    parts = (
        describe_stage(shared),
        describe_round(shared, is_narrow),
        sits,
        describe_rules(shared.options),
        describe_pace(shared.options),
        watchers,
        "" if shared.options.is_open else "by its code only",
    )
    return " · ".join(filter(None, parts))


def describe_stage(shared: SharedTable) -> str:
    """Return the state of a table, such as `Ann to play`."""
    if shared.status is TableStatus.WAITING:
        return "waiting" if shared.free else "about to begin"
    seat = shared.seat_at(shared.turn)
    if shared.status is TableStatus.PLAYING and seat is not None:
        return f"{seat.name} to play"
    return "over"


def describe_round(shared: SharedTable, is_narrow: bool = False) -> str:
    """Return the round of a running game, such as `round 4 of 13`, or short `4/13`."""
    ruleset = RULESETS.get(shared.options.rules)
    if shared.status is not TableStatus.PLAYING or not shared.round or ruleset is None:
        return ""
    most = len(ruleset.boxes)
    return f"{shared.round}/{most}" if is_narrow else f"round {shared.round} of {most}"


def describe_rules(options: TableOptions) -> str:
    """Return the name of a table's rule set."""
    ruleset = RULESETS.get(options.rules)
    return options.rules if ruleset is None else ruleset.name


def describe_pace(options: TableOptions) -> str:
    """Return the time limit of a turn in a few words."""
    return f"{describe_time(options.seconds)} a turn" if options.seconds else "by day"


def describe_time(seconds: int) -> str:
    """Return seconds as text such as `60 s` or `2 min`."""
    return f"{seconds // 60} min" if seconds % 60 == 0 and seconds > 60 else f"{seconds} s"


def explain_pace(options: TableOptions) -> str:
    """Return the rule about time in full sentences."""
    if not options.seconds:
        return "By day: the table waits for everybody, for weeks if it must."
    by_computer = options.on_timeout is TimeoutPolicy.COMPUTER
    what = "a computer plays it" if by_computer else "the best box is scored"
    most, grace = describe_time(options.seconds), describe_time(int(RECONNECT_SECONDS))
    return f"A turn takes at most {most}, or {grace} for somebody who is away; then {what}."


def describe_present(people: int) -> str:
    """Return how many of these people are connected, the reader among them."""
    return "nobody else is here" if people < 2 else f"{people} people are here"
