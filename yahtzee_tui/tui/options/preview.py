"""A small table, drawn in the colors and with the dice that are being chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import OFFICIAL, RULESETS
from yahtzee_tui.text import cell_width, cut, pad
from yahtzee_tui.translation import _, pgettext
from yahtzee_tui.tui.table.widgets.die import SMALLEST, outline_die, paint_die
from yahtzee_tui.tui.themes import find_palette
from yahtzee_tui.tui.widgets.painted import Painted, TextRun

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.strip import Strip

    from yahtzee_tui.settings import Options
    from yahtzee_tui.tui.themes import Palette

_DICE = ((5, True), (3, False), (5, True))
WIDTH = len(_DICE) * (SMALLEST.width + 1)
_WORDS_AT = SMALLEST.picture_height
"""The line of the words under the dice."""

_ROWS = 6
"""The lines of the card."""


def _paint_card(at: int) -> tuple[TextRun, ...]:
    """Return a line of the card, with names in the player's language."""
    names = {box.id: pad(cut(box.short, 13), 13) for box in RULESETS[OFFICIAL.id].boxes}
    upper = f" {_('UPPER')} "
    side = TextRun("│", "frame")
    return (
        (TextRun(" " * WIDTH, back="table"),),
        (TextRun("┌─", "frame"), TextRun(upper, "muted"),
         TextRun("─" * (14 - cell_width(upper)) + " ", "frame"),
         TextRun("▸Ann", "player-1", bold=True), TextRun(" ─┐", "frame")),
        (side, TextRun(f" {names['threes']}", "muted"), TextRun("    9   ", back="live"), side),
        (side, TextRun(f"▸{names['fives']} «10»   ", "text", "row", bold=True), side),
        (side, TextRun(f" {names['sixes']}"), TextRun("    ·   ", "frame", "live"), side),
        (TextRun("└──────────────────────┘", "frame"),),
    )[at]  # fmt: skip


class TablePreview(Painted):
    """Three dice, two of them held, and some boxes of a card."""

    DEFAULT_CSS = f"""
    TablePreview {{ width: {WIDTH}; height: {_WORDS_AT + 1 + _ROWS}; }}
    """

    def __init__(self, options: Options) -> None:
        """Create the preview of options that have all manners, as `show` does."""
        super().__init__("preview")
        self._options = options
        self._is_card = False

    def show(self, options: Options) -> None:
        self._options = options
        self.notify_style_update()

    def render_line(self, y: int) -> Strip:
        self._draw_run, self._is_card = None, y > _WORDS_AT
        return super().render_line(y)

    def find_palette(self) -> Palette:
        card = self._options.card if self._is_card else ""
        return find_palette(self.app.current_theme, self._options.skin, card)

    def find_dice_style(self) -> str:
        return self.context.find_dice_style(self._options.dice)

    def paint(self, y: int) -> Iterable[TextRun]:
        style = self._dice_style
        if y < _WORDS_AT:
            for face, held in _DICE:
                if style == "drawn":
                    yield from paint_die(SMALLEST, face, held)[y]
                else:
                    yield from outline_die(SMALLEST, face, held, style)[y]
        elif y == _WORDS_AT:
            rerolls = self._options.dice_click == "reroll"
            # Translators: at most 5 cells
            done = pgettext("below a die", "held")
            if rerolls:
                # Translators: at most 5 cells
                done = pgettext("below a die", "roll")
            for at, (_face, held) in enumerate(_DICE, 1):
                is_picked = held != rerolls
                word = cut(f"{at} {done}", SMALLEST.width) if is_picked else f"[{at}]"
                inks = ("on-rail", "rail", True) if is_picked else ("muted",)
                yield TextRun(word.center(SMALLEST.width), *inks)
                yield TextRun(" ")
        elif y - _WORDS_AT - 1 < _ROWS:
            yield from _paint_card(y - _WORDS_AT - 1)
