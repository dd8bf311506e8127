"""How the game is to be shown, as the command line, the environment and the settings say."""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.cli.errors import Complaint
from yahtzee_tui.text import join_words, quote

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from yahtzee_tui.cli.parser import Parser
    from yahtzee_tui.settings import Options

_LOCALES = ("LC_ALL", "LC_CTYPE", "LANG")
_UTF8 = ("utf8", "cp65001")
_FULL_COLOUR = ("truecolor", "24bit")
_MANY_COLOURS = ("256color", "kitty")
"""How TERM ends where there are more than sixteen."""


class Display(NamedTuple):
    """How the game is shown and handled.

    Attributes:
        options: The options of this run.
        settings: The file that they were read from, and in which changes are saved.
        notices: What is wrong with that file, a sentence each.
        ascii_only: Whether nothing but ASCII may be drawn.
        mouse: Whether the mouse plays along.
    """

    options: Options
    settings: Path
    notices: list[str]
    ascii_only: bool
    mouse: bool


def add_config_option(parser: Parser) -> None:
    """Let a command be told where the settings are."""
    parser.add_argument(
        "--config",
        metavar="FILE",
        default=SUPPRESS,  # so that a command says nothing of what stands before it
        help="the file with your settings; yahtzee-tui paths tells where it is if not given",
    )


def add_look_options(parser: Parser) -> None:
    """Let a command that opens the screen be told what that looks like."""
    add_config_option(parser)
    parser.add_argument(
        "--theme",
        metavar="ID",
        default=SUPPRESS,
        help="the colours this time: felt, paper, contrast, colour-blind or terminal",
    )
    switches = {
        "--no-color": "show no colours; so does NO_COLOR in the environment",
        "--ascii": "draw everything in ASCII",
    }
    for name, about in switches.items():
        _add_switch(parser, name, about)


def add_display_options(parser: Parser) -> None:
    """Let a command that opens the screen on a terminal be told how to."""
    add_look_options(parser)
    _add_switch(parser, "--no-mouse", "leave the mouse to the terminal; keys do everything")
    _add_switch(parser, "--cursor", "show the cursor where you are; screen readers follow it")


def _add_switch(parser: Parser, name: str, about: str) -> None:
    parser.add_argument(name, action="store_true", default=SUPPRESS, help=about)


def add_plain_option(parser: Parser) -> None:
    """Let a command that plays be told to do so in lines of text."""
    parser.add_argument(
        "--plain",
        action="store_true",
        default=SUPPRESS,
        help="play in lines of text, for screen readers, pipes and scripts: whatever ends with a "
        "colon waits for a line, ? lists what to type, and the wording is changed only with care",
    )


def find_config(args: Namespace) -> Path:
    """Return the file with the settings."""
    if "config" in args:
        from pathlib import Path

        return Path(args.config)
    from yahtzee_tui.settings import config_file

    return config_file()


def find_display(args: Namespace) -> Display:
    """Return how the game is to be shown.

    Raises:
        Complaint: If there are no such colours.
    """
    from yahtzee_tui.settings import Cursor, read_settings

    if "no_color" in args:
        os.environ["NO_COLOR"] = "1"  # which Textual reads, and whatever it starts
    settings = find_config(args)
    options, notices = read_settings(settings, _find_defaults())
    if "theme" in args:
        options = options._replace(colours=_check_theme(args.theme))
    if "cursor" in args:
        options = options._replace(cursor=Cursor.SHOWN)
    return Display(
        options=options,
        settings=settings,
        notices=notices,
        ascii_only="ascii" in args or not has_utf8(),
        mouse="no_mouse" not in args,
    )


def _find_defaults() -> Options:
    """Return the options that hold where the player chose none."""
    from yahtzee_tui.settings import Options

    # Colours that were mixed for more of them fall together where there are few.
    return Options(colours="terminal") if has_few_colours() else Options()


def _check_theme(theme: str) -> str:
    from yahtzee_tui.settings import COLOURS

    if theme not in COLOURS:
        there_are = f"there are {join_words(COLOURS)}"
        raise Complaint(f"There are no colours called {quote(theme)}; {there_are}.")
    return theme


def has_utf8() -> bool:
    """Return whether the terminal understands UTF-8, as far as the locale says so.

    Where no locale is set at all, nearly every terminal does.
    """
    if os.name == "nt":
        return _is_utf8(sys.stderr.encoding if sys.stderr is not None else "")
    from locale import getencoding

    if not _is_utf8(getencoding()):
        return False
    # For a locale without UTF-8, Python itself has put one with it into LC_CTYPE.
    ours = ("LC_CTYPE",) if sys.flags.utf8_mode else ()
    said = (os.environ.get(name, "") for name in _LOCALES if name not in ours)
    locale = next(filter(None, said), "")
    encoding = locale.partition(".")[2].partition("@")[0]
    return locale not in ("C", "POSIX") and (not encoding or _is_utf8(encoding))


def has_few_colours() -> bool:
    """Return whether there are no more than sixteen colours, as Textual finds it too."""
    if os.name == "nt":
        return False
    if (system := os.environ.get("TEXTUAL_COLOR_SYSTEM", "auto")) != "auto":
        return system == "standard"
    if os.environ.get("COLORTERM", "").strip().casefold() in _FULL_COLOUR:
        return False
    return os.environ.get("TERM", "").strip().casefold().rpartition("-")[2] not in _MANY_COLOURS


def _is_utf8(encoding: str) -> bool:
    return encoding.casefold().replace("-", "") in _UTF8
