"""The options of the game: their types, their defaults and their values in the file of settings."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  it is in the types that `_find_types` reads
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, get_args, get_type_hints

from yahtzee_tui.text import join_words

SHORTEST_PAUSE, LONGEST_PAUSE = 1, 60
"""The pause before a roll that comes by itself, in seconds."""

COLORS = ("felt", "paper", "contrast", "color-blind", "terminal")
"""The themes, the default first."""

DiceSpeed: TypeAlias = Literal["off", "short", "full"]
"""How long the dice tumble."""

SKINS = ("ivory", "bone", "casino", "ebony", "jade")
"""The skins of the dice, the default first."""

DiceStyle: TypeAlias = Literal["drawn", "lines", "ascii"]
"""How dice are drawn: in colors, in lines where a font has gaps in them, or in ASCII."""

CardStyle: TypeAlias = Literal["felt", "paper"]
"""What the score card is on: the felt of the table, or paper."""

DiceClick: TypeAlias = Literal["hold", "reroll"]
"""What picking a die means."""

NumberKeys: TypeAlias = Literal["place", "face"]
"""What the number keys hold, with Shift the other: the die at that place, or all of a face."""

Sound: TypeAlias = Literal["off", "turn", "bell"]
"""When the terminal's bell rings: never, for your turn at a shared table, or for all events."""

Cursor: TypeAlias = Literal["hidden", "shown"]
"""Whether the terminal's own cursor is seen."""

CoachMode: TypeAlias = Literal["off", "ask", "always"]
"""When the coach says what is best."""

ChanceMode: TypeAlias = Literal["off", "watching", "always"]
"""When the chances of winning are shown: never, to those who only watch, or to players, too."""

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

    dice_click: DiceClick = "hold"  # whether a picked die is held, or rolled again
    auto_roll: bool = False  # whether the first roll of a turn comes by itself
    confirm_zero: bool = True  # whether a zero asks once more where points could be had


class Options(NamedTuple):
    """The options of one program run. A manner that is None is the game's; see `Manners`."""

    dice_click: DiceClick | None = None
    dice_speed: DiceSpeed = "full"  # how long the dice tumble
    auto_roll: bool | None = None
    pause: float = 4.0  # seconds before a roll by itself, in which a posting can be taken back
    confirm_zero: bool | None = None
    colors: str = COLORS[0]  # the name of the theme
    skin: str = SKINS[0]  # the colors of the dice
    dice: DiceStyle = "drawn"  # how they are drawn
    card: CardStyle = "felt"  # what the score card is on, in the theme of felt
    sound: Sound = "turn"  # when the terminal's bell rings
    cursor: Cursor = "hidden"  # whether it follows what is marked, held or typed
    # Who begins where no player is named for it: one drawn at random, or the first one.
    first_player: Literal["random", "fixed"] = "random"
    coach: CoachMode = "ask"  # when the coach says what is best
    keys: Mapping[str, str] = MappingProxyType({})  # by binding id; several with commas
    number_keys: NumberKeys = "place"  # what the number keys hold
    box_keys: bool = False  # whether each box has a letter that scores in it
    dice_order: Literal["rolled", "sorted"] = "rolled"  # in which order the dice are drawn
    language: str = "auto"  # of the names of games and boxes
    chance: ChanceMode = "watching"  # when the chances of winning are shown


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
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def parse_option(key: str, word: object) -> Any:
    """Return the value of an option from its TOML form; `ValueError` says which are allowed."""
    kind = _find_types()[key]
    if kind is bool:
        if isinstance(word, bool):
            return word
        raise ValueError("true or false")
    if kind is float:
        return _parse_seconds(word)
    words = get_args(kind) or _WORDS[key]
    if word not in words:
        raise ValueError(join_words((f'"{each}"' for each in words), "or"))
    return word


class HasOptions(Protocol):
    """What has the options that hold now, such as a screen."""

    @property
    def options(self) -> Options: ...


@cache
def _find_types() -> dict[str, Any]:
    """Return the types of the options by name, those of manners without None."""
    return get_type_hints(Options) | get_type_hints(Manners)


def _parse_seconds(word: Any) -> float:
    # A bool is an int to Python, but no number to people; and no comparison holds for NaN.
    is_number = isinstance(word, int | float) and not isinstance(word, bool)
    if not is_number or not SHORTEST_PAUSE <= word <= LONGEST_PAUSE:
        raise ValueError(f"{SHORTEST_PAUSE} to {LONGEST_PAUSE} seconds")
    return float(word)
