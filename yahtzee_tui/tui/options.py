"""What a player may choose about how the game is shown and handled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class DiceSpeed(Enum):
    """How long the dice tumble, in seconds."""

    OFF = 0.0
    SHORT = 0.3
    FULL = 0.8


class DiceClick(Enum):
    """What picking a die means."""

    HOLD = "hold"
    REROLL = "reroll"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one program run.

    Attributes:
        dice_click: Whether a picked die is held, or is the one to be rolled again.
        dice_speed: How long the dice tumble.
        auto_roll: Whether the first roll of a turn comes by itself.
        pause: Seconds before it does, in which a posting can be taken back.
        confirm_zero: Whether a zero asks once more where points could be had.
        colours: The name of the theme.
    """

    dice_click: DiceClick = DiceClick.HOLD
    dice_speed: DiceSpeed = DiceSpeed.FULL
    auto_roll: bool = False
    pause: float = 4.0
    confirm_zero: bool = True
    colours: str = "felt"
