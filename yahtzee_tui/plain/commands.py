"""The commands of the plain mode, and the parser for a typed line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Optional, TypeAlias

from yahtzee_tui.rules import Malformed
from yahtzee_tui.text import fold, join_words, quote
from yahtzee_tui.translation import _, cache, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class TableCommand(NamedTuple):
    """A command that the player can type, its word in English or in the player's language."""

    letter: str  # its short form, case-sensitive; empty if there is none
    word: str  # its name, in any case
    about: str  # its help text
    takes_more: bool = False  # whether an argument may follow


COMMON = (
    TableCommand("", "rules", "how to play"),
    TableCommand("o", "options", "list the options, or change one: options coach always", True),
    TableCommand("", "scores", "the high scores, or a player's statistics: scores Ann", True),
    TableCommand("", "ladder", "points that decisions lose per game: ladder yatzy", True),
    TableCommand("", "repeat", "what was said since your last command"),
    TableCommand("?", "help", "this list"),
    TableCommand("q", "quit", "quit; the game is always saved"),
)
"""What can be typed everywhere."""

COMMANDS = (
    TableCommand("r", "roll", "roll the dice that are not held; Enter alone does the same"),
    TableCommand("a", "all", "hold all dice, or all that show a number: all 3", True),
    TableCommand(
        "s", "score", "list the open boxes, or score in one, as in s 9 or s full house", True
    ),
    TableCommand("d", "dice", "your dice, held dice and rolls left"),
    TableCommand("c", "card", "your card, or another player's: card Bob", True),
    TableCommand("C", "other", "another player's card", True),
    TableCommand("t", "turn", "whose turn it is, rolls left and totals"),
    TableCommand("u", "undo", "undo the last hold or score"),
    TableCommand("U", "redo", "redo what you undid"),
    TableCommand(
        "h", "hint", "what the coach advises, and why; h 250 is for a score of 250 or more", True
    ),
    TableCommand("", "why", "why the coach's choice is best, box by box"),
    TableCommand("v", "values", "what every choice is worth, the best first"),
    TableCommand("l", "log", "the turns so far"),
    *COMMON,
)

PLAY_AGAIN = TableCommand("p", "play", "play again with the same players")
AFTER_GAME = (
    TableCommand(
        "", "review", "luck, skill and the costliest decisions; review 3 goes through round 3", True
    ),
    TableCommand("", "share", "a line about the game to share"),
)
LAST_COMMANDS = (PLAY_AGAIN, TableCommand("n", "new", "play with other players"), *AFTER_GAME)
"""The further commands when a game is over."""


EXITS = ("quit", "lobby")
"""The words that leave a game; the second one is only where there is a lobby."""


class Scope(NamedTuple):
    """What can be typed at one place."""

    commands: tuple[TableCommand, ...]
    empty: str = "roll"  # the word of what an empty line does
    has_dice: bool = True  # whether digits hold dice


TABLE = Scope((*COMMANDS, *LAST_COMMANDS))

_REAL = (
    TableCommand("r", "roll", "type the faces you rolled on your table: roll 33144; digits alone "
                 "do the same, and a box may follow: 33144 full house", True),
    TableCommand("s", "score", "list the open boxes, or score in one: s full house; without dice, "
                 "add points: full house 25, sixes 30 +100 with a bonus", True),
    TableCommand("d", "dice", "your dice and rolls left; dice 33144 corrects the faces", True),
    TableCommand("u", "undo", "undo the last roll, hold or score"),
)  # fmt: skip
_CORRECT = TableCommand(
    "", "correct", "correct an earlier score: correct full house 25; correct Bob chance 22 full "
    "house moves it to another box", True,
)  # fmt: skip
_CHANGED = {each.word: each for each in _REAL}

REAL_TABLE = Scope((_CORRECT, *(_CHANGED.get(each.word, each) for each in TABLE.commands)))
"""What can be typed where the players roll dice on their own table."""

HOLD = "hold"  # the word of the command that digits stand for
BETWEEN_DIGITS = str.maketrans("", "", " ,")


def translate_word(word: str) -> list[str]:
    """Return what may be typed for a word: those of the player's language, and itself."""
    own = pgettext("typed", word).casefold().split(",")
    return [*dict.fromkeys((*filter(None, map(str.strip, own)), word))]


def is_typed(word: str, typed: str) -> bool:
    """Return whether what was typed is a word, in English or in the player's language."""
    return fold(typed) in map(fold, translate_word(word))


@cache
def _find_words(scope: Scope) -> dict[str, TableCommand]:
    """Return the commands by all their words; an English word means what it means in English."""
    every = scope.commands
    words = {fold(word): each for each in reversed(every) for word in translate_word(each.word)}
    return words | {each.word: each for each in every}


def parse(line: str, scope: Scope = TABLE) -> tuple[str, str]:
    """Return a command's word and its argument; raises `Malformed` if it is no command."""
    if not line:
        return scope.empty, ""
    digits = fold(line)
    begins = filter(digits.startswith, map(fold, translate_word("hold")))
    digits = digits.removeprefix(max(begins, key=len, default="")).translate(BETWEEN_DIGITS)
    if scope.has_dice and digits.isascii() and digits.isdecimal():
        return HOLD, digits
    words = _find_words(scope)
    first, *rest = [line] if fold(line) in words else line.split()
    letters = {each.letter: each for each in scope.commands if each.letter}
    command = letters.get(first) or letters.get(first.lower()) or words.get(fold(first))
    if command is None or (rest and not command.takes_more):
        sentence = _("{line} is not a command. Type ? for a list.", line=quote(line))
        raise Malformed("unknown_command", sentence)
    return command.word, " ".join(rest)


def describe_commands(commands: Iterable[TableCommand], dice: int = 0) -> Iterator[str]:
    """Yield a line for each command, and for the digits in a game with so many dice."""
    if dice:
        yield _(
            "1 to {dice}, as in 1 3 or 13: hold these dice and no others; 0 for none.", dice=dice
        )
    for each in commands:
        words = filter(None, (each.letter, translate_word(each.word)[0]))
        yield f"{join_words(words, 'or')}: {_(each.about)}."
    yield _("A line that ends with a colon waits for your answer.")


CommandHandler: TypeAlias = Callable[[str], Optional["Question"]]
"""Executes a command with its argument, and returns the question to ask next, if any."""


def agrees(answer: str) -> bool:
    """Return whether an answer is yes."""
    return fold(answer) == "y" or is_typed("yes", answer)


def confirm(question: str, act: Callable[[], None], not_done: Callable[[], None]) -> Question:
    """Return a question that is answered with yes or no; `not_done` says that nothing was done."""

    def understands(answer: str) -> bool:
        return agrees(answer) or fold(answer) in ("", "n") or is_typed("no", answer)

    def take(answer: str) -> None:
        act() if agrees(answer) else not_done()

    return Question(question, understands, take, not_done)


class Question(NamedTuple):
    """A question of a command; every other command may be typed instead of an answer."""

    text: str  # the question, without its colon
    # Returns whether a line is an answer; otherwise it is a command.
    understands: Callable[[str], bool]
    answer: CommandHandler  # handles the answer
    leave: Callable[[], None] = lambda: None  # called before a command that is typed instead
