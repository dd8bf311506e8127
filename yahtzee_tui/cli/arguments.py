"""What a command is made of: arguments, options, and those that several commands share."""

from __future__ import annotations

from argparse import SUPPRESS
from os.path import isfile
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from yahtzee_tui.cli.parser import Parser, number
from yahtzee_tui.errors import UserError
from yahtzee_tui.settings.options import COLORS
from yahtzee_tui.text import join_words, quote
from yahtzee_tui.translation import LANGUAGES, N_, _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Mapping, Sequence

    from yahtzee_tui.strategy.bots import Rank


PROGRAM = "yahtzee-tui"
DATABASE_VARIABLE = "YAHTZEE_TUI_DATABASE"
Group = Literal["play", "analyze", "data", "host", "other"]


class Argument(NamedTuple):
    """The name and the settings that `add_argument` takes, with words to translate."""

    name: str
    settings: dict[str, Any]


def argument(name: str, metavar: str, about: str, **settings: Any) -> Argument:
    """Return an argument or an option with a value; `settings` are those of `add_argument`.

    `{choices}` in its help lists its choices. The name ends with `?` if it may be left out, with
    `*` or `+` if it may occur several times.
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
            # An option of the program that stands after a command, too, has no default there, so
            # that the command does not reset what was given before its name.
            default = {"default": SUPPRESS} if each in GAME else {}
            parser.add_argument(each.name, **_translate(each.settings) | default)
        else:
            group = parser.add_mutually_exclusive_group()
            for option in each:
                group.add_argument(option.name, **_translate(option.settings))


def _translate(settings: dict[str, Any]) -> dict[str, Any]:
    listed = join_words(settings.get("choices", ()), "or")
    metavar = {"metavar": _(settings["metavar"])} if "metavar" in settings else {}
    return {**settings, **metavar, "help": _(settings["help"], choices=listed)}


CONFIG = argument(
    "--config",
    "FILE",
    "settings file [default: see yahtzee-tui paths]",
)
DATABASE = argument(
    "--database",
    "URL",
    "database file or SQLAlchemy URL (also YAHTZEE_TUI_DATABASE)",
)
PLAIN = switch(
    "--plain",
    "play in lines of text, for screen readers and scripts; lines ending with a colon wait for "
    "input, ? lists the commands",
)
LOOK = (
    CONFIG,
    argument("--theme", "ID", "colors for this run: {choices}", choices=COLORS),
    switch("--no-color", "use no colors (also NO_COLOR in the environment)"),
    switch("--ascii", "use only ASCII characters"),
    argument("--language", "CODE", "language for this run: {choices}", choices=tuple(LANGUAGES)),
)
DISPLAY = (
    *LOOK,
    switch("--no-mouse", "leave the mouse to the terminal"),
    switch("--cursor", "show the terminal cursor, for screen readers"),
)
GAME = (PLAIN, *DISPLAY, DATABASE)
"""The options of the program itself, and of the commands that open a game."""

JSON = switch("--json", "print JSON")
RULES = argument("--rules", "ID", "rule set or rule file [default: official]", default="official")
AS_POSITION = switch("--position", "print the position in one line")
POSITION = (
    argument("faces+", "FACE", "the dice, such as 3 3 3 4 4 or 33344; or a position in one line"),
    RULES,
    argument(
        "--card*",
        "BOX=POINTS,...",
        "boxes filled so far, by id, name, code or common name",
    ),
)
PROGRAMS = (
    argument(
        "--bot-seconds",
        "N",
        "seconds a program may take for one choice [default: 5]",
        type=number(0.001, 3600, float),
    ),
    argument(
        "--bot-env*",
        "NAME",
        "an environment variable that programs get, besides PATH, HOME, LANG and TERM; may be "
        "repeated",
    ),
)


def find_players(words: Sequence[str], args: Namespace) -> list[Rank]:
    """Return the computer levels and programs of some words, after letting the programs play."""
    return [_find_player(word, args) for word in words]


def _find_player(word: str, args: Namespace) -> Rank:
    from yahtzee_tui.rules import Malformed
    from yahtzee_tui.strategy.bots import find_rank, is_command, register_program  # its numpy

    if is_command(word):
        return find_rank(register_program(word, args.bot_seconds, args.bot_env))
    try:
        return find_rank(word.casefold())
    except Malformed:
        if not isfile(word):  # noqa: PTH113  any text will do
            raise
    raise UserError(_(
        "{name} is not a computer player. For the program here, type {program}.", name=quote(word),
        program=f"./{word}",
    ))  # fmt: skip


PORT = number(0, 65535)
SHELLS = ("bash", "zsh", "fish", "powershell")
RECORDS = N_("records in JSON Lines or text form; - for standard input")
EVENTS = (
    argument("--games", "N", "new: number of games [default: 3]", type=number(1, 20)),
    argument(
        "--from",
        "TIME",
        "new: when it opens: 2026-11-29T18:00, or 2h for two hours from now [default: now]",
        dest="from_",
    ),
    argument("--to", "TIME", "new: when it closes, or 3d after it opens [default: 7d]", dest="to_"),
    argument("--every", "WHAT", "new: week repeats it", choices=("week",), dest="every_"),
    switch("--bots", "new: let bots play, too"),
    switch("--csv", "export: print a row for each game as CSV instead of JSON"),
    switch("--yes", "delete: don't ask"),
)
"""The options of events, at home and on a server."""

HOST_KEY = argument(
    "--host-key",
    "FILE",
    "check signatures with the host keys in a file, such as known_hosts",
)


class CommandSpec:
    """A command: its name, what it does, its group and its examples for the help, its arguments.

    The module of yahtzee_tui and the function that execute it are `runner`, as `module:function`,
    both with the command's name if it is empty. What only other programs start isn't `listed`.
    `instead` has sentences for options of other commands that this one doesn't need.
    """

    def __init__(
        self,
        name: str,
        about: str,
        *arguments: Argument | tuple[Argument, ...],
        group: Group,
        examples: tuple[str, ...],
        runner: str = "",
        listed: bool = True,
        instead: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.name, self.about, self.group = name, about, group
        self.arguments, self.examples, self.instead = arguments, examples, instead
        self.runner, self.listed = runner or f"cli.{name}:{name}", listed
