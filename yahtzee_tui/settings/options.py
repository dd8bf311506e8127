"""The options of the game: each with its values, its words on the screen and its default.

Unlike elsewhere annotations are evaluated here, as the file, the screen and the page follow them.
"""

import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Protocol, get_args

from yahtzee_tui.settings.toml_file import describe_value
from yahtzee_tui.text import join_words
from yahtzee_tui.translation import LANGUAGES, N_, _, find_language

if TYPE_CHECKING:
    from yahtzee_tui.rules import Ruleset

SHORTEST_PAUSE, LONGEST_PAUSE = 1, 60
"""The pause before a roll that comes by itself, in seconds."""


def option_words(label: str, *values: str) -> tuple[str, ...]:
    """Mark the label of an option and the words of its values, which are translated where shown."""
    return label, *values


# The type of an option, with its label on the screen and the words of its values, in the order of
# stepping. A mapping has values that are not in the type.
DiceClick = Annotated[
    Literal["reroll", "hold"], option_words("A click on a die", "rerolls it", "holds it")
]
DiceSpeed = Annotated[
    Literal["off", "short", "full"], option_words("Dice animation", "off", "short", "full")
]
AutoRoll = Annotated[Literal[True, False], option_words("First roll", "automatic", "by key")]
_SECONDS = {2: N_("2 seconds"), 4: N_("4 seconds"), 8: N_("8 seconds"), 15: N_("15 seconds")}
Pause = Annotated[float, option_words("Pause before a roll"), _SECONDS]
ComputerPace = Annotated[Literal["quick", "calm"], option_words("Computers' pace", "quick", "calm")]
ConfirmZero = Annotated[
    Literal[False, True], option_words("Scoring a zero", "at once", "asks first")
]
FirstPlayer = Annotated[
    Literal["random", "fixed"], option_words("First player", "random", "first on the list")
]
CoachMode = Annotated[
    Literal["off", "ask", "always"], option_words("Coach", "never", "on request", "always")
]
ChanceMode = Annotated[
    Literal["off", "watching", "always"],
    option_words("Chance of winning", "hidden", "when watching", "always"),
]
Sound = Annotated[
    Literal["off", "turn", "bell"],
    option_words("Sound", "none", "bell on your turn", "bell on rolls, too"),
]
Cursor = Annotated[
    Literal["hidden", "shown"], option_words("Terminal cursor", "hidden", "follows the selection")
]
Plain = Annotated[Literal[False, True], option_words("Next start", "full screen", "lines of text")]
Mouse = Annotated[Literal["terminal", "game"], option_words("Mouse", "selects text", "plays")]
Colors = Annotated[
    Literal["felt", "paper", "contrast", "color-blind", "terminal"],
    option_words(
        "Colors",
        "green felt (dark)",
        "paper (light)",
        "high contrast (black)",
        "color-blind safe",
        "terminal colors",
    ),
]
Skin = Annotated[
    Literal["ivory", "bone", "casino", "ebony", "jade"],
    option_words("Dice color", "ivory", "bone", "casino", "ebony", "jade"),
]
DiceStyle = Annotated[
    Literal["drawn", "lines", "ascii"],
    option_words("Dice drawing", "in color", "as lines", "in ASCII"),
]
CardStyle = Annotated[Literal["felt", "paper"], option_words("Score card", "on felt", "on paper")]
NumberKeys = Annotated[
    Literal["place", "face"], option_words("Number keys", "hold by place", "hold by number")
]
NumberRow = Annotated[
    Literal["language", "digits", "azerty"],
    option_words("Number row", "usual for the language", "1 2 3 4 5", "& é \" ' ("),
]
ConfirmReroll = Annotated[
    Literal[False, True], option_words("Rerolling all dice", "at once", "asks first")
]
BoxKeys = Annotated[
    Literal[False, True], option_words("Letters for boxes", "off", "one key scores")
]
DiceOrder = Annotated[
    Literal["rolled", "sorted"], option_words("Dice order", "as rolled", "sorted")
]
Language = Annotated[str, option_words("Language"), LANGUAGES]


class Manners(NamedTuple):
    """How a table behaves where neither the player nor the game says otherwise."""

    dice_click: DiceClick = "hold"
    auto_roll: AutoRoll = False
    confirm_zero: ConfirmZero = True


MANNERS: dict[str, Mapping[str, Any]] = {
    # The first roll is made for the player, a click picks a die to reroll, and a click on a box
    # that the dice don't fit scores 0 at once.
    "yz": {"auto_roll": True, "dice_click": "reroll", "confirm_zero": False},
    "macintosh": {"dice_click": "reroll"},
    "forced-yatzy": {"auto_roll": True},  # there is nothing to choose before it
}
"""What differs from `Manners`, by the key of a rule set; the first two as their documents say."""


