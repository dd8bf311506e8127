"""Whether somebody could play now: found out by coming in as they do, to the first screen."""

from __future__ import annotations

import asyncio
import re
import time
from typing import NamedTuple

import asyncssh

from yahtzee_tui.ssh.server.exit_reasons import REFUSALS

_PATIENCE = 15.0
_TAKEN = b"\x1b[?1049h"
"""How a game takes the screen."""

_SEQUENCE = re.compile(r"\x1b\[[0-9;?<>=]*[A-Za-z]")


class Checked(NamedTuple):
    """What came of it.

    Attributes:
        is_well: Whether the server does what it should.
        sentence: What is to be said of it.
    """

    is_well: bool
    sentence: str


class _Client(asyncssh.SSHClient):
    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: object
    ) -> list[str]:
        return []


def check_server(host: str, port: int) -> Checked:
    """Come to a server as a guest, and leave as soon as the game is on the screen.

    Args:
        host: Where it listens; nothing for this machine.
        port: Its port.
    """
    try:
        return asyncio.run(asyncio.wait_for(_check(host or "localhost", port), _PATIENCE))
    except TimeoutError:
        return Checked(False, f"The server showed no game within {_PATIENCE:.0f} seconds.")
    except (OSError, asyncssh.Error) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return Checked(False, f"The server can't be reached: {_plain(why)}.")


async def _check(host: str, port: int) -> Checked:
    began = time.monotonic()
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
        while _TAKEN not in seen:
            data = await process.stdout.read(4096)
            if not data:
                return _judge(seen.decode("utf-8", "replace"))
            seen += data
    took = time.monotonic() - began
    return Checked(True, f"People can play; the game was on the screen after {took:.2f} seconds.")


def _judge(said: str) -> Checked:
    """Return what it means that a server let nobody play."""
    sentence = _plain(said.strip())
    # A server that turns people away because it is full does what it should.
    busy = sentence in (REFUSALS["full"], REFUSALS["sessions"])
    return Checked(busy, f"The server answers: {sentence or 'nothing at all.'}")


def _plain(text: str) -> str:
    """Return what a server said in one line, without anything that a terminal would act upon."""
    text = _SEQUENCE.sub("", text)
    return "".join(c if c.isprintable() else "?" for c in text)[:200]
