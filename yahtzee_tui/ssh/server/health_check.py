"""The health check: logs in as a guest and waits for the game's first screen."""

from __future__ import annotations

import asyncio
import re
import time
from typing import NamedTuple

import asyncssh

from yahtzee_tui.ssh.server.exit_reasons import REFUSALS

_TIMEOUT = 15.0
_ALTERNATE_SCREEN = b"\x1b[?1049h"
"""The first that the game sends: it switches to the alternate screen."""

_SEQUENCE = re.compile(r"\x1b\[[0-9;?<>=]*[A-Za-z]")


class HealthReport(NamedTuple):
    """The outcome of a health check."""

    healthy: bool  # whether the server works
    sentence: str  # the outcome for people
    seconds: float | None = None  # from connecting to the game's first screen


class _Client(asyncssh.SSHClient):
    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: object
    ) -> list[str]:
        return []


def check_server(host: str, port: int) -> HealthReport:
    """Log in to a host (empty: this machine) as a guest, and leave at the game's first screen."""
    try:
        return asyncio.run(asyncio.wait_for(_check(host or "localhost", port), _TIMEOUT))
    except TimeoutError:
        return HealthReport(
            False, (f"The server didn't show a game within {_TIMEOUT:.0f} seconds.")
        )
    except (OSError, asyncssh.Error) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return HealthReport(False, f"The server can't be reached: {_sanitize(why)}.")


async def _check(host: str, port: int) -> HealthReport:
    started = time.monotonic()
    async with asyncssh.connect(
        host,
        port,
        username="check",
        known_hosts=None,
        client_keys=None,
        agent_path=None,
        gss_host=None,
        config=[],
        client_factory=_Client,
    ) as connection:
        process = await connection.create_process(
            term_type="xterm", term_size=(80, 24), encoding=None
        )
        seen = b""
        while _ALTERNATE_SCREEN not in seen:
            data = await process.stdout.read(4096)
            if not data:
                return _report_refusal(seen.decode("utf-8", "replace"))
            seen += data
    seconds = round(time.monotonic() - started, 3)
    sentence = f"OK: players can connect; the game appeared after {seconds:.2f} seconds."
    return HealthReport(True, sentence, seconds)


def _report_refusal(output: str) -> HealthReport:
    sentence = _sanitize(output.strip())
    # A server that refuses clients because it is full works.
    is_full = sentence in (REFUSALS["full"], REFUSALS["sessions"])
    return HealthReport(is_full, f"The server answered: {sentence or 'nothing.'}")


def _sanitize(text: str) -> str:
    text = _SEQUENCE.sub("", text)
    return "".join(c if c.isprintable() else "?" for c in text)[:200]
