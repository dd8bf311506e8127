"""From the words of the shell to a command, and from what became of it to an exit code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from yahtzee_tui.cli.commands import COMMANDS, build_parser
from yahtzee_tui.cli.errors import Complaint
from yahtzee_tui.cli.output import complain, forgive, hush, show

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

# As a shell reports a program that the signal ended: 128 and the signal's number.
_INTERRUPTED = 130
_PIPE_CLOSED = 141
_COULD_NOT = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        argv: The words after the program's name; None for those of the shell.

    Returns:
        The exit code: 0 if all went well, 1 if a record has faults, 2 if something could not be
        understood or done, and one sentence on standard error says what.
    """
    forgive()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        show("")
    except Complaint as complaint:
        hush()
        return _refuse(complaint)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        hush()
        return _PIPE_CLOSED
    return code


def _run(argv: Sequence[str]) -> int:
    try:
        args = _parse(argv)
    except SystemExit:  # after --help and --version, which nothing else of the parser's survives
        return 0
    code: int = args.run(args)
    return code


def _parse(argv: Sequence[str]) -> Namespace:
    word = argv[0] if argv else "--"
    named = [command for command in COMMANDS if command.name == word]
    parser = build_parser(named) if named or not argv else build_parser()
    if word.startswith("--"):
        word = word.partition("=")[0]
    if word not in ("--", *parser.options, *parser.commands):
        parser.refuse_word(argv[0])
    command = parser.commands.get(word, parser)
    words = argv if command is parser else argv[1:]
    # Options may stand among the names, but not where `--` says that there are no more options.
    mixes = command is not parser and "--" not in words
    parse = command.parse_known_intermixed_args if mixes else command.parse_known_args
    args, extra = parse(words)
    if extra:
        command.refuse_word(extra[0])
    return args


def _refuse(complaint: Complaint) -> int:
    try:
        complain(complaint.sentence)
    except BrokenPipeError:
        hush()
    return _COULD_NOT