class Options(NamedTuple):
    """The options of one program run, in the order of the screen; docs/playing.md has their texts.

    A manner that is None is the game's; see `Manners`.
    """

    dice_click: DiceClick | None = None
    """What picking a die means."""
    dice_speed: DiceSpeed = "full"
    """How long the dice tumble."""
    auto_roll: AutoRoll | None = None
    """Whether the first roll of a turn, and the score in the last open box, come by themselves."""
    pause: Pause = 4.0
    """Seconds before an automatic roll, in which a score can still be undone."""
    computer_pace: ComputerPace = "quick"
    """How fast computers play; when `calm`, they leave `pause` seconds to undo a score."""
    confirm_zero: ConfirmZero | None = None
    """Whether a zero asks once more where points could be had."""
    confirm_reroll: ConfirmReroll = True
    """Whether a roll of all dice asks once more where some of them are alike."""
    first_player: FirstPlayer = "random"
    """Who begins where no player is named for it."""
    coach: CoachMode = "ask"
    """When the coach says what is best."""
    chance: ChanceMode = "watching"
    """Who sees the live chances of winning."""
    sound: Sound = "turn"
    """When the terminal's bell rings: for your turn at a shared table, or for every event."""
    cursor: Cursor = "hidden"
    """Whether the terminal's own cursor is seen."""
    plain: Plain = False
    """Whether the program starts in lines of text, as with `--plain`."""
    mouse: Mouse = "game"
    """Whether the mouse plays, or is left to the terminal to select text."""
    colors: Colors = "felt"
    """The theme."""
    skin: Skin = "ivory"
    """The colors of the dice."""
    dice: DiceStyle = "drawn"
    """How dice are drawn; choose `lines` if your font leaves gaps between blocks."""
    card: CardStyle = "felt"
    """The background of the score card in the theme of felt."""
    number_keys: NumberKeys = "place"
    """Whether a digit holds the die at that place or all of that number; with Shift, the other."""
    number_row: NumberRow = "language"
    """What the keys for dice 1 to 5 send without Shift, where the terminal doesn't say."""
    box_keys: BoxKeys = False
    """Whether each box has a letter that scores in it."""
    dice_order: DiceOrder = "rolled"
    """In which order the dice are drawn; each keeps its number."""
    language: Language = "auto"
    """The language, also of the names of games and boxes; `auto` is that of your environment."""
    keys: Mapping[str, str] = MappingProxyType({})
    """Other keys for an action, by binding id; several with commas."""


class Choices(NamedTuple):
    """The label of a form line, and the name of each value in the order of stepping."""

    name: str
    values: Mapping[Any, str]

    def step(self, now: Any, step: int) -> Any:
        """Return the value after (1) or before (-1) another, which need not be a choice."""
        values = list(self.values)
        if now not in values:
            values = sorted([*values, now])
        return values[(values.index(now) + step) % len(values)]


def _find_choices(key: str) -> Choices:
    is_manner = key in Manners._fields
    annotation = (Manners if is_manner else Options).__annotations__[key]
    kind, (label, *words), *others = get_args(annotation)
    if others:
        return Choices(label, others[0])
    values = get_args(kind)
    as_game = {None: N_("the game's default")} if is_manner else {}
    return Choices(label, as_game | dict(zip(values, words, strict=True)))


OPTIONS = {key: _find_choices(key) for key in Options._fields if key != "keys"}
"""The labels, values and words of the options by name, in the order of the screen."""

COLORS = tuple(OPTIONS["colors"].values)
"""The themes, the default first."""


_LANGUAGES = "yahtzee_tui.settings.languages"


def apply_language(chosen: str, environment: Mapping[str, str]) -> None:
    """Speak the language chosen from now on."""
    code = find_language(chosen, environment)
    if code != "en" or _LANGUAGES in sys.modules:
        from yahtzee_tui.settings.languages import use_language  # most players read English

        use_language(code)


def to_toml(value: object) -> object:
    """Return how the value of an option is written in the file."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def parse_option(key: str, word: object) -> Any:
    """Return the value of an option from its TOML form; `ValueError` says which are allowed."""
    if key == "pause":
        return _parse_seconds(word)
    values = [value for value in OPTIONS[key].values if value is not None]
    if word not in values or not isinstance(word, type(values[0])):  # 1 == True
        raise ValueError(join_words(map(describe_value, values), "or"))
    return word


def apply_manners(options: Options, ruleset: "Ruleset") -> Options:
    """Return the options at a table: the player's own, else the game's manners, else the usual."""
    manners = Manners()._replace(**MANNERS.get(ruleset.key, {}))._asdict()
    chosen = {key: getattr(options, key) for key in manners}
    return options._replace(
        **{key: manners[key] if own is None else own for key, own in chosen.items()}
    )


def is_idle(key: str, here: Options, at_home: bool) -> bool:
    """Return whether an option has no effect at a table with these options, or on a host."""
    return not {"pause": here.auto_roll, "plain": at_home}.get(key, True)


class HasOptions(Protocol):
    """What has the options that hold now, such as a screen."""

    @property
    def options(self) -> Options: ...


def _parse_seconds(word: Any) -> float:
    # A bool is an int to Python, but no number to people; and no comparison holds for NaN.
    is_number = isinstance(word, int | float) and not isinstance(word, bool)
    if not is_number or not SHORTEST_PAUSE <= word <= LONGEST_PAUSE:
        least, most = SHORTEST_PAUSE, LONGEST_PAUSE
        raise ValueError(_("{least} to {most} seconds", least=least, most=most))
    return float(word)
