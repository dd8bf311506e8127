"""The arguments that the commands share, as data for argparse."""

from __future__ import annotations

from argparse import SUPPRESS
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.cli.parser import Parser

DATABASE_VARIABLE = "YAHTZEE_TUI_DATABASE"
_RULES = "official"


class Argument(NamedTuple):
    """The name and the settings that `add_argument` takes."""

    name: str
    settings: dict[str, Any]


def argument(name: str, metavar: str, about: str, **settings: Any) -> Argument:
    """Return an argument or an option with a value; `settings` are those of `add_argument`.

    The name ends with `?` if it may be left out, with `*` or `+` if it may occur several times.
    """
    if name.endswith(("?", "*", "+")):
        name, mark = name[:-1], name[-1]
        is_option = name.startswith("-")
        settings |= {"action": "append", "default": []} if is_option else {"nargs": mark}
    return Argument(name, {"metavar": metavar, "help": about, **settings})


def switch(name: str, about: str, **settings: Any) -> Argument:
    """Return an option without a value."""
    return Argument(name, {"action": "store_true", "help": about, **settings})


def add_arguments(parser: Parser, arguments: Iterable[Argument | tuple[Argument, ...]]) -> None:
    """Add the arguments of a command to its parser; those of an inner tuple exclude each other."""
    for each in arguments:
        if isinstance(each, Argument):
            parser.add_argument(each.name, **each.settings)
        else:
            group = parser.add_mutually_exclusive_group()
            for option in each:
                group.add_argument(option.name, **option.settings)


# The options of the program itself may also stand after a command. There they have no default
# (SUPPRESS), so that a command does not reset what was given before its name.
CONFIG = argument(
    "--config",
    "FILE",
    "the file with your settings; yahtzee-tui paths tells where it is if not given",
    default=SUPPRESS,
)
DATABASE = argument(
    "--database",
    "URL",
    f"where games are saved: a file, or a SQLAlchemy URL; also {DATABASE_VARIABLE}",
    default=SUPPRESS,
)
PLAIN = switch(
    "--plain",
    "play in lines of text, for screen readers, pipes and scripts: whatever ends with a "
    "colon waits for a line, ? lists what to type, and the wording is changed only with care",
    default=SUPPRESS,
)
LOOK = (
    CONFIG,
    argument(
        "--theme",
        "ID",
        "the colours this time: felt, paper, contrast, colour-blind or terminal",
        default=SUPPRESS,
    ),
    switch("--no-color", "show no colours; so does NO_COLOR in the environment", default=SUPPRESS),
    switch("--ascii", "draw everything in ASCII", default=SUPPRESS),
)
DISPLAY = (
    *LOOK,
    switch("--no-mouse", "leave the mouse to the terminal; keys do everything", default=SUPPRESS),
    switch("--cursor", "show the cursor where you are; screen readers follow it", default=SUPPRESS),
)
GAME = (PLAIN, *DISPLAY, DATABASE)
"""The options of the program itself, and of the commands that open a game."""

JSON = switch("--json", "answer in JSON")
RULES = argument("--rules", "ID", f"the id of a rule set; {_RULES} if not given", default=_RULES)
POSITION = (
    argument("faces+", "FACE", "what the dice show, such as 3 3 3 4 4 or 33344"),
    RULES,
    argument(
        "--card*",
        "BOX=POINTS,...",
        "the boxes filled so far; boxes go by id, name, code or what people call them",
    ),
)
RECORDS = "records as JSON Lines or in the text form; - for standard input"
