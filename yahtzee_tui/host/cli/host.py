"""`yahtzee-tui host`: who plays on a server, and what its host does about them."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.cli.database import named_database
from yahtzee_tui.cli.output import align, show, show_json
from yahtzee_tui.errors import UserError
from yahtzee_tui.host.cli.serve import read_settings_file
from yahtzee_tui.host.lobby.bans import read_network
from yahtzee_tui.host.lobby.presences import LOBBY_HEARTBEAT_SECONDS
from yahtzee_tui.host.ssh.config import MAX_DRAIN_SECONDS, is_fingerprint, read_subject
from yahtzee_tui.host.ssh.figures import BY_REASON, TIMES, add_up, find_percentile
from yahtzee_tui.rules import find_ruleset
from yahtzee_tui.services.json_answers import list_ladder, pick, to_json
from yahtzee_tui.settings import data_folder
from yahtzee_tui.text import escape_controls, join_words, quote
from yahtzee_tui.translation import N_, _, ngettext, pgettext

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping, Sequence

    from yahtzee_tui.host.lobby.host_store import HostStore, Lobby
    from yahtzee_tui.host.lobby.presences import PresentUser
    from yahtzee_tui.host.lobby.servers import Server

_SHORT = 8
"""The digits of a session's id that are shown."""

_PERCENTILES = (50, 95, 99)
_MEGABYTE = 1_000_000
_DRAIN_SECONDS = 1800.0
_SOON = f"{LOBBY_HEARTBEAT_SECONDS:.0f}"
"""The seconds until a session ends."""


def host(args: Namespace) -> int:
    """Show or change who plays on a server, or tell its players something."""
    action = _ACTIONS[args.action]
    places = {"command": f"host {args.action}", "help": "yahtzee-tui host --help"}
    for option, name in _OPTIONS.items():
        if getattr(args, name) and option not in action.options:
            raise UserError(
                _("{command} doesn't take {option}; see {help}.", option=option, **places)
            )
    if action.takes_what not in (None, args.what is not None):
        needs = N_("{command} needs an argument; see {help}.")
        wrong = needs if args.what is None else N_("{command} takes no argument; see {help}.")
        raise UserError(_(wrong, **places))
    if action.act is None:
        return _event(args)
    with closing(_open_store(args)) as store:
        answer, text = action.act(store, args)
    if args.json:
        show_json(answer)
    else:
        show(text)
    return 0


def _event(args: Namespace) -> int:
    """Carry out an action with the events of a server; its host sees all results."""
    from yahtzee_tui.cli.event import ACTIONS, run

    args.action = args.what or "list"
    if args.action not in ACTIONS or args.action == "play":
        choices = join_words((each for each in ACTIONS if each != "play"), "or")
        sentence = N_("{word} is not an action of host event. Write {choices}.")
        raise UserError(_(sentence, word=quote(args.action), choices=choices))
    with closing(_open_store(args)) as store:
        return run(args, store, args.name, sees_all=True)


def _open_store(args: Namespace) -> HostStore:
    from yahtzee_tui.host.lobby.host_store import HostStore

    store = HostStore(find_server_database(args), check=False, repairs=False)
    if not store.may_hold_games:
        raise UserError(_(
            "No games of a server were found. Give the server's --state folder or its --database.",
        ))  # fmt: skip
    return store


def find_server_database(args: Namespace) -> str:
    """Return the path or URL of a server's database, from the command line or its settings."""
    settings = read_settings_file(args)
    state = args.state or settings.state or str(data_folder() / "server")
    kept = "" if args.state else settings.listen_database or settings.database
    return named_database(args) or kept or str(Path(state) / "games" / "games.sqlite")


def _who(store: HostStore, _args: Namespace) -> tuple[dict[str, Any], str]:
    users, bans = store.lobby.list_present(), store.lobby.bans.list_all()
    servers, their_lines = _describe_servers(store.lobby.servers.list_running())
    answer = {
        "sessions": [
            pick(user, "session who name address since@ table") | {"who": _describe_user(user)}
            for user in users
        ],
        "bans": bans,
        "servers": servers,
    }
    rows = [
        (
            user.session[:_SHORT],
            user.name,
            _describe_user(user),
            user.address or "",
            user.table or "",
            "" if user.since is None else _("since {time}", time=_format_time(user.since)),
        )
        for user in users
    ]
    text = align(rows) or _("No players are connected.") + "\n"
    text += align(
        (
            _("banned: {subject}", subject=ban.subject.removeprefix("key:")),
            ban.name,
            _("since {time}", time=_format_time(ban.since)),
            "" if ban.until is None else _("until {time}", time=_format_time(ban.until)),
            ban.reason,
        )
        for ban in bans
    )
    return answer, text + their_lines


