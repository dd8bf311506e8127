"""The keys of the statistics. Their order is that of the key line: first what must fit."""

from __future__ import annotations

from textual.binding import Binding, BindingType

_SCROLL = Binding.Group("Scroll", compact=True)

STATISTICS_KEYS: list[BindingType] = [
    Binding(
        "up,k", "scroll(-1)", "Up", key_display="↑", id="statistics-up", tooltip="A line up",
        group=_SCROLL,
    ),
    Binding(
        "down,j", "scroll(1)", "Down", key_display="↓", id="statistics-down",
        tooltip="A line down", group=_SCROLL,
    ),
    Binding("escape,t", "back", "Back", id="statistics-back", tooltip="Back"),
    Binding(
        "pageup", "page(-1)", "Page up", id="statistics-page-up", show=False,
        tooltip="A page up",
    ),
    Binding(
        "slash,p", "find", "Player", id="find-player",
        tooltip="Find a player by name or initials",
    ),
    Binding("left", "step(-1)", "Rules", id="statistics-rules", tooltip="The rules before"),
    Binding(
        "right", "step(1)", "Next rules", id="statistics-next-rules", show=False,
        tooltip="The next rules",
    ),
    Binding("space,pagedown", "page(1)", "Page", id="statistics-page", tooltip="A page down"),
]  # fmt: skip
