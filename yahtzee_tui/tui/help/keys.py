"""The list of all keys of the screen below; any key closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import KeyRow, list_keys
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.terminal.cursor import find_text_start

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.geometry import Offset
    from textual.screen import Screen

    from yahtzee_tui.tui.keymap import KeyGroup

_AROUND = 6
"""Rows of the terminal that aren't for keys: the frame and the line under them."""


class KeysScreen(Dialog[None]):
    """One column with a full description of each key, or two shorter ones if they are many."""

    DEFAULT_CSS = """
    KeysScreen {
        .box { width: 84; padding: 0 2; max-height: 100%; }
        #key-columns { height: auto; }
        #key-columns Static { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
        #key-columns #more-keys { margin-left: 2; }
        #how-to-close { width: 100%; text-align: center; color: $card-muted; margin-top: 1; }
    }
    """

    def __init__(self, below: Screen[Any]) -> None:
        super().__init__()
        self._groups = list_keys(below)

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box", can_focus=False) as box:
            box.border_title = _("Keys")
            with Horizontal(id="key-columns"):
                yield Static(id="keys")
                yield Static(id="more-keys")
            yield Static(describe_closing(self._groups), id="how-to-close")

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the terminal's cursor is put if it is shown: at the first key."""
        return find_text_start(self.query_one("#keys"), 0)

    def on_resize(self, event: events.Resize) -> None:
        first, second = draw_keys(self._groups, event.size.height - _AROUND)
        self.query_one("#keys", Static).update(first)
        more = self.query_one("#more-keys", Static)
        more.update(second)
        more.display = bool(second)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


def describe_closing(groups: Iterable[KeyGroup]) -> str:
    """Return the line under the keys; it explains brackets if there are any."""
    has_brackets = any(not row.enabled for group in groups for row in group.rows)
    if has_brackets:
        return _("In brackets: not now. Press any key to close.")
    return _("Press any key to close.")


def draw_keys(groups: Sequence[KeyGroup], height: int) -> tuple[Content, Content]:
    """Return the lines of one column, or of two if one is taller than `height` rows."""
    lines: list[str | KeyRow] = []
    for group in groups:
        lines += ["", group.title, *group.rows] if lines else [group.title, *group.rows]
    if len(lines) <= height:
        return _draw(lines, in_full=True), Content()
    half = -(-len(lines) // 2)
    if lines[half] == "":
        half += 1
    elif isinstance(lines[half - 1], str):
        half -= 1
    return _draw(lines[:half], in_full=False), _draw(lines[half:], in_full=False)


def _draw(lines: Sequence[str | KeyRow], in_full: bool) -> Content:
    rows = (line for line in lines if isinstance(line, KeyRow))
    width = max((len(" ".join(row.keys)) for row in rows), default=0)
    return Content("\n").join(
        Content.styled(line, "bold underline")
        if isinstance(line, str)
        else _draw_row(line, width, in_full)
        for line in lines
    )


def _draw_row(row: KeyRow, width: int, in_full: bool) -> Content:
    text = row.about if in_full else row.name
    keys = " ".join(row.keys).ljust(width) + "  "
    if row.enabled:
        return Content.assemble((keys, "bold"), text)
    return Content.styled(f"{keys}({text})", "$card-muted")
