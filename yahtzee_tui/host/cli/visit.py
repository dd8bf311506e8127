"""`yahtzee-tui visit`: plays one session; OpenSSH runs it as a forced command."""

from __future__ import annotations

import base64
import hashlib
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from yahtzee_tui.cli.database import find_database, named_database
from yahtzee_tui.cli.output import ANSWERS_IN_JSON, show_errors
from yahtzee_tui.errors import UserError
from yahtzee_tui.host.cli.serve import NO_HOSTING, find_file
from yahtzee_tui.settings import apply_language, cache_folder, data_folder, find_language
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping

    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.services.visit import Visitor
    from yahtzee_tui.host.ssh import ServerSettings

_LOG_FILE = "visits.log"
_LARGEST_LOG, _LARGEST_PIECE = 1 << 20, 1000
_LARGEST_AUTH_INFO = 65_536
_CRASHED = 70
_IN_ORDER = (0, 2, 129, 130, 143)
"""The exit codes after which the terminal is restored: also of SIGHUP, SIGINT and SIGTERM.

2 is that of a request for a text that there isn't.
"""


def visit(args: Namespace) -> int:
    """Play the session of an SSH client; raises `UserError` for a refused one."""
    if sys.platform == "win32":
        raise UserError(_(NO_HOSTING))
    from yahtzee_tui.host.services.visit import RemovedByHost, Visitor
    from yahtzee_tui.host.ssh import read_server_settings
    from yahtzee_tui.host.ssh.config import is_denied
    from yahtzee_tui.host.ssh.requests import wants_text
    from yahtzee_tui.host.ssh.server.session_end import EXIT_MESSAGES, REFUSALS, ExitReason
    from yahtzee_tui.host.ssh.server.terminal import needs_ascii

    apply_language("en", os.environ)  # faults are for the log, not for the player
    settings, faults = read_server_settings(find_file())
    for fault in faults:
        _log("settings", fault)
    if settings.rules_folder:
        from yahtzee_tui.settings.rule_files import register_rule_files

        for error in register_rule_files(Path(settings.rules_folder)):
            _log("settings", error.sentence)
    ascii_only = needs_ascii(os.environ)
    os.environ["LC_ALL"] = find_language("auto", os.environ, settings.language)
    destination = find_destination(os.environ, settings.public_name)
    request = read_request(destination, answers_json=settings.json)
    if faults:  # the defaults admit everyone
        raise UserError(_(REFUSALS["settings"]), "settings")
    visitor = Visitor(
        find_key(os.environ),
        request=request,
        address=find_address(os.environ),
        destination=destination,
        ascii_only=ascii_only,
        rules=settings.rules,
    )
    if visitor.address and is_denied(settings.deny, visitor.key, visitor.address):
        _log("refused", "banned")
        raise UserError(_(REFUSALS["banned"]), "banned")
    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.ssh.worker.session_process import run_visit

    is_ours = not named_database(args)
    store = HostStore(find_database(args), keep_days=settings.keep_days, makes_folder=is_ours)
    try:
        code = run_visit(visitor, store) if wants_text(request) else _play(visitor, store, settings)
    except RemovedByHost as removal:
        _log("session-end", removal.why)
        raise UserError(_(EXIT_MESSAGES[ExitReason(removal.why)])) from None
    if code in _IN_ORDER:
        return code
    show_errors(_(EXIT_MESSAGES[ExitReason.CRASHED]))
    return _CRASHED


def read_request(destination: str, *, answers_json: bool) -> tuple[str, ...]:
    """Return what the client asks for, in lines without a capable terminal; raises `UserError`."""
    from yahtzee_tui.host.ssh.requests import (
        PLAIN,
        parse_request,
        wants_json,
        wants_lines,
        wants_text,
    )
    from yahtzee_tui.host.ssh.server.session_end import REFUSALS, explain_refusal
    from yahtzee_tui.host.ssh.server.terminal import is_capable

    asked = os.environ.get("SSH_ORIGINAL_COMMAND", "")
    ANSWERS_IN_JSON.set(wants_json(asked))
    apply_language("en" if wants_json(asked) else "auto", os.environ)
    request = parse_request(asked) if asked else ()
    if wants_json(asked) and not answers_json:
        raise UserError(REFUSALS["json"], "json")
    if request is None:
        sentences = explain_refusal("request", _, destination, wants_json(asked)).splitlines()
        show_errors(*sentences[:-1])
        raise UserError(sentences[-1], "request")
    has_screen = os.isatty(0) and is_capable(os.environ.get("TERM", ""))
    if has_screen or wants_text(request) or wants_lines(request):
        return request
    return (PLAIN, *request)


