"""The HTTP server: the page, its static files, and a WebSocket per browser tab.

textual-serve's own server has no check of the Origin, and loads its font from the Internet.
"""

from __future__ import annotations

import asyncio
import json
import shlex
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, suppress
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

import textual_serve
from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from yahtzee_tui.host.web.origins import is_known_host, is_own_page
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from aiohttp.typedefs import Handler
    from aiohttp.web import WebSocketResponse

    from yahtzee_tui.host.web import WebSettings

DRIVER = "yahtzee_tui.host.web.browser_driver:BrowserDriver"
_MAX_SESSIONS = 20  # concurrent games; each needs 50 MB and more
_MAX_SIZE = 1000  # columns and rows of the largest terminal
_HEARTBEAT = 15.0
_EXIT_SECONDS = 5.0
_SHUTDOWN_SECONDS = 10.0

_HEADERS = {
    # No content from other origins, and no embedding in their pages.
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
        "img-src data:; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
}
_WRONG_ORIGIN = N_("The game isn't at this address. See --public-url in yahtzee-tui web --help.")
_FULL = N_("Too many games are running. Try again later.")
_SENTENCES = (
    N_("The game has ended on this page. You can continue any saved game."),
    N_("Continue"),
)
"""What the page says."""


def serve(settings: WebSettings, on_open: Callable[[int], object]) -> None:
    """Run the server until a signal, and report its port once it is open; raises `OSError`."""
    asyncio.run(_serve(settings, on_open))


async def _serve(settings: WebSettings, on_open: Callable[[int], object]) -> None:
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    async with open_server(settings) as port:
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # on Windows
                loop.add_signal_handler(number, stopped.set)
        on_open(port)
        await stopped.wait()


@asynccontextmanager
async def open_server(settings: WebSettings) -> AsyncIterator[int]:
    """Run the server inside the `async with` block, and yield its port; raises `OSError`."""
    app = WebServer(settings).make_app()
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)
    await runner.setup()
    try:
        await web.TCPSite(runner, settings.host or None, settings.port).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


class WebServer:
    """Serves the page, and runs a game for each tab that connects."""

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        page = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
        page = page.replace('lang="en"', f'lang="{settings.language}"')
        for each in _SENTENCES:
            page = page.replace(f">{each}<", f">{escape(_(each))}<")
        self._page = page
        self._connections: set[web.WebSocketResponse] = set()
        self._transition = asyncio.Lock()

    def make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._check_host])
        app.router.add_get("/", self._show_page)
        app.router.add_get("/ws", self._run_session)
        app.router.add_static("/static", str(files(textual_serve).joinpath("static")))
        app.on_shutdown.append(self._close)
        return app

    @web.middleware
    async def _check_host(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not is_known_host(request.host, self._settings.public_url):
            raise web.HTTPForbidden(text=_(_WRONG_ORIGIN) + "\n")
        return await handler(request)

    async def _show_page(self, _request: web.Request) -> web.Response:
        return web.Response(text=self._page, content_type="text/html", headers=_HEADERS)

    async def _run_session(self, request: web.Request) -> web.WebSocketResponse:
        origin = request.headers.get("Origin", "")
        if not is_own_page(origin, request.host, self._settings.public_url):
            raise web.HTTPForbidden(text=_(_WRONG_ORIGIN) + "\n")
        if len(self._connections) >= _MAX_SESSIONS:
            raise web.HTTPServiceUnavailable(text=_(_FULL) + "\n")
        websocket = web.WebSocketResponse(heartbeat=_HEARTBEAT)
        self._connections.add(websocket)
        session = BrowserSession(self._settings.command, websocket)
        try:
            await websocket.prepare(request)
            # When a page is reloaded, the old process saves before the new one loads.
            async with self._transition:
                await session.start(_size(request, "width", 80), _size(request, "height", 24))
            async for message in websocket:
                if message.type is WSMsgType.TEXT:
                    await session.handle_message(message.data)
        finally:
            try:
                async with self._transition:
                    await session.end()
            finally:
                self._connections.discard(websocket)
        return websocket

    async def _close(self, _app: web.Application) -> None:
        """Close all connections; some may be closed already."""
        closing = [websocket.close() for websocket in self._connections]
        await asyncio.gather(*closing, return_exceptions=True)


def _size(request: web.Request, name: str, default: int) -> int:
    value = request.query.get(name, "")
    is_number = value.isascii() and value.isdecimal() and len(value) < 9
    return clamp_size(int(value)) if is_number else default


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
