"""Shared tables as text: players, state of the game, options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.host.lobby.models import TableStatus, TimeoutPolicy
from yahtzee_tui.host.lobby.presences import RECONNECT_SECONDS
from yahtzee_tui.rules import RULESETS, name_rules
from yahtzee_tui.text import cell_width
from yahtzee_tui.translation import N_, _, ngettext, pgettext

if TYPE_CHECKING:
    from yahtzee_tui.host.lobby.models import Seat, SharedTable, TableOptions


_SEPARATOR = " · "

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


def list_notes(shared: SharedTable, seat: Seat, who: str) -> list[str]:
    """Return what there is to say of the player at a seat, to the user with the id `who`."""
    # Translators: notes behind the name of a player
    notes = [_("host")] if seat.who == shared.host else []
    notes += [pgettext("player", "you")] if seat.who == who else []
    notes += [_("away")] if seat.who not in (None, who, *shared.present) else []
    notes += [_("word: {word}", word=seat.word)] if seat.word else []
    return notes


def describe_details(shared: SharedTable, who: str, columns: int | None = None) -> str:
    """Return everything else about a table in one line, the most important first.

    In less room the round is short, and what doesn't fit into so many columns is left out.
    """
    waits = shared.is_turn_of(who)  # the first line says so
    sits = _("you have a seat") if shared.seat_of(who) is not None and not waits else ""
    # Translators: how many people watch a game
    watchers = ngettext("{count} watching", "{count} watching", len(shared.watchers))
    rest = (
        sits,
        describe_pace(shared.options),
        name_rules(shared.options.rules),
        "" if shared.options.is_open else _("by code only"),
        _("bots may join") if shared.options.bots else "",
        watchers if shared.watchers else "",
    )
    stage, rounds = describe_stage(shared), describe_round(shared)
    parts = [*filter(None, (stage, rounds, *rest))]
    if columns is not None and cell_width(_SEPARATOR.join(parts)) > columns:
        parts = [*filter(None, (stage, describe_round(shared, is_short=True), *rest))]
        while len(parts) > 1 and cell_width(_SEPARATOR.join(parts)) > columns:
            parts.pop()
    return _SEPARATOR.join(parts)


def describe_stage(shared: SharedTable) -> str:
    """Return the state of a table, such as `Ann's turn`."""
    # Translators: what a table of players does
    if shared.status is TableStatus.WAITING:
        return pgettext("table", "waiting") if shared.free else _("ready to start")
    seat = shared.seat_at(shared.turn)
    if shared.status is TableStatus.PLAYING and seat is not None:
        return _("{player}'s turn", player=seat.name)
    return pgettext("game", "over")


def describe_round(shared: SharedTable, *, is_short: bool = False) -> str:
    """Return the round of a running game, such as `round 4 of 13`, or short `4/13`."""
    ruleset = RULESETS.get(shared.options.rules)
    if shared.status is not TableStatus.PLAYING or not shared.round or ruleset is None:
        return ""
    most = len(ruleset.boxes)
    if is_short:
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
