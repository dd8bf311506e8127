"""What may be done at a table: a row for each action, with its keys, what it needs and why not.

A fact is a word, such as `ours`, that holds or doesn't. Rows only name facts, so that finding out
what is allowed takes no call for a row; the first fact that is missing names the refusal.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from textual.binding import Binding

from yahtzee_tui.rules.ruleset import MOST_DICE
from yahtzee_tui.services.coach import COACH_IN_EVENTS
from yahtzee_tui.translation import N_, cache
from yahtzee_tui.tui.keymap import REVIEW, bind, describe_key, join_consecutive, keys_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from textual.app import App
    from textual.binding import BindingType
    from textual.screen import Screen

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.settings import Options

Fact = Literal[
    "over", "going", "seated", "ours", "rolled", "rolls_left", "may_roll", "starts_turn",
    "may_mark", "scores", "not_scored", "at_die", "at_box", "at_dice", "at_card", "not_finding",
    "may_undo", "may_redo", "unjudged", "has_coach", "may_advise", "may_aim", "has_die",
    "hides_players", "may_find", "may_hold",
]  # fmt: skip

Place = Literal["play", "watch", "lesson", "asked", "answered"]
"""Where a row may act: at a table that is played or watched, in the lesson, in practice."""


class Animation(Enum):
    """What an action does to an animation."""

    LEFT = "not touched"
    CUT = "ended, then the action acts"
    TAKES = "ended, which is all that the action does"


class ActionRow(NamedTuple):
    """An action: dimmed without all the facts it `needs`, hidden without those it is `shown` with.

    `why` are the facts of which the first that is missing explains why it can't be done; `places`
    has where it may act, and `is_first` whether its keys come first in the bar of a shared table.
    """

    action: str
    keys: tuple[Binding, ...]
    needs: frozenset[Fact]
    shown: frozenset[Fact]
    why: tuple[Fact, ...]
    animation: Animation
    places: frozenset[Place]
    is_first: bool


_TURN = "seated going ours rolled rolls_left"
_TO_HOLD = f"{_TURN} has_die"  # which is asked about only for a number beyond the dice
_COACHED = "seated going ours unjudged has_coach rolled"


def _row(
    *keys: Binding,
    needs: str = "",
    shown: str = "",
    why: str = _TURN,
    animation: Animation = Animation.CUT,
    places: str = "play lesson asked",
    is_first: bool = False,
) -> ActionRow:
    return ActionRow(
        keys[0].action.partition("(")[0],
        keys,
        cast("frozenset[Fact]", frozenset(needs.split())),
        cast("frozenset[Fact]", frozenset(shown.split())),
        cast("tuple[Fact, ...]", tuple(why.split())),
        animation,
        cast("frozenset[Place]", frozenset(places.split())),
        is_first,
    )


HOLD, HOLD_ALL = Binding.Group(N_("Hold")), Binding.Group(N_("Hold number"))
_PLAYERS = Binding.Group(N_("Cards"), compact=True)
_BOX, _DIE = Binding.Group(N_("Box"), compact=True), Binding.Group(N_("Die"), compact=True)

_HOLD_DIE = (
    N_("Hold die 1"), N_("Hold die 2"), N_("Hold die 3"), N_("Hold die 4"), N_("Hold die 5"),
    N_("Hold die 6"), N_("Hold die 7"), N_("Hold die 8"),
)  # fmt: skip
_HOLD_NUMBER = (
    N_("Hold all 1s"), N_("Hold all 2s"), N_("Hold all 3s"), N_("Hold all 4s"), N_("Hold all 5s"),
    N_("Hold all 6s"),
)  # fmt: skip
"""The names of the keys that hold a die, and all dice of a number."""

_SHIFTED = (
    "exclamation_mark",
    "at,quotation_mark",
    "number_sign,pound_sign,section_sign",
    "dollar_sign,currency_sign",
    "percent_sign",
    "circumflex_accent,ampersand",
)
"""What Shift and a digit send, which depends on the layout of the keyboard: 1 to 6."""

_HOLDS = "ours rolled rolls_left"
_EVERYWHERE = "play watch lesson asked answered"

_ROWS = (
    _row(
        bind("space,r", "roll", "Roll", "roll", "Roll all dice that aren't held"),
        needs="may_roll", shown="going", why=f"{_TURN} may_roll", animation=Animation.TAKES,
        places="play lesson asked answered", is_first=True,
    ),
    _row(
        *(
            bind(
                str(number), f"hold({number})", label, f"hold-{number}",
                "Hold or release that die", group=HOLD,
            )
            for number, label in enumerate(_HOLD_DIE, 1)
        ),
        needs="may_hold", shown="going", why=_TO_HOLD, is_first=True,
    ),
    _row(
        bind(
            "enter", "hold_selected", "Hold", "hold-selected", "Hold or release the selected die",
            key_display="Enter",
        ),
        shown="at_die", animation=Animation.TAKES, is_first=True,
    ),
    _row(
        bind("up,k", "move(-1)", "Up", "up", "Previous box", group=_BOX),
        bind("down,j", "move(1)", "Down", "down", "Next box", group=_BOX),
        needs="may_mark", is_first=True,
    ),
    _row(
        bind(
            "enter", "score", "Score", "score", "Score in the selected box", key_display="Enter"
        ),
        needs="scores", shown="at_box", why="seated not_scored going ours rolled scores",
        animation=Animation.TAKES, is_first=True,
    ),
    _row(
        bind(
            "enter", "start_turn", "Roll", "roll-enter", "Make the first roll of the turn",
            key_display="Enter",
        ),
        shown="going starts_turn", animation=Animation.TAKES,
        places="play lesson answered", is_first=True,
    ),
    _row(
        bind(
            "enter", "show_result", "Results", "result-enter", "Show the final ranking",
            key_display="Enter",
        ),
        bind("e", "show_result", "Results", "result", "Show the final ranking"),
        shown="over", why="over", animation=Animation.LEFT, places="play watch lesson",
        is_first=True,
    ),
    _row(
        bind("c", "copy_result", "Copy", "copy-result", "Copy the line to share", show=False),
        shown="over", why="over", animation=Animation.LEFT, places="play lesson",
    ),
    _row(
        bind("u", "undo", "Undo", "undo", "Undo the last hold or score"),
        needs="may_undo", why="seated may_undo", is_first=True,
    ),
    _row(
        bind("h", "coach", "Coach", "coach", "Turn the coach's advice on or off"),
        needs="ours going may_advise", shown="has_coach", why=_COACHED, places="play",
    ),
    _row(
        bind("b", "beat", "Target", "beat", "Choose a score that the coach plays for"),
        needs="ours going", shown="may_aim going", why="seated going ours unjudged has_coach",
        places="play",
    ),
    _row(
        bind("escape", "leave", "Menu", "menu", "Go to the menu; the game is saved"),
        places=_EVERYWHERE, is_first=True,
    ),
    _row(
        bind("a", "hold_all", "Hold all", "hold-all", "Hold or release all dice"),
        needs=_HOLDS, shown="going",
    ),
    _row(
        bind("slash", "find", "Find", "find", "Find a box by name or code", show=False),
        needs="may_find", shown="not_finding", places="play",
    ),
    _row(
        bind("o", "app.show_options", "Options", "options", "Options", show=False),
        places=_EVERYWHERE,
    ),
    _row(
        bind("U,ctrl+r", "redo", "Redo", "redo", "Redo what you undid"),
        shown="may_redo", why="seated may_redo", places="play asked",
    ),
    _row(
        bind("v", "review", "Review", "review", REVIEW),
        shown="over", why="over", animation=Animation.LEFT, places="play watch lesson",
    ),
    _row(
        bind("H", "show_values", "Values", "values", "With the coach on, list all choices"),
        needs="ours going may_advise", shown="has_coach", why=_COACHED, places="play answered",
    ),
    _row(
        bind("s", "show_scores", "Scores", "scores", "High scores and statistics", show=False),
        animation=Animation.LEFT, places="play watch lesson",
    ),
    _row(
        bind(
            "left,right", "cross", "Across", "cross", "Switch between upper and lower section",
            show=False,
        ),
        needs="may_mark", shown="at_card",
    ),
    _row(
        bind(
            "tab", "switch", "Dice", "switch", "Switch between dice and boxes", show=False,
            key_display="Tab",
        ),
        needs=_HOLDS,
    ),
    _row(
        bind(
            "left_square_bracket", "look(-1)", "Players left", "look-left",
            "Players further left; ←1 counts them", group=_PLAYERS,
        ),
        bind(
            "right_square_bracket", "look(1)", "Players right", "look-right",
            "Players further right; 1→ counts them", group=_PLAYERS,
        ),
        shown="hides_players", why="hides_players", animation=Animation.LEFT,
        places="play watch lesson",
    ),
    _row(
        bind(
            "pageup", "scroll_log(-1)", "Later turns", "log-up", "Scroll up the turns", show=False
        ),
        bind(
            "pagedown", "scroll_log(1)", "Earlier turns", "log-down", "Scroll down the turns",
            show=False,
        ),
        animation=Animation.LEFT, places="play watch lesson",
    ),
    _row(
        *(
            bind(
                keys, f"hold_other({number})", label, f"hold-all-{number}",
                "Hold or release all dice of that number", group=HOLD_ALL, show=False,
                key_display=f"Shift+{number}",
            )
            for number, (keys, label) in enumerate(zip(_SHIFTED, _HOLD_NUMBER, strict=True), 1)
        ),
        needs=_HOLDS, shown="going",
    ),
    _row(
        bind(
            "left", "select_die(-1)", "Previous die", "die-left", "Previous die", group=_DIE,
            show=False,
        ),
        bind(
            "right", "select_die(1)", "Next die", "die-right", "Next die", group=_DIE, show=False
        ),
        shown="at_dice",
    ),
)  # fmt: skip
ROWS = {row.action: row for row in _ROWS}


def bindings_of(rows: Iterable[ActionRow]) -> list[BindingType]:
    """Return the bindings of some rows, as screens declare them."""
    return [key for row in rows for key in row.keys]


IRREVOCABLE = frozenset({"roll", "start_turn", "score"})
"""The actions that a held key does only once: no undo gives a roll back."""

WATCH_ROWS = [row for row in _ROWS if "watch" in row.places]
TABLE_KEYS, WATCH_KEYS = bindings_of(_ROWS), bindings_of(WATCH_ROWS)
_BY_ID = {key.id: key for row in _ROWS for key in row.keys}

ONLY_DICE = N_("There are only {dice} dice.")
ELSEWHERE = N_("That can't be done here.")
"""What is said of a key that a screen takes away, as practice does."""

_REFUSALS: Mapping[Fact, str] = {
    "seated": N_("You are watching. Only players can do that."),
    "may_undo": "{no_undo}",
    "may_redo": N_("Nothing to redo."),
    "not_scored": N_("Already scored. {player}: {roll} to roll, {undo} to undo."),
    "going": N_("The game is over. Press {result} for the result."),
    "over": N_("The game isn't over yet."),
    "ours": N_("It's {player}'s turn."),
    "unjudged": COACH_IN_EVENTS,
    "has_coach": N_("The coach is off. Turn it on in Options."),
    "rolled": N_("Roll the dice first: press {roll}."),
    "rolls_left": N_("No rolls left. {choose}"),
    "may_roll": "{no_roll}",
    "scores": "{choose}",
    "has_die": ONLY_DICE,
    "hides_players": N_("Every player is shown."),
}


@lru_cache(512)
def find_states(facts: frozenset[Fact], hold_keys: int = MOST_DICE) -> Mapping[str, bool | None]:
    """Return what may be done: True, None if dimmed, False if hidden; `hold_keys` hold dice."""
    found: dict[str, bool | None] = {
        name: row.shown <= facts and (row.needs <= facts or None) for name, row in ROWS.items()
    }
    if found["score"] is None and (found["start_turn"] or found["show_result"]):
        found["score"] = False  # Enter does one thing
    return found | {f"hold({at},)": False for at in range(hold_keys + 1, MOST_DICE + 1)}


@lru_cache(16)
def hide_except(place: Place) -> Mapping[str, bool | None]:
    """Return the actions that have no place somewhere, all hidden."""
    return {row.action: False for row in _ROWS if place not in row.places}


def find_refusal(action: str, facts: frozenset[Fact]) -> str:
    """Return the sentence of the first fact that is missing, with words to be filled in."""
    return next((_REFUSALS[fact] for fact in ROWS[action].why if fact not in facts), ELSEWHERE)


def end_animations_first(screen: type[Screen[Any]]) -> None:
    """Let the actions that a class of a table defines end animations first, as their rows say."""
    for name, row in ROWS.items():
        act = vars(screen).get(f"action_{name}")
        if act is not None and row.animation is not Animation.LEFT:
            setattr(screen, f"action_{name}", _ending(act, row.animation is Animation.TAKES))


def _ending(act: Callable[..., Any], takes: bool) -> Callable[..., Any]:
    @wraps(act)  # Textual counts its parameters, too
    def action(screen: Any, *parameters: object) -> Any:
        return None if screen.interrupt() and takes else act(screen, *parameters)

    return action


_ENTER_TOO = "roll-enter", "result-enter"
"""The ids of bindings that let Enter do what another key does as well."""


def changeable_keys(app: App[None]) -> list[Binding]:
    """Return the bindings whose keys the player may change: of tables and of the app."""
    found: dict[str, Binding] = {}
    for each in (*TABLE_KEYS, *app.BINDINGS):
        if isinstance(each, Binding) and each.id not in (None, *_ENTER_TOO) and not each.priority:
            found.setdefault(each.action, each)
    return list(found.values())


def table_actions(options: Options) -> dict[str, tuple[str, ...]]:
    """Return the actions of each key of a table, those of dice with their number: `hold(6,)`."""
    found: dict[str, tuple[str, ...]] = {}
    for row in _ROWS:
        for binding in row.keys:
            name = binding.action.replace(")", ",)") if row.action == "hold" else row.action
            for key in keys_of(binding, options.keys):
                found[key] = (*found.get(key, ()), name)
    return found


def main_key(name: str, options: Options) -> str:
    """Return the displayed first key of the binding with this id."""
    return _main_key(name, options.keys.get(name))


@cache
def _main_key(name: str, chosen: str | None) -> str:
    return describe_key(keys_of(_BY_ID[name], {name: chosen} if chosen else {})[0])


def count_hold_keys(ruleset: Ruleset, options: Options) -> int:
    """Return how many number keys hold dice: one for each die, or by option for each face."""
    return ruleset.sides if options.number_keys == "face" else ruleset.dice


def hold_keys(ruleset: Ruleset, options: Options) -> str:
    """Return the displayed keys that hold dice."""
    numbers = range(1, min(MOST_DICE, count_hold_keys(ruleset, options)) + 1)
    keys = [main_key(f"hold-{number}", options) for number in numbers]
    return join_consecutive(keys) or " ".join(keys)
