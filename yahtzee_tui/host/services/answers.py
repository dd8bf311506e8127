"""Texts for remote players, who have no files here: records, secrets of days, answers in JSON."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.services.events import list_events, print_event
from yahtzee_tui.services.json_answers import (
    list_daily_games,
    list_ladder,
    list_scoreboards,
    pick,
    to_json,
)
from yahtzee_tui.services.ladder import format_ladder, review_ladder
from yahtzee_tui.services.reviews import review_briefly
from yahtzee_tui.services.value_tables import load_table
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table.config import format_moment
from yahtzee_tui.table.judged import describe_days, today
from yahtzee_tui.table.proof import Proof, check_dice
from yahtzee_tui.text import format_answer, format_error
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.host.lobby.host_store import HostStore, Lobby
    from yahtzee_tui.host.lobby.models import SharedTable
    from yahtzee_tui.host.services.visit import Visitor

_NO_TEXT = 2


def answer(visitor: Visitor, store: HostStore) -> int:
    """Write the text that a visitor requests, close the store, and return the exit code.

    It is 2 if there is no such text.
    """
    code = 0
    try:
        text = find_text(store, visitor.request, visitor.key, next(iter(visitor.rulesets)))
    except StoreProblem as problem:
        said, code = problem.sentence, _NO_TEXT
        text = format_error(said, None) if "--json" in visitor.request else f"{said}\n"
    store.close()
    with open(1, "w", encoding="utf-8", closefd=False) as output:
        output.write(text)
    return code


def find_text(
    store: HostStore, request: tuple[str, ...], key: str = "", rules: str = OFFICIAL.id
) -> str:
    """Return the text that a request asks for; raises `StoreProblem`.

    `record CODE` asks for the record of the newest game at a table: it has the hash of the secret
    that decides the dice from the start, and the secret once the game is over. Before the first
    game the answer is the hash alone. `daily` asks for the same of the days, and `event` for the
    events that the lobby shows, with what the player may see of their tables; `ladder` for the
    ladder of the rule set with the key `rules`. With `--json`, these, `scores` and `tables` ask for
    what the lobby shows the player with this key, or a guest without one.
    """
    match request:
        case ("ladder", "--json"):
            return format_answer(to_json(list_ladder(review_ladder(store, rules), rules)))
        case ("ladder",):
            return "".join(
                f"{each}\n" for each in format_ladder(review_ladder(store, rules), rules)
            )
        case (what, "--json"):
            return format_answer(to_json(_answer(store, what, key)))
        case ("record", code):
            return _find_record(store, code)
        case ("daily",):
            day = today()
            store.games.day_secret(day)
            return describe_days(store.games.day_secrets(), day)
    return _describe_events(store, key)


def _find_record(store: HostStore, code: str) -> str:
    tables = store.lobby.tables
    shared = tables.read(tables.find(code))
    if shared.game is not None:
        saved = store.games.read(shared.game)
        record, history = saved.load()
        checked = check_dice(record.setup, history.events)
        if checked.proof is Proof.WRONG:  # the server signs no such record
            raise StoreProblem(checked.sentence)
        return saved.text
    if not shared.hash:
        raise StoreProblem(_("The game at this table hasn't started."))
    return f"{shared.code} sha256:{shared.hash}\n"


def _answer(store: HostStore, what: str, key: str) -> dict[str, Any]:
    if what == "scores":
        return list_scoreboards(store.scores)
    name = _sign_in(store, key)
    if what == "tables":
        return list_tables(store.lobby, store.lobby.accounts.user_of(f"key:{key}") if key else "")
    if what == "event":
        return list_events(store.events.look(each, name) for each in store.events.list_shown())
    attempts = store.events.list_attempts(name)[::-1] if name else []
    day = today()
    store.games.day_secret(day)
    days = store.games.day_secrets()
    return list_daily_games(attempts, days, day, lambda each: load_table(each.game.ruleset).table)


def _sign_in(store: HostStore, key: str) -> str:
    """Return the name of the account of a key, whose owner the store gets; empty for a guest."""
    accounts = store.lobby.accounts
    who = accounts.user_of(f"key:{key}") if key else ""
    store.set_owner(who or "guest:")
    return (accounts.name_of(who) or "") if who else ""


def _describe_events(store: HostStore, key: str) -> str:
    name = _sign_in(store, key)
    said: list[str] = []
    for event in store.events.list_shown():
        review_briefly(store, partial(store.events.find_unreviewed, event))
        said += print_event(store.events.look(event, name))
    return "".join(f"{each}\n" for each in said or [_("There are no events.")])


def list_tables(lobby: Lobby, who: str = "") -> dict[str, Any]:
    """Return how many users are present, and the tables that the lobby shows a user, or a guest."""
    return {"present": lobby.count_present(), "tables": [*map(_table, lobby.tables.list_for(who))]}


def _table(shared: SharedTable) -> dict[str, Any]:
    on_turn = shared.seat_at(shared.turn)
    return pick(shared, "code rules=options.rules status=status.value") | {
        "seats": [
            None if seat.is_free else {"player": seat.name, "computer": seat.computer or None}
            for seat in shared.seats
        ],
        "listed": shared.options.is_open,
        "turn_seconds": shared.options.seconds or None,
        "round": shared.round or None,
        "turn": None if on_turn is None else on_turn.name,
        "watchers": len(shared.watchers),
        "changed": format_moment(shared.changed),
    }
