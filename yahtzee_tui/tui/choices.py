"""What there is to choose from in a line of a dialog, and how such a line is stepped and drawn."""

from __future__ import annotations

from typing import Any, NamedTuple

from textual.content import Content


class Choices(NamedTuple):
    """The choices of one line.

    Attributes:
        name: What is chosen.
        values: What each choice is called, in the order in which one steps through them.
    """

    name: str
    values: dict[Any, str]

    def step(self, now: Any, step: int) -> Any:
        """Return the choice after or before the present one, which a file may have set otherwise.

        Args:
            now: The present one.
            step: 1 for the one after it, -1 for the one before.
        """
        values = list(self.values)
        if now not in values:
            values = sorted([*values, now])
        return values[(values.index(now) + step) % len(values)]


def draw_choice(name: str, value: str, width: int, idle: bool = False) -> Content:
    """Return a line with a name and what is chosen.

    Args:
        name: What is chosen.
        value: What the choice is called.
        width: Columns that the name takes, with the gap behind it.
        idle: Whether the choice means nothing now.
    """
    style = "$card-muted" if idle else "bold"
    return Content.assemble((f"{name:<{width}}", "$card-muted"), (value, style))
