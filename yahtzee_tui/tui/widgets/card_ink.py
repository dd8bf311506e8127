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


class CardInk(dict[tuple[Look, str | None, str | None, int | None], Style]):
    """The style of each cell by its look, ground, box and seat, mixed once for each.

    The ground is a component class of the card, or None; box and seat are what a click there means.
    """

    def __init__(self, card: Widget) -> None:
        """Take the colours of a card.

        Args:
            card: The widget whose component classes tell them.
        """
        super().__init__()
        self._card = card

    def __missing__(self, key: tuple[Look, str | None, str | None, int | None]) -> Style:
        look, ground, box, seat = key
        style = self._card.visual_style.rich_style
        if ground is not None:
            style += self._component(ground, partial=True)
        if ground != "card--turn":
            style += self._ink(look)
        if box is not None:
            style += Style(meta={"box": box, "seat": seat})
        self[key] = style
        return style

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
