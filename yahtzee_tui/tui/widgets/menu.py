"""A list of lines to choose from, plain enough to stand in any dialog."""

from __future__ import annotations

from textual.widgets import OptionList


class Menu(OptionList):
    """An option list without a frame, as wide and tall as it needs to be."""

    DEFAULT_CSS = """
    Menu {
        height: auto;
        padding: 0;
        border: none;
        background: transparent;
        &:focus { border: none; background: transparent; background-tint: transparent; }
        & > .option-list--option { padding: 0 1; }
        & > .option-list--option-hover { background: $panel; }
        & > .option-list--option-highlighted { background: $panel; }
        &:focus > .option-list--option-highlighted {
            color: $foreground;
            background: $card-cursor;
            text-style: bold;
        }
    }
    """
