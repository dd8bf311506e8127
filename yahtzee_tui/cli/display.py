"""How the game is to be shown, as the command line, the environment and the settings say."""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.cli.complaint import Complaint

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from yahtzee_tui.cli.parser import Parser
    from yahtzee_tui.settings import Options


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


def add_display_options(parser: Parser) -> None:
    """Let a command that opens the screen be told how to."""
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
        "--no-mouse": "leave the mouse to the terminal; keys do everything",
    }
    for name, about in switches.items():
        parser.add_argument(name, action="store_true", default=SUPPRESS, help=about)


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
    from yahtzee_tui.settings import read_settings

    if "no_color" in args:
        os.environ["NO_COLOR"] = "1"  # which Textual reads, and whatever it starts
    settings = find_config(args)
    options, notices = read_settings(settings)
    if "theme" in args:
        options = options._replace(colours=_check_theme(args.theme))
    return Display(
        options=options,
        settings=settings,
        notices=notices,
        ascii_only="ascii" in args or not _has_utf8(),
        mouse="no_mouse" not in args,
    )


def _check_theme(theme: str) -> str:
    from yahtzee_tui.settings import COLOURS

    if theme not in COLOURS:
        from yahtzee_tui.rules import quoted

        *others, last = COLOURS
        there_are = f"there are {', '.join(others)} and {last}"
        raise Complaint(f"There are no colours called {quoted(theme)}; {there_are}.")
    return theme


def _has_utf8() -> bool:
    """Return whether the terminal understands UTF-8, as far as the locale says so."""
    if os.name == "nt":
        encoding = sys.stderr.encoding if sys.stderr is not None else ""
    else:
        from locale import getencoding

        encoding = getencoding()
    return encoding.casefold().replace("-", "") in ("utf8", "cp65001")
