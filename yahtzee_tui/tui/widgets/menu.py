"""A list of lines to choose from, plain enough to stand in any dialog."""

from __future__ import annotations

from textual.style import Style
from textual.widgets import OptionList


class Menu(OptionList):
    """An option list without a frame, as wide and tall as it needs to be."""

    DEFAULT_CSS = """
    Menu {
        height: auto;
        padding: 0;
        border: none;
        background: transparent;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        &:focus { border: none; background: transparent; background-tint: transparent; }
        & > .option-list--option { padding: 0 1; }
        & > .option-list--option-hover { background: $panel; }
        & > .option-list--option-highlighted { background: $panel; text-style: $chosen-style; }
        &:focus > .option-list--option-highlighted {
            color: $foreground;
            background: $card-cursor;
            text-style: $mark-style;
        }
    }
    """

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """Return a style with its reverse, which Textual leaves out and some themes live by."""
        style = super().get_visual_style(*component_classes, partial=partial)
        texts = (self.get_component_styles(name).text_style for name in component_classes)
        return style + Style(reverse=True) if any(text.reverse for text in texts) else style
