"""Sends random keys, clicks, pastes and resizes to the app without waiting for their effect."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from textual import events

if TYPE_CHECKING:
    from random import Random

    from tests.tui.app_driver import AppDriver

# What plays comes often, so that games get somewhere; what leaves comes rarely.
_PLAYING = ["space"] * 7 + ["enter"] * 8 + ["r", "down", "down", "up", "j", "k", "left", "right"]
_PLAYING += ["1", "2", "3", "4", "5", "a", "u", "U", "h", "tab", "slash", "y"]
_EDITING = ["home", "end", "delete", "backspace", "shift+tab", "pagedown", "pageup", "ctrl+u"]
_EDITING += ["ctrl+w", "ctrl+a", "ctrl+k", "shift+left", "ctrl+right", "ctrl+v", "tab", "enter"]
_STRANGE = ["f12", "insert", "ctrl+at", "alt+x", "ß", "日", "[", "\\", "\u200b", "escape", "q"]
_LEAVING = {"q", "escape", "m", "ctrl+q", "ctrl+c", "ctrl+z"}

_SIZES = [(80, 24)] * 4 + [(60, 20), (120, 40), (59, 19), (40, 12), (1, 1), (200, 60), (104, 34)]
_TEXTS = ["Ann", "full", "b3", "17", "", "\x00\x1b[31m", "[red]x[/", "日本語 ñ ☃", "a\nb\tc\r\n"]
_TEXTS += ["long " * 400, "\N{COMBINING ACUTE ACCENT}" * 9, "\N{RIGHT-TO-LEFT OVERRIDE}Bob"]
_WHEELS = (
    events.MouseScrollUp,
    events.MouseScrollDown,
    events.MouseScrollLeft,
    events.MouseScrollRight,
)

_TOGETHER = 48
_REMEMBERED = 80


class RandomInput:
    """Sends many random events at once, and keeps their number and the newest ones."""

    def __init__(self, rng: Random) -> None:
        self.sent = 0
        self.newest: deque[str] = deque(maxlen=_REMEMBERED)
        self._rng = rng
        self._at = (0, 0)

    def send_some(self, ui: AppDriver) -> None:
        """Send some events, all before the app has seen the first of them."""
        enough = self.sent + _TOGETHER
        ways = (
            self._press,
            self._move_mouse,
            self._click,
            self._drag,
            self._turn_wheel,
            self._change_window,
        )
        while self.sent < enough:
            for way in self._rng.choices(ways, (24, 20, 9, 3, 14, 0.4)):
                way(ui)

    def _press(self, ui: AppDriver) -> None:
        """Press some keys, among them what does something here."""
        here = [key for key in ui.app.screen.active_bindings if key not in _LEAVING]
        for _ in range(self._rng.randint(2, 7)):
            kinds = (_PLAYING, here or _PLAYING, _EDITING, _STRANGE, sorted(_LEAVING - {"ctrl+z"}))
            (keys,) = self._rng.choices(kinds, (78, 9, 8, 4, 1))
            key = self._rng.choice(keys)
            self._note(ui, key)
            ui.type_ahead(key)

    def _move_mouse(self, ui: AppDriver) -> None:
        for _ in range(self._rng.randint(2, 6)):
            self._mouse(ui, events.MouseMove, self._anywhere(ui))

    def _click(self, ui: AppDriver) -> None:
        """Click somewhere, or in the middle of something."""
        place = self._anywhere(ui)
        if self._rng.random() < 0.2:
            widgets = [ui.app.screen, *ui.app.screen.query()]
            region = self._rng.choice([each.region for each in widgets])
            place = (region.x + region.width // 2, region.y + region.height // 2)
        button = self._rng.choice((1, 1, 1, 1, 2, 3))
        self._mouse(ui, events.MouseMove, place)
        for _ in range(self._rng.choice((1, 1, 1, 2, 3))):
            self._mouse(ui, events.MouseDown, place, button)
            self._mouse(ui, events.MouseUp, place, button)

    def _drag(self, ui: AppDriver) -> None:
        self._mouse(ui, events.MouseDown, self._at, 1)
        for _ in range(3):
            self._mouse(ui, events.MouseMove, self._anywhere(ui), 1)
        self._mouse(ui, events.MouseUp, self._at, 1)

    def _turn_wheel(self, ui: AppDriver) -> None:
        place, wheel = self._anywhere(ui), self._rng.choice(_WHEELS)
        for _ in range(self._rng.randint(2, 9)):
            self._mouse(ui, wheel, place)

    def _change_window(self, ui: AppDriver) -> None:
        """Do what happens to the window: paste into it, resize it, or go elsewhere and return."""
        match self._rng.randrange(3):
            case 0:
                self._send(ui, events.Paste(self._rng.choice(_TEXTS)))
            case 1:
                self._note(ui, "resize")
                ui.resize_at_once(*self._rng.choice(_SIZES))
            case _:
                self._send(ui, events.AppBlur())
                self._send(ui, events.AppFocus())

    def _anywhere(self, ui: AppDriver) -> tuple[int, int]:
        width, height = ui.app.size
        return self._rng.randrange(max(1, width)), self._rng.randrange(max(1, height))

    def _mouse(
        self, ui: AppDriver, kind: type[events.MouseEvent], place: tuple[int, int], button: int = 0
    ) -> None:
        (x, y), (old_x, old_y) = place, self._at
        self._at = place
        shift, ctrl = self._rng.choices((False, True), (19, 1), k=2)
        self._send(
            ui, kind(None, x, y, x - old_x, y - old_y, button, shift, False, ctrl, x, y)
        )  # fmt: skip

    def _send(self, ui: AppDriver, event: events.Event) -> None:
        self._note(ui, f"{event}")
        ui.send(event)

    def _note(self, ui: AppDriver, what: str) -> None:
        self.sent += 1
        self.newest.append(f"{ui.screen_name}: {what}")
