"""Headless Chromium: opens a page, presses keys, clicks, and reads its terminal."""

import asyncio
import base64
import json
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import aiohttp

from tests.host.web.server_process import ServerProcess
from tests.terminal.user_folders import UserFolders
from tests.waiting import HANG_SECONDS, wait_until
from yahtzee_tui.table import Table

_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_OPTIONS = (
    "--headless",
    "--no-sandbox",  # which root and containers can't have
    "--disable-dev-shm-usage",
    "--force-device-scale-factor=1",
    "--remote-debugging-port=0",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",  # there is no Internet
)
_FIND_TERMINAL = """
Object.defineProperty(Object.prototype, "_core", {
  configurable: true,
  set(core) {
    Object.defineProperty(this, "_core", {value: core, writable: true});
    if (this.loadAddon) window.terminal_shown = this;
  },
});
"""
"""Remembers the terminal of the page, which keeps it to itself."""

_READ = """
(() => {
  const buffer = window.terminal_shown?.buffer.active;
  if (!buffer) return "";
  const rows = Array.from({length: window.terminal_shown.rows}, (_, row) => row);
  return rows.map((row) => buffer.getLine(row).translateToString(true)).join("\\n");
})()
"""
_MIDDLE = """
(() => {
  const terminal = window.terminal_shown;
  const box = document.querySelector(".xterm-screen").getBoundingClientRect();
  return [box.x, box.y, box.width / terminal.cols, box.height / terminal.rows];
})()
"""
_KEYS = {"enter": ("Enter", 13, "\r"), "up": ("ArrowUp", 38, ""), "down": ("ArrowDown", 40, "")}


def find_chromium() -> str | None:
    return next(filter(None, map(shutil.which, _PROGRAMS)), None)


class Page:
    def __init__(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        self.connection = connection
        self.calls = 0

    async def open(self, address: str, width: int, height: int) -> None:
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        await self.call("Page.enable")
        await self.call("Page.addScriptToEvaluateOnNewDocument", source=_FIND_TERMINAL)
        await self.call("Page.navigate", url=address)

    async def call(self, method: str, **arguments: Any) -> dict[str, Any]:
        answer = await self.ask(method, **arguments)
        assert "error" not in answer, answer
        return dict(answer["result"])

    async def ask(self, method: str, **arguments: Any) -> dict[str, Any]:
        self.calls += 1
        await self.connection.send_json({"id": self.calls, "method": method, "params": arguments})
        while True:
            answer: dict[str, Any] = await self.connection.receive_json(timeout=HANG_SECONDS)
            if answer.get("id") == self.calls:
                return answer

    async def evaluate(self, script: str) -> Any:
        """Return the value of a script, None while the page is being replaced."""
        answer = await self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        return answer.get("result", {}).get("result", {}).get("value")

    async def read(self) -> str:
        return str(await self.evaluate(_READ))

    async def wait_for(self, what: str | Callable[[str], bool]) -> str:
        """Wait until a text stands on the terminal, or something is so about all of it."""
        seen = what if callable(what) else lambda text: what in text
        return str(await _try_until(seen, self.read, what))

    async def wait_until(self, script: str) -> None:
        """Wait until a script on the page amounts to something true."""
        await _try_until(bool, lambda: self.evaluate(script), script)

    async def press(self, *keys: str) -> None:
        for key in keys:
            name, code, text = _KEYS.get(key) or (key, ord(key.upper()), key)
            about = {"key": name, "windowsVirtualKeyCode": code}
            await self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
            await self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    async def click(self, column: int, row: int) -> None:
        """Click into a cell of the terminal, counted from 0."""
        x, y, width, height = await self.evaluate(_MIDDLE)
        at = {"x": x + (column + 0.5) * width, "y": y + (row + 0.5) * height}
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            await self.call(
                "Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **at
            )

    async def click_on(self, text: str) -> None:
        *_, place = (  # the card is below the rule of a box
            (line.index(text), row)
            for row, line in enumerate((await self.wait_for(text)).split("\n"))
            if text in line
        )
        await self.click(*place)

    async def draw(self) -> bytes:
        answer = await self.call("Page.captureScreenshot", format="png")
        return base64.b64decode(answer["data"])


@asynccontextmanager
async def browse(program: str) -> AsyncIterator[Page]:
    with TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [program, *_OPTIONS, f"--user-data-dir={folder}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": folder},
            start_new_session=True,
        )
        try:
            file = Path(folder) / "DevToolsActivePort"
            await wait_until(lambda: file.exists() and len(file.read_text().split()) == 2)
            async with aiohttp.ClientSession() as session:
                url = f"http://127.0.0.1:{file.read_text().split()[0]}/json/new"
                async with session.put(url) as answer:
                    page = json.loads(await answer.text())
                async with session.ws_connect(page["webSocketDebuggerUrl"], max_msg_size=0) as link:
                    yield Page(link)
        finally:
            # The program may be a script that started the browser.
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


async def _try_until(
    is_right: Callable[[Any], object], look: Callable[[], Awaitable[Any]], what: object
) -> Any:
    """Look again and again until what is found is right; return it."""
    deadline = monotonic() + HANG_SECONDS
    while not is_right(found := await look()):
        assert monotonic() < deadline, f"never so: {what}\n{found}"
        await asyncio.sleep(0.05)
    return found


_WINDOW = (810, 520)


async def draw_in_browser(program: str, table: Table) -> bytes:
    with TemporaryDirectory() as folder:
        home = UserFolders(Path(folder))
        with home.open_store() as store:
            store.games.release(store.games.add(table.record, table.game))
        with ServerProcess(home) as server:
            async with browse(program) as page:
                await page.open(server.address, *_WINDOW)
                await page.wait_for(f"round {table.game.round} of")
                await page.press("enter")
                await page.wait_for(f"ound {table.game.round}/")
                await page.press(" ")
                await page.wait_for("roll 1 of 3")
                await page.press("3", "5")
                await page.wait_for("Dice 3, 5 held")
                return await page.draw()
