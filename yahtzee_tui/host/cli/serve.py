"""`yahtzee-tui serve`: runs the SSH server, checks one, or prints its host key or example files."""

from __future__ import annotations

import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path
from socket import getfqdn
from typing import TYPE_CHECKING

from yahtzee_tui.cli.database import named_database
from yahtzee_tui.cli.output import align, show, show_errors, show_json
from yahtzee_tui.errors import UserError
from yahtzee_tui.host.ssh import ServerSettings, read_server_settings
from yahtzee_tui.host.ssh.addresses import split_public_name
from yahtzee_tui.host.ssh.config import read_example, read_folder, read_limit
from yahtzee_tui.settings import config_file, data_folder
from yahtzee_tui.settings.paths import find_login, rules_folder
from yahtzee_tui.text import capitalise, end_sentence
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from yahtzee_tui.host.ssh.server.health_check import HealthReport

_FILE, _FOLDER = "server.toml", "server"
_MISSING = N_(
    "Hosting needs asyncssh, which is not installed. To get it, run pip install '.[server]' in a "
    "clone of this program."
)
_NO_METRICS = N_(
    "[metrics] needs prometheus-client, which is not installed. To get it, run pip install "
    "'.[metrics]' in a clone of this program."
)
NO_HOSTING = N_("Games can't be hosted on this system. Host them on Linux; a container will do.")
"""What is said on Windows; on macOS too, which lacks the sockets between the server's processes."""

_UNHEALTHY = 1


def serve(args: Namespace) -> int:
    """Serve until a signal, check a server, or print its host key or an example file."""
    if args.json and not args.check:
        raise UserError(_("--json needs --check."))
    if args.example:
        show(read_example(args.example))
        return 0
    if sys.platform in ("win32", "darwin"):
        raise UserError(_(NO_HOSTING))
    if find_spec("asyncssh") is None:
        raise UserError(_(_MISSING))
    if not find_login():
        os.environ["LOGNAME"] = str(os.getuid())  # asyncssh needs a name, even if it is given one
    settings = find_settings(args)
    if args.fingerprint:
        from yahtzee_tui.host.ssh.server.host_key import describe_host_key, load_host_key

        key = load_host_key(Path(settings.state), settings.host_key)
        name, port = split_public_name(settings.public_name)
        name = name.rpartition("@")[2] or settings.host or getfqdn()
        show(describe_host_key(key, name, port or settings.port))
        return 0
    if args.check:
        return _check(settings, args.json)
    if settings.metrics.listen and find_spec("prometheus_client") is None:
        raise UserError(_(_NO_METRICS))
    if settings.database.startswith("postgresql") and find_spec("psycopg") is None:
        from yahtzee_tui.store.errors import NO_POSTGRES

        raise UserError(_(NO_POSTGRES))
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})  # until the server can handle it
    show_errors(*_check_rules(settings))
    from yahtzee_tui.host.ssh.server.server import serve as run_server

    run_server(settings, sys.stderr, read_settings=settings_reader(args))
    return 0


def _check(settings: ServerSettings, as_json: bool) -> int:
    """Print whether players can connect, and what a session of the server is refused."""
    from yahtzee_tui.host.ssh.server.health_check import check_server
    from yahtzee_tui.host.ssh.server.host_key import find_host_key
    from yahtzee_tui.host.ssh.worker.sandbox import describe_probe

    key = find_host_key(Path(settings.state), settings.host_key)
    checked = check_server(settings.host, settings.port, key)
    if as_json:
        show_json({**checked._asdict(), "sandbox": describe_probe(checked.refused or {})})
    else:
        show(f"{checked.sentence}\n{_describe_sandbox(checked)}")
    return 0 if checked.healthy else _UNHEALTHY


def _describe_sandbox(checked: HealthReport) -> str:
    from yahtzee_tui.host.lobby.roles import TOO_STRONG

    if checked.refused is None:
        sentence = _("The sandbox wasn't tried. That needs a running server and its host key.")
        return f"{sentence}\n"
    title = N_("Sandbox, tried in a session (Landlock: this kernel has none):")
    if checked.landlock:
        title = N_("Sandbox, tried in a session (Landlock: version {version}):")
    rows = (
        (f"  {name}", _("refused") if is_refused else _("POSSIBLE"))
        for name, is_refused in checked.refused.items()
    )
    advice = f"{_(TOO_STRONG, role=checked.role)}\n" if checked.role else ""
    return _(title, version=checked.landlock) + f"\n{align(rows)}{advice}"


def read_settings_file(args: Namespace) -> ServerSettings:
    """Return the settings in the file that is named, or in the usual one.

    Raises `UserError` if anything in it is wrong: the defaults admit everyone, and have no games.
    """
    named = getattr(args, "config", None)
    path = find_file(named)
    if named and not path.exists():
        raise UserError(_("{file} doesn't exist.", file=path))
    settings, faults = read_server_settings(path)
    if faults:
        raise UserError(" ".join(faults))
    return settings


def settings_reader(args: Namespace) -> Callable[[], ServerSettings]:
    """Return what reads the settings again, and raises a `UserError` if anything is wrong."""
    path = find_file(getattr(args, "config", None))
    existed = path.exists()

    def read() -> ServerSettings:
        if existed and not path.exists():
            raise UserError(_("{file} doesn't exist.", file=path))
        settings = find_settings(args)
        _check_rules(settings)  # the fork server logs what is wrong with the files
        return settings

    return read


def find_settings(args: Namespace) -> ServerSettings:
    """Return the file's settings, overridden by the command line; raises `UserError`."""
    settings = read_settings_file(args)
    names = ("host", "state", "user", "public_name", "rules_folder", "host_key")
    given = {name: getattr(args, name) for name in names}
    given["database"] = named_database(args)
    settings = settings._replace(**{name: word for name, word in given.items() if word})
    settings = settings._replace(
        state=settings.state or str(data_folder() / _FOLDER),
        rules_folder=settings.rules_folder or str(rules_folder()),
    )
    try:
        split_public_name(settings.public_name)
        read_folder("--rules-folder", args.rules_folder or "", [])
        if args.port is not None:
            settings = settings._replace(port=args.port)
        limits = {}
        for word in args.limit:
            name, _, number = word.partition("=")
            limits[name] = read_limit(name, _number(number))
    except ValueError as fault:
        raise UserError(end_sentence(capitalise(str(fault)))) from None
    return settings._replace(limits=settings.limits._replace(**limits))


def _check_rules(settings: ServerSettings) -> list[str]:
    """Return what is wrong with the rule files; raise a `UserError` for an unknown rule set."""
    from yahtzee_tui.rules import find_ruleset
    from yahtzee_tui.settings.rule_files import reload_rule_files

    errors = reload_rule_files(Path(settings.rules_folder))
    for rules in settings.rules:
        find_ruleset(rules)
    return [error.sentence for error in errors]


def find_file(named: str | None = None) -> Path:
    """Return the path of the server's settings file: the one that is named, or the usual one."""
    return Path(named) if named else config_file().with_name(_FILE)


def _number(word: str) -> int | str:
    return int(word) if word.isdecimal() and word.isascii() and len(word) < 20 else word
