"""The pictures of a lobby for `tests/screenshots.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.host.example_lobby import ANN, fill_lobby
from tests.tui.app_driver import stop_blinking
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.screens.app import RemoteApp
from yahtzee_tui.host.services.visit import Visitor

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.app import App

    from tests.screenshots import Scene

SCENES: dict[str, dict[str, Any]] = {
    "lobby": {"waits_for": ("Learn",)},
    "waiting-room": {"keys": ("down", "enter"), "waits_for": ("Learn", "Learn", "HOST")},
}

_LOOK = 0.6
"""Seconds after which one sees what comes of a key in a lobby."""


async def draw_visit(scene: Scene, file: Path, look: Callable[[App[None]], str]) -> str:
    store = HostStore(fill_lobby(file))
    app = RemoteApp(Visitor(ANN.who.removeprefix("key:")), store)
    app.animation_level = "none"
    try:
        async with app.run_test(size=scene.size) as pilot:
            for key, words in zip(("", *scene.keys), scene.waits_for, strict=True):
                await pilot.press(*filter(None, [key]))
                svg, before = "", None
                while words not in svg or svg != before:  # on a busy machine it comes in parts
                    await pilot.pause(_LOOK)
                    stop_blinking(app)
                    before = svg
                    svg = look(app)
            app.exit()
        return svg
    finally:
        store.close()
