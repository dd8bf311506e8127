"""The server from its start to its end: a page, what belongs to it, and a game for each browser.

The one of textual-serve would let every page in that a browser has open, and needs the Internet
for its font.
"""

from __future__ import annotations

import asyncio
import signal
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from typing import TYPE_CHECKING

import textual_serve
from aiohttp import WSMsgType, web

from yahtzee_tui.web.origins import is_known_host, is_own_page
from yahtzee_tui.web.session import BrowserSession, bounded

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from aiohttp.typedefs import Handler

    from yahtzee_tui.web.config import WebSettings

_MOST = 20
"""Games at a time; each takes 50 MB and more."""

_HEARTBEAT = 15.0
_SHUTDOWN_SECONDS = 10.0
_HEADERS = {
    # Nothing from elsewhere, and not inside a page from elsewhere.
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
        "img-src data:; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
}
_WHO = "This is no address of the game; yahtzee-tui web --help tells of --public-url.\n"
_FULL = "There are too many games at the moment.\n"


def serve(settings: WebSettings, tell: Callable[[int], object]) -> None:
    """Let browsers play until a signal says to stop.

    Args:
        settings: How the server is run.
        tell: Told of the port once browsers can connect.

    Raises:
        OSError: If it can't listen there.
    """
    asyncio.run(_serve(settings, tell))


async def _serve(settings: WebSettings, tell: Callable[[int], object]) -> None:
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    async with open_server(settings) as port:
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # on Windows
                loop.add_signal_handler(number, stopped.set)
        tell(port)
        await stopped.wait()


@asynccontextmanager
async def open_server(settings: WebSettings) -> AsyncIterator[int]:
    """Let browsers play, and give the port.

    Raises:
        OSError: If it can't listen there.
    """
    app = Server(settings).make_app()
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)
    await runner.setup()
    try:
        await web.TCPSite(runner, settings.host or None, settings.port).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


class Server:
    """Serves the page, and plays with those who have it open."""

    def __init__(self, settings: WebSettings) -> None:
        """Play with nobody yet."""
        self._settings = settings
        self._page = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
        self._connections: set[web.WebSocketResponse] = set()
        self._leaving = asyncio.Lock()

    def make_app(self) -> web.Application:
        """Return what answers browsers."""
        app = web.Application(middlewares=[self._check_host])
        app.add_routes(
            [
                web.get("/", self._show_page),
                web.get("/ws", self._play),
                web.static("/static", str(files(textual_serve).joinpath("static"))),
            ]
        )
        app.on_shutdown.append(self._close)
        return app

    @web.middleware
    async def _check_host(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not is_known_host(request.host, self._settings.public_url):
            raise web.HTTPForbidden(text=_WHO)
        return await handler(request)

    async def _show_page(self, _: web.Request) -> web.Response:
        return web.Response(text=self._page, content_type="text/html", headers=_HEADERS)

    async def _play(self, request: web.Request) -> web.WebSocketResponse:
        """Play with a browser until it or the game goes."""
        origin = request.headers.get("Origin", "")
        if not is_own_page(origin, request.host, self._settings.public_url):
            raise web.HTTPForbidden(text=_WHO)
        if len(self._connections) >= _MOST:
            raise web.HTTPServiceUnavailable(text=_FULL)
        websocket = web.WebSocketResponse(heartbeat=_HEARTBEAT)
        self._connections.add(websocket)
        game = BrowserSession(self._settings.command, websocket)
        try:
            await websocket.prepare(request)
            # A page that is loaded again finds its game as it was left.
            async with self._leaving:
                await game.start(_size(request, "width", 80), _size(request, "height", 24))
            async for message in websocket:
                if message.type is WSMsgType.TEXT:
                    await game.take(message.data)
        finally:
            try:
                async with self._leaving:
                    await game.end()
            finally:
                self._connections.discard(websocket)
        return websocket

    async def _close(self, _: web.Application) -> None:
        """Take leave of everybody, whether or not some have gone already."""
        leaves = [websocket.close() for websocket in self._connections]
        await asyncio.gather(*leaves, return_exceptions=True)


def _size(request: web.Request, name: str, default: int) -> int:
    word = request.query.get(name, "")
    return bounded(int(word)) if word.isascii() and word.isdecimal() and len(word) < 9 else default
