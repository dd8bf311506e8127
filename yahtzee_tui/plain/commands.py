"""What somebody types at the table, and what is meant by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import Malformed
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterator


class Command(NamedTuple):
    """Something that can be done by typing a word.

    Attributes:
        letter: The letter that is enough; small and capital ones are not the same.
        word: The word, in whatever letters.
        about: What it does.
        takes_more: Whether more words may follow.
    """

    letter: str
    word: str
    about: str
    takes_more: bool = False


class Said(NamedTuple):
    """What was understood.

    Attributes:
        word: The word of the command.
        rest: What follows it.
    """

    word: str
    rest: str = ""


COMMANDS = (
    Command("r", "roll", "roll the dice that are not held; so does Enter alone"),
    Command("s", "score", "list the open boxes, or choose one, as in s 9 or s full house", True),
    Command("d", "dice", "the dice, what is held, and the rolls left"),
    Command("c", "card", "your card"),
    Command("C", "other", "the card of another player", True),
    Command("t", "turn", "whose turn it is, the rolls left, and the totals"),
    Command("u", "undo", "take back the newest hold or score"),
    Command("U", "redo", "put back what was taken back"),
    Command("h", "hint", "what the coach would do, and why"),
    Command("l", "log", "the turns so far"),
    Command("", "rules", "how this game is played"),
    Command("?", "help", "this list"),
    Command("q", "quit", "leave; the game is saved with every move"),
)

LAST_COMMANDS = (
    Command("p", "play", "play again with the same players"),
    Command("n", "new", "play with others"),
)
"""What can be done beside all that when a game is over."""

HOLD = "hold"
"""The word for what digits mean."""

_BETWEEN_DIGITS = str.maketrans("", "", " ,")
_BY_LETTER = {each.letter: each for each in (*COMMANDS, *LAST_COMMANDS) if each.letter}
_BY_WORD = {each.word: each for each in (*COMMANDS, *LAST_COMMANDS)}


def parse(line: str) -> Said:
    """Return what a line means.

    Raises:
        Malformed: If it means nothing.
    """
    if not line:
        return Said("roll")
    digits = line.translate(_BETWEEN_DIGITS)
    if digits and digits.isascii() and digits.isdecimal():
        return Said(HOLD, digits)
    first, *rest = line.split()
    command = _BY_LETTER.get(first) or _BY_LETTER.get(first.lower()) or _BY_WORD.get(first.lower())
    if command is None or (rest and not command.takes_more):
        raise Malformed("unknown_command", f"There is no command {quote(line)}; ? lists them all.")
    return Said(command.word, " ".join(rest))


def tell_commands(dice: int, is_over: bool) -> Iterator[str]:
    """Yield a line for each command.

    Args:
        dice: How many dice there are.
        is_over: Whether the game is over.
    """
    yield f"1 to {dice}, as in 1 3 or 13: hold the dice at these places and no others; 0 for none."
    for each in (*COMMANDS, *(LAST_COMMANDS if is_over else ())):
        names = f"{each.letter} or {each.word}" if each.letter else each.word
        yield f"{names}: {each.about}."
    yield "Whatever ends with a colon waits for you to type a line."
