"""The options of the game: their types, their defaults and their values in the file of settings."""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.text import join_words

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORTEST_PAUSE, LONGEST_PAUSE = 1, 60
"""The pause before a roll that comes by itself, in seconds."""

COLOURS = ("felt", "paper", "contrast", "colour-blind", "terminal")
"""The themes, the default first."""


class DiceSpeed(Enum):
    """How long the dice tumble, in seconds."""

    OFF = 0.0
    SHORT = 0.3
    FULL = 0.8


class DiceClick(Enum):
    """What picking a die means."""

    HOLD = "hold"
    REROLL = "reroll"


class Sound(Enum):
    """What is heard of the game."""

    OFF = "off"
    BELL = "bell"


class Cursor(Enum):
    """Whether the terminal's own cursor is seen."""

    HIDDEN = "hidden"
    SHOWN = "shown"


class FirstPlayer(Enum):
    """Who begins where no player is named for it: one drawn at random, or the first one."""

    RANDOM = "random"
    FIXED = "fixed"


class CoachMode(Enum):
    """When the coach says what is best."""

    OFF = "off"
    ASK = "ask"
    ALWAYS = "always"


class Options(NamedTuple):
    """The options of one program run."""

    dice_click: DiceClick = DiceClick.HOLD  # whether a picked die is held, or rolled again
    dice_speed: DiceSpeed = DiceSpeed.FULL  # how long the dice tumble
    auto_roll: bool = False  # whether the first roll of a turn comes by itself
    pause: float = 4.0  # seconds before it does, in which a posting can be taken back
    confirm_zero: bool = True  # whether a zero asks once more where points could be had
    colours: str = COLOURS[0]  # the name of the theme
    sound: Sound = Sound.OFF  # whether the terminal's bell rings
    cursor: Cursor = Cursor.HIDDEN  # whether it follows what is marked, held or typed
    first_player: FirstPlayer = FirstPlayer.RANDOM  # who begins where no player is named for it
    coach: CoachMode = CoachMode.ASK  # when the coach says what is best
    keys: Mapping[str, str] = MappingProxyType({})  # by binding id; several with commas


def to_toml(value: object) -> object:
    """Return how the value of an option is written in the file."""
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def parse_option(key: str, word: object) -> object:
    """Return the value of an option from its TOML form; `ValueError` says which are allowed."""
    default = getattr(Options(), key)
    if isinstance(default, Enum):
        return _choose(word, {to_toml(member): member for member in type(default)})
    if isinstance(default, bool):
        if isinstance(word, bool):
            return word
        raise ValueError("true or false")
    if isinstance(default, float):
        return _parse_seconds(word)
    return _choose(word, {colours: colours for colours in COLOURS})


def _parse_seconds(word: Any) -> float:
    # A bool is an int to Python, but no number to people; and no comparison holds for NaN.
    is_number = isinstance(word, int | float) and not isinstance(word, bool)
    if not is_number or not SHORTEST_PAUSE <= word <= LONGEST_PAUSE:
        raise ValueError(f"{SHORTEST_PAUSE} to {LONGEST_PAUSE} seconds")
    return float(word)


def _choose(word: object, choices: Mapping[object, object]) -> object:
    if not isinstance(word, str) or word not in choices:
        raise ValueError(join_words((f'"{choice}"' for choice in choices), "or"))
    return choices[word]
