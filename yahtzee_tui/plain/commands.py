"""The commands of the plain mode, and the parser for a typed line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Optional, TypeAlias

from yahtzee_tui.rules import Malformed
from yahtzee_tui.text import fold, join_words, quote
from yahtzee_tui.translation import _, cache, pgettext

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


class TableCommand(NamedTuple):
    """A command that the player can type, its word in English or in the player's language."""

    letter: str  # its short form, case-sensitive; empty if there is none
    word: str  # its name, in any case
    about: str  # its help text
    takes_more: bool = False  # whether an argument may follow


COMMANDS = (
    TableCommand("r", "roll", "roll the dice that are not held; Enter alone does the same"),
    TableCommand(
        "s", "score", "list the open boxes, or score in one, as in s 9 or s full house", True
    ),
    TableCommand("d", "dice", "your dice, held dice and rolls left"),
    TableCommand("c", "card", "your card"),
    TableCommand("C", "other", "another player's card", True),
    TableCommand("t", "turn", "whose turn it is, rolls left and totals"),
    TableCommand("u", "undo", "undo the last hold or score"),
    TableCommand("U", "redo", "redo what you undid"),
    TableCommand(
        "h", "hint", "what the coach advises, and why; h 250 is for a score of 250 or more", True
    ),
    TableCommand("l", "log", "the turns so far"),
    TableCommand("", "rules", "how to play"),
    TableCommand("?", "help", "this list"),
    TableCommand("q", "quit", "quit; the game is always saved"),
)

LAST_COMMANDS = (
    TableCommand("p", "play", "play again with the same players"),
    TableCommand("n", "new", "play with other players"),
)
"""The further commands when a game is over."""

HOLD = "hold"  # the word of the command that digits stand for
_BETWEEN_DIGITS = str.maketrans("", "", " ,")
_BY_LETTER = {each.letter: each for each in (*COMMANDS, *LAST_COMMANDS) if each.letter}
_ALL = (*COMMANDS, *LAST_COMMANDS)


def translate_word(word: str) -> list[str]:
    """Return what may be typed for a word: those of the player's language, and itself."""
    own = pgettext("typed", word).casefold().split(",")
    return [*dict.fromkeys((*filter(None, map(str.strip, own)), word))]


def is_typed(word: str, typed: str) -> bool:
    """Return whether what was typed is a word, in English or in the player's language."""
    return fold(typed) in map(fold, translate_word(word))


@cache
def _find_words() -> dict[str, TableCommand]:
    """Return the commands by all their words; an English word means what it means in English."""
    words = {fold(word): each for each in reversed(_ALL) for word in translate_word(each.word)}
    return words | {each.word: each for each in _ALL}


def parse(line: str) -> tuple[str, str]:
    """Return a command's word and its argument; raises `Malformed` if it is no command."""
    if not line:
        return "roll", ""
    digits = fold(line)
    begins = filter(digits.startswith, map(fold, translate_word("hold")))
    digits = digits.removeprefix(max(begins, key=len, default="")).translate(_BETWEEN_DIGITS)
    if digits.isascii() and digits.isdecimal():
        return HOLD, digits
    first, *rest = line.split()
    letter = _BY_LETTER.get(first) or _BY_LETTER.get(first.lower())
    command = letter or _find_words().get(fold(first))
    if command is None or (rest and not command.takes_more):
        sentence = _("{line} is not a command. Type ? for a list.", line=quote(line))
        raise Malformed("unknown_command", sentence)
    return command.word, " ".join(rest)


def format_words(letter: str, word: str) -> str:
    """Return what may be typed for a command, such as `q or quit`."""
    return join_words(filter(None, (letter, *translate_word(word))), "or")


def describe_commands(
    dice: int, is_over: bool, words: Collection[str] | None = None
) -> Iterator[str]:
    """Yield a line for each command, or for some, of a game with so many dice."""
    yield _("1 to {dice}, as in 1 3 or 13: hold these dice and no others; 0 for none.", dice=dice)
    for each in (*COMMANDS, *(LAST_COMMANDS if is_over else ())):
        if words is not None and each.word not in words:
            continue
        yield f"{format_words(each.letter, each.word)}: {_(each.about)}."
    yield _("A line that ends with a colon waits for your answer.")


CommandHandler: TypeAlias = Callable[[str], Optional["Question"]]
"""Executes a command with its argument, and returns the question to ask next, if any."""


class Question(NamedTuple):
    """A question of a command; every other command may be typed instead of an answer."""

    text: str  # the question, without its colon
    # Returns whether a line is an answer; otherwise it is a command.
    understands: Callable[[str], bool]
    answer: CommandHandler  # handles the answer
    unanswered: str = ""  # what is said before a command that is typed instead
