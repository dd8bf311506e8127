"""`yahtzee-tui event` and `yahtzee-tui host event`: events of a household, and of a server."""

from __future__ import annotations

import csv
import io
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.daily import write_picture
from yahtzee_tui.cli.database import open_store
from yahtzee_tui.cli.display import find_display
from yahtzee_tui.cli.output import show, show_json
from yahtzee_tui.cli.parser import span
from yahtzee_tui.cli.play import find_plain_notice, login_name, open_game
from yahtzee_tui.cli.progress import load_with_progress, review_pending
from yahtzee_tui.errors import UserError
from yahtzee_tui.plain.commands import agrees
from yahtzee_tui.rules import check_new_name, find_ruleset
from yahtzee_tui.services.events import (
    Parting,
    describe_dice,
    describe_state,
    find_partings,
    list_events,
    print_event,
    show_event,
)
from yahtzee_tui.store.errors import UnknownGame
from yahtzee_tui.store.events import IN_THE_PAST
from yahtzee_tui.text import escape_controls, join_words, quote
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.store import Store
    from yahtzee_tui.table.judged import JudgedEvent

ACTIONS = ("list", "new", "show", "play", "export", "delete")
_ONLY_NEW = {"from_": "--from", "to_": "--to", "every_": "--every", "bots": "--bots"}
_GAMES, _DAYS = 3, 7
_MOMENTS = ("%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d")
_ROW = ("event", "place", "player", "competes", "game", "total", "skill", "finished", "id")


def event(args: Namespace) -> int:
    """List the events of this computer, create, show, play, export or delete one."""
    player = check_new_name(args.player or login_name())
    if args.action == "play":
        return _play(args, player)
    if args.picture is not None:
        return _draw(args, player)
    with open_store(args) as store:
        return run(args, store, args.name, player, sees_all=False)


def _draw(args: Namespace, player: str) -> int:
    """Write the page of an event as a picture."""
    if args.action != "show" or args.name is None:
        raise UserError(_("To get a picture, use event show with a name."))

    def draw(store: Store) -> str:
        from yahtzee_tui.tui.picture import draw_event

        return draw_event(
            store.events.find(args.name).id, player, find_display(args).options, store
        )

    return write_picture(args, draw)


def run(
    args: Namespace, store: Store, name: str | None, player: str = "", *, sees_all: bool
) -> int:
    """Carry out an action with the events of a store; `sees_all` shows hidden results, too."""
    needs_name = args.action != "list"
    if needs_name is not (name is not None):
        needs = N_("{command} needs an argument; see {help}.")
        wrong = needs if needs_name else N_("{command} takes no argument; see {help}.")
        places = {"command": f"event {args.action}", "help": "yahtzee-tui event --help"}
        raise UserError(_(wrong, **places))
    given = [option for each, option in _ONLY_NEW.items() if getattr(args, each)]
    if args.action != "new" and given:
        raise UserError(_("Only event new takes {options}.", options=join_words(given)))
    if args.csv and args.action != "export":
        raise UserError(_("Only event export takes --csv."))
    if name is None:
        _list(args, store, player)
    elif args.action == "new":
        _create(args, store, name, player)
    elif args.action == "show":
        _show(args, store, name, player, sees_all)
    elif args.action == "export":
        _export(args, store, name)
    else:
        _delete(args, store, name)
    return 0


def _create(args: Namespace, store: Store, name: str, player: str) -> None:
    events, now = store.events, store.events.now()
    opens = _read_moment(args.from_, now) if args.from_ else now
    if opens < now - 60:
        raise UserError(_(IN_THE_PAST))
    closes = _read_moment(args.to_, opens) if args.to_ else opens + _DAYS * 86_400
    rules, games = find_ruleset(args.rules).key, args.games or _GAMES
    weekly = args.every_ == "week"
    event = events.create(name, rules, games, opens, closes, weekly, args.bots)
    line = events.line(event, player)
    if args.json:
        show_json(list_events([events.look(event, player)]))
        return
    said = f"{event.name}: {describe_state(line)}"
    show("".join(f"{each}\n" for each in (said, *describe_dice(line))))


