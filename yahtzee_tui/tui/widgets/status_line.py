"""One line that says in words what happened last, or why something can't be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from rich.cells import cell_len
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.geometry import Region, Size
    from textual.strip import Strip


class CachedLines(Widget):
    """A widget whose lines are asked for again only when it may look different.

    Textual asks every widget for its lines whenever one of them changes, and works out background,
    border and filters of each anew, though the lines stay the same: for one die held that is a
    third of all work. Measured, without and with this cache, in processor time for a key: 7.8 and
    6.6 ms at 80x24, 8.6 and 7.0 ms there in 16 colours, 15.8 and 14.6 ms at 200x50, 16.3 and
    13.9 ms there in 16 colours.
    """

    def __init__(self, *children: Widget, **options: Any) -> None:
        self._lines: dict[tuple[Region, Size], list[Strip]] = {}
        super().__init__(*children, **options)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a part of the widget."""
        part = crop, self.outer_size
        if part not in self._lines:
            self._lines[part] = super().render_lines(crop)
        return self._lines[part]

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Draw it again."""
        self._lines.clear()
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        """Draw it again when the theme, or anything else about its style, has changed."""
        super().notify_style_update()
        self._lines.clear()


class StatusLine(Static, CachedLines):
    """The line between dice and card; what it says is text, never markup."""

    DEFAULT_CSS = """
    StatusLine {
        height: 1;
        padding: 0 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        color: $foreground;
        &.-warning { color: $warning; text-style: bold; }
    }
    """
    warning = reactive(False, toggle_class="-warning")
    """Whether the sentence says no, or asks something."""

    def __init__(self) -> None:
        super().__init__(id="status", markup=False)
        self._sentences: Sequence[str] = ("",)

    def say(self, sentence: str, warning: bool = False, shorter: Sequence[str] = ()) -> None:
        """Show a sentence.

        Args:
            sentence: What is to be said.
            warning: Whether it says no, or asks something.
            shorter: What is said where it doesn't fit, longest first.
        """
        self.warning = warning
        self._sentences = (sentence, *shorter)
        self._show()

    def on_resize(self) -> None:
        """Say it in the words that fit now."""
        self._show()

    def _show(self) -> None:
        room = self.content_size.width
        fitting = (each for each in self._sentences if not room or cell_len(each) <= room)
        sentence = next(fitting, self._sentences[-1])
        if sentence != self.content:
            self.update(sentence, layout=False)
