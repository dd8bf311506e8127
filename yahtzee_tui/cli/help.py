"""`yahtzee-tui help`: the same as `--help`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.cli.commands import build_parser
from yahtzee_tui.cli.output import show

if TYPE_CHECKING:
    from argparse import Namespace


def show_help(args: Namespace) -> int:
    """Show the help of the program, or of a command."""
    parser = build_parser()
    if args.command is not None:
        if args.command not in parser.commands:
            parser.reject_word(args.command)
        parser = parser.commands[args.command]
    show(parser.format_help())
    return 0