def _describe_servers(running: list[Server]) -> tuple[list[dict[str, Any]], str]:
    """Return the running servers for programs and for people, who read of keys that differ."""
    keys = {(each.public_name, each.key) for each in running if each.public_name}
    counts = Counter(name for name, _key in keys)
    answer = [
        pick(each, "server=id name version public_name key started@ drain_until@")
        | {"keys_differ": counts[each.public_name] > 1}
        for each in running
    ]
    rows = [
        (
            _("server {name}", name=each.name),
            each.id,
            each.version,
            each.public_name,
            each.key,
            _("since {time}", time=_format_time(each.started))
            if each.drain_until is None
            else _("until {time}", time=_format_time(each.drain_until)),
        )
        for each in running
    ]
    text, differ = align(rows), N_("Servers of {name} have different host keys: {servers}.")
    for name in sorted(name for name, count in counts.items() if count > 1):
        servers = join_words(each.name for each in running if each.public_name == name)
        text += f"{escape_controls(_(differ, name=name, servers=servers))}\n"
    return answer, text


def _tables(store: HostStore, _args: Namespace) -> tuple[dict[str, Any], str]:
    from yahtzee_tui.host.services.answers import list_tables

    answer, free = list_tables(store.lobby), pgettext("seat", "free")
    # Translators: what a table of players does
    stages = {"waiting": pgettext("table", "waiting"), "playing": pgettext("table", "playing")}
    stages["over"] = pgettext("game", "over")
    rows = [
        (
            table["code"],
            table["rules"],
            stages.get(table["status"], table["status"]),
            ", ".join(seat["player"] if seat else free for seat in table["seats"]),
        )
        for table in answer["tables"]
    ]
    return answer, align(rows) or _("The lobby lists no tables.") + "\n"


def _ladder(store: HostStore, args: Namespace) -> tuple[dict[str, Any], str]:
    """Return the ladder with what only the host sees."""
    from yahtzee_tui.cli.scores import find_ladder
    from yahtzee_tui.services.ladder import format_ladder

    rules = find_ruleset(args.rules).key
    rungs = find_ladder(store, rules)
    answer = list_ladder(rungs, rules)
    for line, rung in zip(answer["ladder"], rungs, strict=True):
        line["near_best"] = rung.is_near_best
    marks = [f" · {_('nearly best play')}" if each.is_near_best else "" for each in rungs]
    lines = zip_longest(format_ladder(rungs, rules), ["", *marks], fillvalue="")
    return answer, "".join(f"{line}{mark}\n" for line, mark in lines)


def _describe_user(user: PresentUser) -> str:
    """Return the fingerprint of a user's key, or `guest`, whose id is a secret word."""
    return user.who.removeprefix("key:") if user.who.startswith("key:") else _("guest")


def _end(store: HostStore, args: Namespace) -> tuple[dict[str, Any], str]:
    user = _find_session(store.lobby.list_present(), args.what)
    store.lobby.bans.end(user.session)
    said = _("{player}'s session ends within {seconds} seconds.", player=user.name, seconds=_SOON)
    return {"session": user.session}, f"{said}\n"


def _close(store: HostStore, args: Namespace) -> tuple[dict[str, Any], str]:
    code = store.lobby.tables.close_as_server(args.what)
    return {"table": code}, _("{table} is closed.", table=code) + "\n"


def _ban(store: HostStore, args: Namespace) -> tuple[dict[str, Any], str]:
    subjects, accounts = _find_subjects(store.lobby, args.what), store.lobby.accounts
    names = [accounts.name_of(accounts.user_of(subject)) for subject in subjects]
    name = next(filter(None, names), "" if _find_subject(args.what) else args.what)
    ban = store.lobby.bans.ban
    bans = [ban(subject, args.duration, name, args.why) for subject in subjects]
    listed = join_words(subject.removeprefix("key:") for subject in subjects)
    places = {"subjects": listed, "seconds": _SOON}
    if bans[0].until is None:
        said = ngettext(
            "{subjects} is banned; its sessions end within {seconds} seconds.",
            "{subjects} are banned; their sessions end within {seconds} seconds.", len(bans),
            **places,
        )  # fmt: skip
    else:
        said = ngettext(
            "{subjects} is banned until {time}; its sessions end within {seconds} seconds.",
            "{subjects} are banned until {time}; their sessions end within {seconds} seconds.",
            len(bans), time=_format_time(bans[0].until), **places,
        )  # fmt: skip
    return to_json(bans[0]) | {"bans": bans}, f"{said}\n"


