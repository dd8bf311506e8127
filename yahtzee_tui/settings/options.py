"""What a player may choose about how the game is shown and handled."""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    """Who begins where nobody says so: somebody drawn, or the player named first."""

    RANDOM = "random"
    FIXED = "fixed"


class Coach(Enum):
    """When the coach says what is best."""

    OFF = "off"
    ASK = "ask"
    ALWAYS = "always"


class Options(NamedTuple):
    """The options of one program run.

    Attributes:
        dice_click: Whether a picked die is held, or is the one to be rolled again.
        dice_speed: How long the dice tumble.
        auto_roll: Whether the first roll of a turn comes by itself.
        pause: Seconds before it does, in which a posting can be taken back.
        confirm_zero: Whether a zero asks once more where points could be had.
        colours: The name of the theme.
        sound: Whether the terminal's bell rings.
        cursor: Whether the terminal's own cursor follows what is marked, held or typed.
        first_player: Who begins where nobody says so.
        coach: When the coach says what is best.
        keys: The keys that were changed, by the id of what they do, with commas between them.
    """

    dice_click: DiceClick = DiceClick.HOLD
    dice_speed: DiceSpeed = DiceSpeed.FULL
    auto_roll: bool = False
    pause: float = 4.0
    confirm_zero: bool = True
    colours: str = COLOURS[0]
    sound: Sound = Sound.OFF
    cursor: Cursor = Cursor.HIDDEN
    first_player: FirstPlayer = FirstPlayer.RANDOM
    coach: Coach = Coach.ASK
    keys: Mapping[str, str] = MappingProxyType({})
