"""`yahtzee-tui serve`: people play here over SSH."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.cli.database import DATABASE_VARIABLE
from yahtzee_tui.cli.errors import Complaint
from yahtzee_tui.cli.output import complain, show
from yahtzee_tui.ssh import ServerError, ServerSettings, read_server_settings
from yahtzee_tui.ssh.config import read_limit, read_port
from yahtzee_tui.ssh.examples import EXAMPLES, read_example
from yahtzee_tui.text import capitalise

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

_FILE, _FOLDER = "server.toml", "server"
_MISSING = "The server needs asyncssh: pip install 'yahtzee-tui[server]' brings it."
_WRONG = 1


def serve(args: Namespace) -> int:
    """Serve until a signal says to stop; or help whoever is going to.

    Raises:
        Complaint: If the server can't be started.
    """
    if args.example:
        if args.example not in EXAMPLES:
            raise Complaint(f"--print writes out {', '.join(EXAMPLES)}.")
        show(read_example(args.example))
        return 0
    if find_spec("asyncssh") is None:
        raise Complaint(_MISSING)
    settings = find_settings(args)
    if args.check:
        return _check(settings)
    from yahtzee_tui.ssh.server.server import serve as run_server

    try:
        run_server(settings, sys.stderr)
    except ServerError as problem:
        raise Complaint(problem.sentence) from None
    return 0


def find_settings(args: Namespace) -> ServerSettings:
    """Return how the server is run: the file says so, and the command line has the last word.

    Raises:
        Complaint: If the command line makes no sense, or the file that it names isn't there.
    """
    from yahtzee_tui.settings import data_folder

    named = getattr(args, "config", None)
    path = Path(named) if named else find_file()
    if named and not path.exists():
        raise Complaint(f"There is no file {path}.")
    settings, faults = read_server_settings(path)
    complain(*faults)
    database = getattr(args, "database", "") or os.environ.get(DATABASE_VARIABLE, "")
    said = {"host": args.host, "state": args.state, "user": args.user, "database": database}
    settings = settings._replace(**{name: word for name, word in said.items() if word})
    if not settings.state:
        settings = settings._replace(state=str(data_folder() / _FOLDER))
    try:
        if args.port is not None:
            settings = settings._replace(port=read_port(_number(args.port)))
        limits = settings.limits._replace(**dict(_read_limits(args.limit)))
    except ValueError as fault:
        raise Complaint(f"{capitalise(str(fault))}.") from None
    return settings._replace(limits=limits)


def find_file() -> Path:
    """Return where the file of settings is, if there is one."""
    from yahtzee_tui.settings import config_file

    return config_file().with_name(_FILE)


def _read_limits(words: Iterable[str]) -> Iterable[tuple[str, int]]:
    for word in words:
        name, _, number = word.partition("=")
        yield name, read_limit(name, _number(number))


def _number(word: str) -> int | str:
    return int(word) if word.isdecimal() and word.isascii() and len(word) < 20 else word


def _check(settings: ServerSettings) -> int:
    from yahtzee_tui.ssh.server.health_check import check_server

    checked = check_server(settings.host, settings.port)
    show(f"{checked.sentence}\n")
    return 0 if checked.is_healthy else _WRONG
