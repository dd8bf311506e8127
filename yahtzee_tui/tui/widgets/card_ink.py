"""The styles of the cells of a card: the ink by what a cell says, on the ground where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style

from yahtzee_tui.tui.widgets.card_rows import Look

if TYPE_CHECKING:
    from textual.widget import Widget

_BOLD = Style(bold=True)
_PLAIN = {Look.BOOKED: Style.null(), Look.GRAND: _BOLD}
_INKED = (Look.OFFER, Look.BEST, Look.TOTAL)


class CardInk:
    """Mixes each style once, from the component classes of the card."""

    def __init__(self, card: Widget) -> None:
        """Take the colours of a card.

        Args:
            card: The widget whose component classes tell them.
        """
        self._card = card
        self._mixed: dict[tuple[Look, str | None, str | None, int | None], Style] = {}

    @property
    def base(self) -> Style:
        """The style of the card itself; `rich_style` would work it out anew at every call."""
        return self._card.visual_style.rich_style

    def mix_anew(self) -> None:
        """Forget the colours of an earlier theme."""
        self._mixed.clear()

    def paint(
        self, look: Look, ground: str | None = None, box: str | None = None, seat: int | None = None
    ) -> Style:
        """Return the style of a cell on a ground, which also knows what a click there means."""
        key = (look, ground, box, seat)
        if key not in self._mixed:
            style = self.base
            if ground is not None:
                style += self._component(ground, partial=True)
            if ground != "card--turn":
                style += self._ink(look)
            if box is not None:
                style += Style(meta={"box": box, "seat": seat})
            self._mixed[key] = style
        return self._mixed[key]

    def _ink(self, look: Look) -> Style:
        """Return the colour and weight of a cell, on whatever ground it stands."""
        if look in _PLAIN:
            return _PLAIN[look]
        if look is Look.POSTED:
            return self._component("card--posted", partial=True)
        style = self._component(f"card--{look.value if look in _INKED else 'muted'}")
        bold = style.bold or look is Look.HEAD
        return Style(color=style.color, bold=bold)

    def _component(self, name: str, partial: bool = False) -> Style:
        return self._card.get_component_rich_style(name, partial=partial)
