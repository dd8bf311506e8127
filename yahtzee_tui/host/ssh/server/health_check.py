"""The health check: logs in as a guest and waits for the game's first screen."""

from __future__ import annotations

import asyncio
import json
import re
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import asyncssh

from yahtzee_tui.host.ssh.config import CLOSED
from yahtzee_tui.host.ssh.requests import CHECK
from yahtzee_tui.host.ssh.server.connection_options import OWN_CLIENT
from yahtzee_tui.host.ssh.server.session_end import REFUSALS
from yahtzee_tui.text import format_number
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

_TIMEOUT, _TRY_SECONDS = 15, 10.0
_ENGLISH = {"LC_MESSAGES": "en"}
"""The language of an answer, so that it can be recognized and then translated for the host."""

_ALTERNATE_SCREEN = b"\x1b[?1049h"
"""The first that the game sends: it switches to the alternate screen."""

_SEQUENCE = re.compile(r"\x1b\[[0-9;?<>=]*[A-Za-z]")


class HealthReport(NamedTuple):
    """The outcome of a health check."""

    healthy: bool  # whether the server works
    sentence: str  # the outcome for people
    seconds: float | None = None  # from connecting to the game's first screen
    landlock: int | None = None  # version of the server's Landlock, 0 for none; None: not tried
    refused: dict[str, bool] | None = None  # whether a session was refused what it tried, by name
    role: str = ""  # the database's role of the sessions, if it may do more than they need


class _Client(asyncssh.SSHClient):
    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: object
    ) -> list[str]:
        return []


def check_server(host: str, port: int, key: asyncssh.SSHKey | None = None) -> HealthReport:
    """Log in to a host (empty: this machine) as a guest, and leave at the game's first screen.

    With the server's host key, let another session try its sandbox from inside.
    """
    try:
        return asyncio.run(_check(host or "localhost", port, key))
    except TimeoutError:
        sentence = ngettext(
            "The server didn't show a game within {count} second.",
            "The server didn't show a game within {count} seconds.",
            _TIMEOUT,
        )
        return HealthReport(False, sentence)
    except (OSError, asyncssh.Error) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        sentence = _("The server can't be reached: {why}.", why=_sanitize(why))
        return HealthReport(False, sentence)


def _connect(
    host: str, port: int, key: asyncssh.SSHKey | None = None
) -> AbstractAsyncContextManager[asyncssh.SSHClientConnection]:
    """Log in as a guest, or as the host of the server, who has its key and knows it by that."""
    return asyncssh.connect(
        host,
        port,
        known_hosts=None if key is None else ([key.convert_to_public()], [], []),
        client_keys=None if key is None else [key],
        client_factory=_Client,
        **OWN_CLIENT,
    )


async def _check(host: str, port: int, key: asyncssh.SSHKey | None) -> HealthReport:
    started = time.monotonic()
    async with asyncio.timeout(_TIMEOUT), _connect(host, port) as connection:
        process = await connection.create_process(
            term_type="xterm", term_size=(80, 24), encoding=None, env=_ENGLISH
        )
        seen = b""
        while _ALTERNATE_SCREEN not in seen:
            data = await process.stdout.read(4096)
            if not data:
                return _report_refusal(seen.decode("utf-8", "replace"))
            seen += data
    seconds = round(time.monotonic() - started, 3)
    ok = N_("OK: players can connect; the game appeared after {seconds} seconds.")
    report = HealthReport(True, _(ok, seconds=format_number(seconds, 2)), seconds)
    return report if key is None else await _try_sandbox(report, host, port, key)


async def _try_sandbox(
    report: HealthReport, host: str, port: int, key: asyncssh.SSHKey
) -> HealthReport:
    """Add what a session was refused; a server that doesn't answer that works all the same."""
    with suppress(OSError, ValueError, asyncssh.Error):  # another server, or one that is full
        async with asyncio.timeout(_TRY_SECONDS), _connect(host, port, key) as connection:
            answer = json.loads(str((await connection.run(*CHECK)).stdout))
            if closed := answer.pop("closed", None):
                report = report._replace(healthy=False, sentence=_(CLOSED, **closed))
            return report._replace(**answer)
    return report


def _report_refusal(output: str) -> HealthReport:
    answer = _sanitize(output.strip())
    # A server that refuses clients because it is full works.
    is_full = answer in (REFUSALS["full"], REFUSALS["sessions"])
    if not answer:
        return HealthReport(False, _("The server gave no answer."))
    return HealthReport(is_full, _("The server answered: {sentence}", sentence=_(answer)))


def _sanitize(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in _SEQUENCE.sub("", text))[:200]
