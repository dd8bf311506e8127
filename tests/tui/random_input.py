"""Sends random keys, clicks, pastes and resizes to the app without waiting for their effect."""

from collections import deque
from random import Random

from textual import events

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
_WHEELS = events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft

_TOGETHER = 48
_REMEMBERED = 80


class RandomInput:
    """Sends many random events at once, and keeps their number and the newest ones."""

    def __init__(self, rng: Random) -> None:
        self.sent = 0
        self.newest: deque[str] = deque(maxlen=_REMEMBERED)
        self.rng = rng
        self.place = (0, 0)

    def send_some(self, ui: AppDriver) -> None:
        """Send some events, all before the app has seen the first of them."""
        enough = self.sent + _TOGETHER
        ways = (self.press, self.move_mouse, self.click, self.drag, self.turn, self.change_window)
        while self.sent < enough:
            for way in self.rng.choices(ways, (24, 20, 9, 3, 14, 0.4)):
                way(ui)

    def press(self, ui: AppDriver) -> None:
        """Press some keys, among them what does something here."""
        here = [key for key in ui.app.screen.active_bindings if key not in _LEAVING]
        for _ in range(self.rng.randint(2, 7)):
            kinds = (_PLAYING, here or _PLAYING, _EDITING, _STRANGE, sorted(_LEAVING - {"ctrl+z"}))
            (keys,) = self.rng.choices(kinds, (78, 9, 8, 4, 1))
            key = self.rng.choice(keys)
            self.note(ui, key)
            ui.type_ahead(key)

    def move_mouse(self, ui: AppDriver) -> None:
        for _ in range(self.rng.randint(2, 6)):
            self.send_mouse(ui, events.MouseMove, self.anywhere(ui))

    def click(self, ui: AppDriver) -> None:
        """Click somewhere, or in the middle of something."""
        place = self.anywhere(ui)
        if self.rng.random() < 0.2:
            widgets = [ui.app.screen, *ui.app.screen.query()]
            region = self.rng.choice([each.region for each in widgets])
            place = (region.x + region.width // 2, region.y + region.height // 2)
        button = self.rng.choice((1, 1, 1, 1, 2, 3))
        self.send_mouse(ui, events.MouseMove, place)
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            self.send_mouse(ui, events.MouseDown, place, button)
            self.send_mouse(ui, events.MouseUp, place, button)

    def drag(self, ui: AppDriver) -> None:
        self.send_mouse(ui, events.MouseDown, self.place, 1)
        for _ in range(3):
            self.send_mouse(ui, events.MouseMove, self.anywhere(ui), 1)
        self.send_mouse(ui, events.MouseUp, self.place, 1)

    def turn(self, ui: AppDriver) -> None:
        place, wheel = self.anywhere(ui), self.rng.choice(_WHEELS)
        for _ in range(self.rng.randint(2, 9)):
            self.send_mouse(ui, wheel, place)

    def change_window(self, ui: AppDriver) -> None:
        """Do what happens to the window: paste into it, resize it, or go elsewhere and return."""
        match self.rng.randrange(3):
            case 0:
                self.send(ui, events.Paste(self.rng.choice(_TEXTS)))
            case 1:
                self.note(ui, "resize")
                ui.resize_at_once(*self.rng.choice(_SIZES))
            case _:
                self.send(ui, events.AppBlur())
                self.send(ui, events.AppFocus())

    def anywhere(self, ui: AppDriver) -> tuple[int, int]:
        width, height = ui.app.size
        return self.rng.randrange(max(1, width)), self.rng.randrange(max(1, height))

    def send_mouse(
        self, ui: AppDriver, kind: type[events.MouseEvent], place: tuple[int, int], button: int = 0
    ) -> None:
        (x, y), (old_x, old_y) = place, self.place
        self.place = place
        shift, ctrl = self.rng.choices((False, True), (19, 1), k=2)
        self.send(
            ui, kind(None, x, y, x - old_x, y - old_y, button, shift, False, ctrl, x, y)
        )  # fmt: skip

    def send(self, ui: AppDriver, event: events.Event) -> None:
        self.note(ui, f"{event}")
        ui.send(event)

    def note(self, ui: AppDriver, what: str) -> None:
        self.sent += 1
        self.newest.append(f"{ui.screen_name}: {what}")
