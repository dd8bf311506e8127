"""The commands of the plain mode, and the parser for a typed line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Optional, TypeAlias

from yahtzee_tui.rules import Malformed
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterator


class TableCommand(NamedTuple):
    """A command that the player can type."""

    letter: str  # its short form, case-sensitive; empty if there is none
    word: str  # its name, in any case
    about: str  # its help text
    takes_more: bool = False  # whether an argument may follow


COMMANDS = (
    TableCommand("r", "roll", "roll the dice that are not held; so does Enter alone"),
    TableCommand(
        "s", "score", "list the open boxes, or choose one, as in s 9 or s full house", True
    ),
    TableCommand("d", "dice", "the dice, what is held, and the rolls left"),
    TableCommand("c", "card", "your card"),
    TableCommand("C", "other", "the card of another player", True),
    TableCommand("t", "turn", "whose turn it is, the rolls left, and the totals"),
    TableCommand("u", "undo", "take back the newest hold or score"),
    TableCommand("U", "redo", "put back what was taken back"),
    TableCommand("h", "hint", "what the coach would do, and why"),
    TableCommand("l", "log", "the turns so far"),
    TableCommand("", "rules", "how this game is played"),
    TableCommand("?", "help", "this list"),
    TableCommand("q", "quit", "leave; the game is saved with every move"),
)

LAST_COMMANDS = (
    TableCommand("p", "play", "play again with the same players"),
    TableCommand("n", "new", "play with others"),
)
"""The further commands when a game is over."""

HOLD = "hold"  # the word of the command that digits stand for
_BETWEEN_DIGITS = str.maketrans("", "", " ,")
_BY_LETTER = {each.letter: each for each in (*COMMANDS, *LAST_COMMANDS) if each.letter}
_BY_WORD = {each.word: each for each in (*COMMANDS, *LAST_COMMANDS)}


def parse(line: str) -> tuple[str, str]:
    """Return a command's word and its argument; raises `Malformed` if it is no command."""
    if not line:
        return "roll", ""
    digits = line.translate(_BETWEEN_DIGITS)
    if digits and digits.isascii() and digits.isdecimal():
        return HOLD, digits
    first, *rest = line.split()
    command = _BY_LETTER.get(first) or _BY_LETTER.get(first.lower()) or _BY_WORD.get(first.lower())
    if command is None or (rest and not command.takes_more):
        raise Malformed("unknown_command", f"There is no command {quote(line)}; ? lists them all.")
    return command.word, " ".join(rest)


def describe_commands(dice: int, is_over: bool) -> Iterator[str]:
    """Yield a line for each command of a game with so many dice."""
    yield f"1 to {dice}, as in 1 3 or 13: hold the dice at these places and no others; 0 for none."
    for each in (*COMMANDS, *(LAST_COMMANDS if is_over else ())):
        names = f"{each.letter} or {each.word}" if each.letter else each.word
        yield f"{names}: {each.about}."
    yield "Whatever ends with a colon waits for you to type a line."


CommandHandler: TypeAlias = Callable[[str], Optional["Question"]]
"""Executes a command with its argument, and returns the question to ask next, if any."""


class Question(NamedTuple):
    """A question of a command; every other command may be typed instead of an answer."""

    text: str  # the question, without its colon
    # Returns whether a line is an answer; otherwise it is a command.
    understands: Callable[[str], bool]
    answer: CommandHandler  # handles the answer
