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

COLORS = ("felt", "paper", "contrast", "color-blind", "terminal")
"""The themes, the default first."""


class DiceSpeed(Enum):
    """How long the dice tumble, in seconds."""

    OFF = 0.0
    SHORT = 0.3
    FULL = 0.8


SKINS = ("ivory", "bone", "casino", "ebony", "jade")
"""The skins of the dice, the default first."""


class DiceStyle(Enum):
    """How dice are drawn: in colors, in lines where a font has gaps in them, or in ASCII."""

    DRAWN = "drawn"
    LINES = "lines"
    ASCII = "ascii"


class CardStyle(Enum):
    """What the score card is on: the felt of the table, or paper."""

    FELT = "felt"
    PAPER = "paper"


class DiceClick(Enum):
    """What picking a die means."""

    HOLD = "hold"
    REROLL = "reroll"


class NumberKeys(Enum):
    """What the number keys hold, with Shift the other: the die at that place, or all of a face."""

    PLACE = "place"
    FACE = "face"


class DiceOrder(Enum):
    """In which order the dice are drawn."""

    ROLLED = "rolled"
    SORTED = "sorted"


class Sound(Enum):
    """When the terminal's bell rings: never, for your turn at a shared table, or for all events."""

    OFF = "off"
    TURN = "turn"
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


class ChanceMode(Enum):
    """When the chances of winning are shown: never, to those who only watch, or to players, too."""

    OFF = "off"
    WATCHING = "watching"
    ALWAYS = "always"


LANGUAGES = {
    "auto": "as the system",
    "en": "English",
    "da": "Dansk",
    "de": "Deutsch",
    "es": "Español",
    "fi": "Suomi",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "no": "Norsk",
    "pl": "Polski",
    "pt": "Português",
    "sv": "Svenska",
}
"""The languages of the names of games and boxes by code, named in themselves; the default first."""

_WORDS = {"colors": COLORS, "skin": SKINS, "language": tuple(LANGUAGES)}


class Manners(NamedTuple):
    """How a table behaves where neither the player nor the game says otherwise."""

    dice_click: DiceClick = DiceClick.HOLD  # whether a picked die is held, or rolled again
    auto_roll: bool = False  # whether the first roll of a turn comes by itself
    confirm_zero: bool = True  # whether a zero asks once more where points could be had


class Options(NamedTuple):
    """The options of one program run. A manner that is None is the game's; see `Manners`."""

    dice_click: DiceClick | None = None
    dice_speed: DiceSpeed = DiceSpeed.FULL  # how long the dice tumble
    auto_roll: bool | None = None
    pause: float = 4.0  # seconds before a roll by itself, in which a posting can be taken back
    confirm_zero: bool | None = None
    colors: str = COLORS[0]  # the name of the theme
    skin: str = SKINS[0]  # the colors of the dice
    dice: DiceStyle = DiceStyle.DRAWN  # how they are drawn
    card: CardStyle = CardStyle.FELT  # what the score card is on, in the theme of felt
    sound: Sound = Sound.TURN  # when the terminal's bell rings
    cursor: Cursor = Cursor.HIDDEN  # whether it follows what is marked, held or typed
    first_player: FirstPlayer = FirstPlayer.RANDOM  # who begins where no player is named for it
    coach: CoachMode = CoachMode.ASK  # when the coach says what is best
    keys: Mapping[str, str] = MappingProxyType({})  # by binding id; several with commas
    number_keys: NumberKeys = NumberKeys.PLACE  # what the number keys hold
    box_keys: bool = False  # whether each box has a letter that scores in it
    dice_order: DiceOrder = DiceOrder.ROLLED  # in which order the dice are drawn
    language: str = "auto"  # of the names of games and boxes
    chance: ChanceMode = ChanceMode.WATCHING  # when the chances of winning are shown


_VARIANTS = {"nb": "no", "nn": "no"}
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def find_language(chosen: str, environment: Mapping[str, str]) -> str:
    """Return the code of a language, for `auto` that of the environment or else English."""
    if chosen != "auto":
        return chosen
    value = next(filter(None, map(environment.get, _VARIABLES)), "")
    code = value[:2].lower() if value[2:3] in ("", "_", ".", "@", "-") else ""
    code = _VARIANTS.get(code, code)
    return code if code in LANGUAGES else "en"


def apply_language(chosen: str, environment: Mapping[str, str]) -> None:
    """Name games and boxes in the language chosen; before, they have that of the environment."""
    code = find_language(chosen, environment)
    if {code, find_language("auto", environment)} != {"en"}:
        from yahtzee_tui.settings.languages import use_language  # most players read English names

        use_language(code)


def to_toml(value: object) -> object:
    """Return how the value of an option is written in the file."""
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def parse_option(key: str, word: object) -> object:
    """Return the value of an option from its TOML form; `ValueError` says which are allowed."""
    default = getattr(Manners() if key in Manners._fields else Options(), key)
    if isinstance(default, Enum):
        return _choose(word, {to_toml(member): member for member in type(default)})
    if isinstance(default, bool):
        if isinstance(word, bool):
            return word
        raise ValueError("true or false")
    if isinstance(default, float):
        return _parse_seconds(word)
    return _choose(word, {name: name for name in _WORDS[key]})


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