def _read_moment(text: str, since: float) -> float:
    """Return seconds since 1970 from a local time, or from such as `2h` after `since`."""
    with suppress(UserError):
        return since + span(text)
    for form in _MOMENTS:
        try:
            return time.mktime(time.strptime(text, form))
        except (ValueError, OverflowError):
            continue
    raise UserError(_(
        "{word} is not a time. Write 2026-11-29T18:00, 2026-11-29, 2h, 3d or 1w, for example.",
        word=quote(text),
    ))  # fmt: skip


def _list(args: Namespace, store: Store, player: str) -> None:
    events = store.events
    if args.json:
        show_json(list_events(events.look(each, player) for each in events.list_all()))
        return
    lines = [events.line(each, player) for each in events.list_all()]
    text = "".join(
        f"{escape_controls(each.event.name)}: {describe_state(each)}\n" for each in lines
    )
    show(text or _("There are no events.") + "\n")


def _show(args: Namespace, store: Store, name: str, player: str, sees_all: bool) -> None:
    events = store.events
    event = events.find(name)
    _review(store, event)
    view, partings = events.look(event, player, sees_all), list[Parting]()
    if view.line.is_over and any(each.finished for each in view.table):
        values = load_with_progress(find_ruleset(event.rules)).table
        partings = find_partings(store, view.table, values)
    if args.json:
        answer = list_events([view])
        answer["events"][0]["partings"] = [each.to_json() for each in partings]
        show_json(answer)
        return
    show("".join(f"{each}\n" for each in print_event(view, partings, sees_all)))


def _review(store: Store, event: JudgedEvent) -> None:
    """Review the games of an event that have no review, for a few seconds at most."""
    if store.events.find_unreviewed(event):
        review_pending(store, lambda: store.events.find_unreviewed(event))


def _play(args: Namespace, player: str) -> int:
    find_plain_notice(args)  # no try is begun where nothing can be shown
    with open_store(args) as store:
        events = store.events
        opened = [each for each in events.list_shown() if each.is_open(events.now())]
        if args.name is not None:
            event = events.find_judged(args.name)
        elif len(opened) == 1:
            event = opened[0]
        else:
            raise UserError(_("Give the name of an event. See them with yahtzee-tui event list."))
        game = events.enter(event, player)
    return open_game(args, game=game)


def _export(args: Namespace, store: Store, name: str) -> None:
    """Print an event with all that is known of it; the secrets only once it is over."""
    event = store.events.find(name)
    _review(store, event)
    answer = show_event(store.events.look(event, sees_all=True))
    if args.csv:
        show(_format_rows(answer))
        return
    for each in answer["table"]:
        for at, result in enumerate(each["games"]):
            if result is not None:
                result["record"] = _read_record(store, result["game"], answer["secrets"], at)
    show_json({"events": [answer]})


def _read_record(
    store: Store, game: str | None, secrets: tuple[str, ...] | None, at: int
) -> str | None:
    """Return the record of a game as JSON Lines, with its secret if that is published."""
    from yahtzee_tui.rules.records import write_record

    try:
        record, _history = store.games.read(game or "").load()
    except UnknownGame:
        return None
    secret = secrets[at] if secrets is not None else ""
    return write_record(record._replace(setup=record.setup._replace(secret=secret)))


def _format_rows(answer: dict[str, Any]) -> str:
    """Return a row for each game of each player."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_ROW)
    for line in answer["table"]:
        for at, game in enumerate(line["games"], 1):
            if game is not None:
                given = (game[each] for each in ("total", "skill", "finished", "game"))
                who = (line["place"], line["player"], line["competes"])
                rows.writerow((answer["name"], *who, at, *given))
    return text.getvalue()


def _delete(args: Namespace, store: Store, name: str) -> None:
    events = store.events
    event = events.find(name)
    players = len(events.read_table(event, sees_all=True))
    if players and not args.yes and not _agrees(event, players):
        sentence = N_("{event} was not deleted. To delete it without a question, add --yes.")
        raise UserError(_(sentence, event=event.name))
    events.delete(event)
    if args.json:
        show_json(list_events(events.look(each) for each in events.list_all()))
    else:
        said = _("{event} was deleted. Its games and their results were kept.", event=event.name)
        show(f"{said}\n")


def _agrees(event: JudgedEvent, players: int) -> bool:
    if not sys.stdin.isatty():
        return False
    question = _(
        "Players have started games of {event}: {count}. Delete it? y or n: ",
        count=players, event=event.name,
    )  # fmt: skip
    show(question)
    return agrees(sys.stdin.readline().strip())