def _unban(store: HostStore, args: Namespace) -> tuple[dict[str, Any], str]:
    bans, text = store.lobby.bans, args.what
    subject = _find_subject(text) or store.lobby.accounts.find(text)
    lifted = [
        ban
        for ban in bans.list_all()
        if ban.subject == subject or ban.name.casefold() == text.casefold() != ""
    ]
    if not lifted:
        sentence = N_("{subject} isn't banned with host ban. See the bans with host who.")
        raise UserError(_(sentence, subject=text))
    for ban in lifted:
        bans.lift(ban.subject)
    said = _("{subject} can play again.", subject=text)
    return {"subject": lifted[0].subject, "bans": lifted}, f"{said}\n"


def _bot(store: HostStore, args: Namespace) -> tuple[dict[str, Any], str]:
    name = store.lobby.accounts.set_bot(args.what, args.owner, is_bot=not args.off)
    said = N_("{name} is a bot's account.")
    if args.off:
        said = N_("{name} is the account of a person.")
    return {"name": name, "bot": not args.off}, _(said, name=name) + "\n"


def _say(store: HostStore, args: Namespace) -> tuple[dict[str, Any], str]:
    store.lobby.servers.say(args.what)
    said = _("All players will see this within {seconds} seconds.", seconds=_SOON)
    return {"text": args.what}, f"{said}\n"


def _drain(store: HostStore, args: Namespace) -> tuple[dict[str, Any], str]:
    seconds = args.duration or _DRAIN_SECONDS
    if seconds > MAX_DRAIN_SECONDS:
        raise UserError(_("A drain can last 24 hours at most."))
    host = _find_server(store.lobby.servers.list_running(), args.what)
    until = store.lobby.servers.drain(host.id, time.time() + seconds, args.message)
    sentence = N_("{name} no longer accepts players and ends its last sessions at {time}.")
    said = _(sentence, name=host.name, time=_format_time(until))
    return pick(host._replace(drain_until=until), "server=id name until=drain_until@"), f"{said}\n"


def _stats(store: HostStore, _args: Namespace) -> tuple[dict[str, Any], str]:
    """Return the figures of each server and their sum, and the same in words."""
    running, (started, finished) = store.lobby.servers.list_running(), store.lobby.count_games()
    servers, texts = [], []
    for host in running:
        figures, memory = _sum_figures([host.figures]), host.figures.get("session_memory_bytes")
        about = pick(host, "name process version started@ drain_until@")
        servers.append(about | {"session_memory_bytes": memory, "figures": figures})
        title = _(
            "{server}, process {process}, version {version}, up {time}",
            server=host.name, process=host.process, version=host.version,
            time=_format_duration(time.time() - host.started),
        )  # fmt: skip
        size = "–" if memory is None else _("{size} MB", size=f"{memory / _MEGABYTE:.1f}")
        row = (_("memory of a session (median PSS)"), size)
        texts.append(_format_figures(escape_controls(title), figures, row))
    total = _sum_figures([host.figures for host in running])
    games = {"started": started, "finished": finished}
    texts.append(_format_figures(_("All servers"), total))
    texts.append(_("Games today (UTC): {started} started, {finished} finished", **games) + "\n")
    return {"servers": servers, "all": total, "games": games}, "\n".join(texts)


