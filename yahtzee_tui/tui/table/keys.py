"""The key bindings of the table, in the order of the key bar: first those that must fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding, BindingType

from yahtzee_tui.tui.keymap import describe_key, keys_of

if TYPE_CHECKING:
    from textual.app import App

    from yahtzee_tui.settings import Options

_HOLD = Binding.Group("Hold")
_BOX = Binding.Group("Box", compact=True)

TABLE_KEYS: list[BindingType] = [
    Binding("space,r", "roll", "Roll", id="roll", tooltip="Roll the dice that aren't held"),
    Binding("a", "hold_all", "All", id="hold-all", tooltip="Hold all dice, or let all go"),
    Binding("u", "undo", "Undo", id="undo", tooltip="Take back a hold or a score"),
    Binding("escape", "leave", "Menu", id="menu", tooltip="To the menu; the game waits"),
    Binding(
        "enter", "score", "Score", key_display="Enter", id="score",
        tooltip="Score in the marked box",
    ),
    Binding("h", "coach", "Coach", id="coach", tooltip="Say what is best, or say no more"),
    Binding("U,ctrl+r", "redo", "Redo", id="redo", tooltip="Put back what was taken back"),
    Binding("e", "show_result", "Result", id="result", tooltip="The final ranking"),
    *(
        Binding(
            str(number), f"hold({number})", f"Hold die {number}", id=f"hold-{number}",
            tooltip="Hold that die, or let it go", group=_HOLD,
        )
        for number in range(1, 6)
    ),
    Binding("up,k", "move(-1)", "Up", id="up", tooltip="The box above", group=_BOX),
    Binding("down,j", "move(1)", "Down", id="down", tooltip="The box below", group=_BOX),
    Binding("slash", "find", "Find", id="find", tooltip="Find a box by its name or code"),
    Binding("o", "app.show_options", "Options", id="options", tooltip="Options"),
    Binding("H", "show_values", "Values", id="values", tooltip="What everything is worth"),
    Binding("s", "app.show_scores", "Scores", id="scores", tooltip="High scores and statistics"),
    Binding(
        "left,right", "cross", "Across", id="cross", show=False,
        tooltip="The box in the other half of the card",
    ),
    Binding(
        "left_square_bracket", "look(-1)", "Players left", id="look-left", show=False,
        tooltip="Show the cards of players further left",
    ),
    Binding(
        "right_square_bracket", "look(1)", "Players right", id="look-right", show=False,
        tooltip="Show the cards of players further right",
    ),
]  # fmt: skip

_WATCH_IDS = ("menu", "result", "scores", "options", "look-left", "look-right")
WATCH_KEYS: list[BindingType] = [
    binding for binding in TABLE_KEYS if isinstance(binding, Binding) and binding.id in _WATCH_IDS
]
"""The bindings of a watcher."""


def changeable_keys(app: App[None]) -> list[Binding]:
    """Return the bindings whose keys the player may change: of tables and of the app."""
    found = (binding for binding in (*TABLE_KEYS, *app.BINDINGS) if isinstance(binding, Binding))
    return [binding for binding in found if binding.id and not binding.priority]


def main_key(action: str, options: Options) -> str:
    """Return the displayed first key of the binding with this id."""
    return describe_key(keys_of(_BY_ID[action], options.keys)[0])


def hold_keys(options: Options) -> str:
    """Return the displayed keys that hold dice."""
    keys = [main_key(f"hold-{number}", options) for number in range(1, 6)]
    return "1-5" if keys == list("12345") else " ".join(keys)


_BY_ID = {binding.id: binding for binding in TABLE_KEYS if isinstance(binding, Binding)}