def find_address(environment: Mapping[str, str]) -> str:
    """Return the client's IP address, which sshd names first in SSH_CONNECTION, or ""."""
    from yahtzee_tui.host.ssh.addresses import parse_address

    with suppress(ValueError):
        return str(parse_address(environment.get("SSH_CONNECTION", "").partition(" ")[0]))
    return ""


def find_destination(environment: Mapping[str, str], public_name: str) -> str:
    """Return the arguments with which ssh reaches this account; sshd sets SSH_CONNECTION."""
    from yahtzee_tui.host.ssh.addresses import format_destination
    from yahtzee_tui.settings.paths import find_login

    match environment.get("SSH_CONNECTION", "").split():
        case [client, _, address, port] if port.isdecimal():
            return format_destination(public_name, address, int(port), client, find_login())
    return format_destination(public_name, "", 22, "", find_login())


def find_key(environment: Mapping[str, str]) -> str:
    """Return the fingerprint of the key that the client authenticated with, or "" without one.

    With `ExposeAuthInfo yes`, sshd names a file in SSH_USER_AUTH that lists the authentication
    methods that succeeded (sshd_config(5)); the fingerprint is written as ssh-keygen does.
    """
    try:
        with Path(environment["SSH_USER_AUTH"]).open(encoding="ascii") as file:
            words = map(str.split, file.read(_LARGEST_AUTH_INFO).splitlines())
        key = next(line[2] for line in words if line[:1] == ["publickey"] and len(line) > 2)
        blob = base64.b64decode(key, validate=True)
    except (KeyError, OSError, ValueError, StopIteration):
        return ""
    digest = base64.b64encode(hashlib.sha256(blob).digest()).decode("ascii")
    return f"SHA256:{digest.rstrip('=')}"


def _play(visitor: Visitor, store: HostStore, settings: ServerSettings) -> int:
    """Run the game and return its exit code; log what it writes, and its exceptions."""
    import termios
    from io import StringIO
    from traceback import print_exc

    from yahtzee_tui.host.ssh.server.terminal import RESTORE
    from yahtzee_tui.host.ssh.worker.sandbox import enter_sandbox, find_needs

    modes = termios.tcgetattr(0) if os.isatty(0) else None
    signal.signal(signal.SIGXCPU, _end)
    limits = settings.limits
    needs = find_needs(store.address, cache_folder(), data_folder())
    memory = limits.memory_megabytes << 20
    enter_sandbox(memory, limits.processor_seconds, limits.processes, needs)
    sys.stdout = sys.stderr = said = StringIO()
    from yahtzee_tui.host.services.visit import RemovedByHost
    from yahtzee_tui.host.ssh.worker.session_process import run_visit

    try:
        code = run_visit(visitor, store)
    except RemovedByHost:
        raise
    except (Exception, SystemExit):  # nothing else restores the terminal then
        print_exc()
        if modes is not None:
            os.write(1, RESTORE.encode("ascii"))
            termios.tcsetattr(0, termios.TCSADRAIN, modes)
        code = _CRASHED
    finally:
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    text = said.getvalue()
    for at in range(0, len(text), _LARGEST_PIECE):
        _log("game", text[at : at + _LARGEST_PIECE])
    return code


def _end(*_: object) -> NoReturn:
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)  # it comes again with every second
    raise SystemExit("The game used up its processor time.")


def _log(event: str, text: str) -> None:
    """Append a line to the log of the user that OpenSSH runs the game as, if possible."""
    from yahtzee_tui.host.ssh.server.audit_log import AuditLog

    path = data_folder() / _LOG_FILE
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > _LARGEST_LOG:
            path.replace(path.with_suffix(".old"))
        with path.open("a", encoding="ascii") as log:
            AuditLog(log, _LARGEST_LOG).write(event, text=text)
