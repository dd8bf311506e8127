"""The key bindings of the table, in the order of the key bar: first those that must fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding, BindingType

from yahtzee_tui.tui.keymap import bind, describe_key, keys_of

if TYPE_CHECKING:
    from textual.app import App

    from yahtzee_tui.settings import Options

_HOLD = Binding.Group("Hold")
_BOX = Binding.Group("Box", compact=True)

TABLE_KEYS: list[BindingType] = [
    bind("space,r", "roll", "Roll", "roll", "Roll the dice that aren't held"),
    bind("a", "hold_all", "All", "hold-all", "Hold all dice, or let all go"),
    bind("u", "undo", "Undo", "undo", "Take back a hold or a score"),
    bind("escape", "leave", "Menu", "menu", "To the menu; the game waits"),
    bind("enter", "score", "Score", "score", "Score in the marked box", key_display="Enter"),
    bind("h", "coach", "Coach", "coach", "Say what is best, or say no more"),
    bind("U,ctrl+r", "redo", "Redo", "redo", "Put back what was taken back"),
    bind("e", "show_result", "Result", "result", "The final ranking"),
    *(
        bind(
            str(number), f"hold({number})", f"Hold die {number}", f"hold-{number}",
            "Hold that die, or let it go", group=_HOLD,
        )
        for number in range(1, 6)
    ),
    bind("up,k", "move(-1)", "Up", "up", "The box above", group=_BOX),
    bind("down,j", "move(1)", "Down", "down", "The box below", group=_BOX),
    bind("slash", "find", "Find", "find", "Find a box by its name or code"),
    bind("o", "app.show_options", "Options", "options", "Options"),
    bind("H", "show_values", "Values", "values", "What everything is worth"),
    bind("s", "app.show_scores", "Scores", "scores", "High scores and statistics"),
    bind(
        "left,right", "cross", "Across", "cross", "The box in the other half of the card",
        show=False,
    ),
    bind(
        "left_square_bracket", "look(-1)", "Players left", "look-left",
        "Show the cards of players further left", show=False,
    ),
    bind(
        "right_square_bracket", "look(1)", "Players right", "look-right",
        "Show the cards of players further right", show=False,
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
