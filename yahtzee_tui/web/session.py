"""The game of one browser, in a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aiohttp.web import WebSocketResponse

_DRIVER = "yahtzee_tui.tui.terminal.browser:BrowserDriver"
_PATIENCE = 5.0
_LARGEST = 1000
"""Columns and rows beyond which no browser has any."""


class BrowserSession(AppService):
    """A process that plays with whoever is at the other end of a connection."""

    def __init__(self, command: Sequence[str], websocket: WebSocketResponse) -> None:
        """Make everything ready; `start` starts it.

        Args:
            command: The command that runs the game.
            websocket: The connection.
        """
        super().__init__(
            _quote(command),
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=websocket.close,  # type: ignore[arg-type]
            download_manager=DownloadManager(),
        )

    async def take(self, text: str) -> None:
        """Do what the page asks for; what makes no sense is passed over."""
        try:
            kind, word = (*json.loads(text), None)[:2]
        except (ValueError, TypeError, RecursionError):
            return
        match kind, word:
            case "stdin", str() if data := word.encode("utf-8", "ignore"):
                await self.send_bytes(data)  # nothing would be taken for the end
            case "resize", {"width": int(width), "height": int(height)}:
                await self.set_terminal_size(bounded(width), bounded(height))
            case "focus", _:
                await self.focus()
            case "blur", _:
                await self.blur()
            case _:
                pass

    async def on_data(self, payload: bytes) -> None:
        """Show something, unless nobody is there any more; the process is heard to its end."""
        with suppress(ConnectionResetError):
            await super().on_data(payload)

    async def end(self) -> None:
        """Ask the process to end, and wait until it has; one that doesn't is ended by force."""
        if (process := self._process) is None:
            return
        stopping = asyncio.create_task(self.stop())
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), _PATIENCE)
        finally:
            if process.returncode is None:
                process.kill()
        await stopping

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        return {**super()._build_environment(width, height), "TEXTUAL_DRIVER": _DRIVER}


def bounded(number: int) -> int:
    """Return a number of columns or rows that a window may have."""
    return max(1, min(number, _LARGEST))


def _quote(command: Sequence[str]) -> str:
    """Return a command as the shell takes it, which makes way for it."""
    if os.name == "nt":
        return subprocess.list2cmdline(command)
    return f"exec {shlex.join(command)}"
