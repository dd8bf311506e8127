"""The keys of the screen below, all at a glance; any key closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

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

_GAP = "  "


class KeysScreen(Dialog[None]):
    """One column that says in full what each key does, or two shorter ones if there are many."""

    DEFAULT_CSS = """
    KeysScreen {
        .box { width: 64; padding: 0 2; max-height: 100%; }
        #key-columns { height: auto; }
        #key-columns Static { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
        #key-columns #more-keys { margin-left: 2; }
        #how-to-close { width: 100%; text-align: center; color: $card-muted; margin-top: 1; }
    }
    """
    AUTO_FOCUS = ""

    def __init__(self, below: Screen[Any]) -> None:
        """Show keys.

        Args:
            below: The screen on which they do what they do.
        """
        super().__init__()
        self._groups = list_keys(below)

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box", can_focus=False) as box:
            box.border_title = "Keys"
            with Horizontal(id="key-columns"):
                yield Static(id="keys")
                yield Static(id="more-keys")
            yield Static(how_to_close(self._groups), id="how-to-close")

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the terminal's cursor stands if it is shown: where the keys begin."""
        return find_text_start(self.query_one("#keys"), 0)

    def on_resize(self, event: events.Resize) -> None:
        """Say as much of each key as there is room for."""
        first, second = draw_keys(self._groups, event.size.height - _AROUND)
        self.query_one("#keys", Static).update(first)
        more = self.query_one("#more-keys", Static)
        more.update(second)
        more.display = bool(second)

    def on_key(self, event: events.Key) -> None:
        """Go back, whichever key it is."""
        event.stop()
        event.prevent_default()
        self.dismiss()

    def on_click(self) -> None:
        """Go back, wherever it was."""
        self.dismiss()


def how_to_close(groups: Iterable[KeyGroup]) -> str:
    """Return what is said under keys: how to go back, and what brackets mean if there are any."""
    how = "Any key closes this."
    has_brackets = any(not row.enabled for group in groups for row in group.rows)
    return f"In brackets: not now. {how}" if has_brackets else how


def draw_keys(groups: Sequence[KeyGroup], height: int) -> tuple[Content, Content]:
    """Return the lines of one column, or of two if one is too tall; the second may be empty.

    Args:
        groups: The keys.
        height: Rows that there are.
    """
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
        Content.styled(line, "bold $primary")
        if isinstance(line, str)
        else _draw_row(line, width, in_full)
        for line in lines
    )


def _draw_row(row: KeyRow, width: int, in_full: bool) -> Content:
    text = row.about if in_full else row.name
    keys = " ".join(row.keys).ljust(width) + _GAP
    if row.enabled:
        return Content.assemble((keys, "bold"), text)
    return Content.styled(f"{keys}({text})", "$card-muted")
