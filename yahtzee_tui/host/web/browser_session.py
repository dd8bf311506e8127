"""One browser tab's game: a process, and the WebSocket messages to and from it."""

from __future__ import annotations

import asyncio
import json
import shlex
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aiohttp.web import WebSocketResponse

DRIVER = "yahtzee_tui.host.web.browser_driver:BrowserDriver"
_EXIT_SECONDS = 5.0
_MAX_SIZE = 1000  # columns and rows of the largest terminal


class BrowserSession(AppService):
    """A game process and its WebSocket; `start` starts the process."""

    def __init__(self, command: Sequence[str], websocket: WebSocketResponse) -> None:
        super().__init__(
            _quote(command),
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=websocket.close,  # type: ignore[arg-type]
            download_manager=DownloadManager(),
        )

    async def handle_message(self, text: str) -> None:
        """Handle a message of the page; an invalid one is ignored."""
        try:
            kind, value = (*json.loads(text), None)[:2]
        except (ValueError, TypeError, RecursionError):
            return
        match kind, value:
            case "stdin", str() if data := value.encode("utf-8", "ignore"):
                await self.send_bytes(data)  # no bytes would mean the end of input
            case "resize", {"width": int(width), "height": int(height)}:
                await self.set_terminal_size(clamp_size(width), clamp_size(height))
            case "focus", _:
                await self.focus()
            case "blur", _:
                await self.blur()
            case _:
                pass

    async def on_data(self, payload: bytes) -> None:
        """Send output; a closed connection doesn't end the reading of the process's output."""
        with suppress(ConnectionResetError):
            await super().on_data(payload)

    async def end(self) -> None:
        """Ask the process to exit, and kill it if it doesn't in time."""
        if (process := self._process) is None:
            return
        stopping = asyncio.create_task(self.stop())
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), _EXIT_SECONDS)
        finally:
            if process.returncode is None:
                process.kill()
        await stopping
        await process.wait()

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        return {**super()._build_environment(width, height), "TEXTUAL_DRIVER": DRIVER}


def clamp_size(number: int) -> int:
    """Limit a number of columns or rows to what a terminal may have."""
    return max(1, min(number, _MAX_SIZE))


def _quote(command: Sequence[str]) -> str:
    """Quote a command for the shell, which the command replaces."""
    if sys.platform == "win32":
        return subprocess.list2cmdline(command)
    return f"exec {shlex.join(command)}"