def _sum_figures(figures: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the sum of figures, with percentiles of times."""
    total = add_up(figures)
    for name in TIMES:
        counts, found = total[name], {}
        for percent in _PERCENTILES:
            seconds = find_percentile(counts, percent / 100)
            found[f"p{percent}"] = None if seconds is None else round(seconds, 5)
        total[name] = {"count": sum(counts), **found}
    for name in BY_REASON:
        total[name] = {why: number for why, number in sorted(total[name].items()) if number}
    return total


def _format_figures(title: str, figures: Mapping[str, Any], *more: tuple[str, str]) -> str:
    sessions = _(
        "{sessions}: {at_tables} at tables ({watching} watching), {in_lobby} in the lobby",
        sessions=figures["sessions"], at_tables=figures["sessions_at_tables"],
        watching=figures["sessions_watching"], in_lobby=figures["sessions_in_lobby"],
    )  # fmt: skip
    restarts = _(
        "fork server {fork_server}, listener {listener}",
        fork_server=figures["fork_server_restarts"], listener=figures["listener_restarts"],
    )  # fmt: skip
    rows = [
        (_("sessions"), sessions),
        (_("key to output, 5 minutes"), _format_times(figures["key_seconds"])),
        (_("time of a save, 5 minutes"), _format_times(figures["save_seconds"])),
        *more,
        (_("refused"), _format_reasons(figures["refusals"])),
        (_("dropped"), _format_reasons(figures["drops"])),
        (_("ended"), _format_reasons(figures["session_ends"])),
        (_("log lines lost"), str(figures["log_lines_lost"])),
        (_("restarts"), restarts),
    ]
    return f"{title}\n" + align((f"  {label}", value) for label, value in rows)


def _format_times(times: Mapping[str, Any]) -> str:
    if not times["count"]:
        return "–"
    found = {f"p{percent}": f"{1000 * times[f'p{percent}']:.1f}" for percent in _PERCENTILES}
    return _("p50 {p50} ms, p95 {p95} ms, p99 {p99} ms", **found)


def _format_reasons(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{why} {number}" for why, number in numbers.items()) or "–"


def _format_duration(seconds: float) -> str:
    minutes = max(0, round(seconds / 60))
    days, hours = divmod(minutes // 60, 24)
    return f"{days} d {hours} h" if days else f"{hours} h {minutes % 60} min"


def _migrate(store: HostStore, _args: Namespace) -> tuple[dict[str, Any], str]:
    """Make or convert the tables as their owner, and let the plain roles use them."""
    from yahtzee_tui.host.lobby.roles import grant

    roles = store.part(grant)
    said = _("The database's tables fit this version.")
    if roles:
        names = join_words(roles)
        said = _("The database's tables fit this version, and {roles} can use them.", roles=names)
    return {"roles": roles}, f"{said}\n"


class _Action(NamedTuple):
    """An action, and what it takes besides its name."""

    act: Callable[[HostStore, Namespace], tuple[dict[str, Any], str]] | None  # None for `_event`
    options: tuple[str, ...] = ()
    takes_what: bool | None = True  # None: it may be left out


_OPTIONS = {
    "NAME": "name", "--for": "duration", "--message": "message", "--why": "why",
    "--owner": "owner", "--off": "off", "--games": "games", "--from": "from_", "--to": "to_",
    "--every": "every_", "--bots": "bots", "--csv": "csv", "--yes": "yes",
}  # fmt: skip
"""What only some actions take, and the names of these arguments."""

_ACTIONS = {
    "who": _Action(_who, takes_what=False),
    "tables": _Action(_tables, takes_what=False),
    "stats": _Action(_stats, takes_what=False),
    "ladder": _Action(_ladder, takes_what=False),
    "end": _Action(_end),
    "close": _Action(_close),
    "ban": _Action(_ban, ("--for", "--why")),
    "unban": _Action(_unban),
    "migrate": _Action(_migrate, takes_what=False),
    "bot": _Action(_bot, ("--owner", "--off")),
    "say": _Action(_say),
    "drain": _Action(_drain, ("--for", "--message"), takes_what=None),
    "event": _Action(
        None,
        ("NAME", "--games", "--from", "--to", "--every", "--bots", "--csv", "--yes"),
        takes_what=None,
    ),
}


def _find_server(running: list[Server], what: str | None) -> Server:
    """Return the server with a name or id, or the only one."""
    found = [host for host in running if what in (None, host.name, host.id)]
    if not running:
        raise UserError(_("No server is running with these games."))
    if len(found) != 1:
        names = join_words(f"{host.name} ({host.id})" for host in running)
        raise UserError(_("Name one server by its name or id: {names}.", names=names))
    return found[0]


def _find_session(users: list[PresentUser], beginning: str) -> PresentUser:
    found = [user for user in users if user.session.startswith(beginning)]
    if len(found) != 1:
        why = N_("More than one session starts with {word}. See the sessions with host who.")
        if not found:
            why = N_("No session starts with {word}. See the sessions with host who.")
        raise UserError(_(why, word=quote(beginning)))
    return found[0]


def _find_subject(text: str) -> str:
    """Return the subject of a ban that a text is, empty if it is no fingerprint or network."""
    subject = read_subject(text)
    return f"key:{subject}" if is_fingerprint(subject) else subject


def _find_subjects(lobby: Lobby, text: str) -> list[str]:
    """Return what to ban: a key, a network, or the key and the networks of a player by name."""
    if subject := _find_subject(text):
        return [subject]
    found = [user for user in lobby.list_present() if user.name.casefold() == text.casefold()]
    whos = {user.who for user in found} | {lobby.accounts.find(text)} - {""}
    if len(whos) > 1:
        sentence = N_(
            "More than one player is called {name}. Give a key or a network: see host who."
        )
        raise UserError(_(sentence, name=quote(text)))
    keys = {who for who in whos if who.startswith("key:")}
    networks = {network for user in found if (network := read_network(user.address or ""))}
    if not whos or not keys | networks:
        raise UserError(_(
            "{word} is not a key fingerprint, such as SHA256:…, a network, such as 10.1.2.0/24, or "
            "the name of a player here.", word=quote(text),
        ))  # fmt: skip
    return [*sorted(keys), *sorted(networks)]


def _format_time(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))
