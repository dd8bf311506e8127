"""The entry point: parses the command line, runs a command and returns its exit code."""

from __future__ import annotations

import os
import sys
import time
import warnings
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from yahtzee_tui.cli import output
from yahtzee_tui.cli.commands import GAME_COMMANDS, OTHER_WORDS, build_parser
from yahtzee_tui.errors import UserError
from yahtzee_tui.settings import apply_language
from yahtzee_tui.settings.file import read_option
from yahtzee_tui.settings.paths import config_file, rules_folder
from yahtzee_tui.settings.toml_file import describe_os_error
from yahtzee_tui.translation import LANGUAGES, _, find_language, read_catalog, use_catalog

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

# As shells report a program that a signal ended: 128 + the signal's number.
_INTERRUPTED = 130
_PIPE_CLOSED = 141
_FAILED = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these words, None for those of the process.

    Returns 0 for success, 1 if a record has faults or a game isn't saved, 2 after an error, which
    one sentence on standard error explains, or a line of JSON after `--json`.
    """
    words = sys.argv[1:] if argv is None else argv
    if argv is None and not sys.warnoptions:
        warnings.simplefilter("ignore")  # a library's warning is for its programmers
    language = _find_language(words)
    use_catalog(read_catalog(find_language(language, os.environ)))  # --help names no box
    if "_ARGCOMPLETE" in os.environ:
        apply_language(language, os.environ)
        from yahtzee_tui.cli.completion import complete

        complete()
    output.replace_unencodable()
    output.ANSWERS_IN_JSON.set("--json" in words)
    try:
        try:
            args = _parse(words)
        except SystemExit:  # --help and --version; every other end is a UserError
            code = 0
        else:
            _check_clock()
            _register_rules(args, language)
            code = args.run(args)
        output.show("")
    except UserError as error:
        return _fail(error.sentence, error.code)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        return _PIPE_CLOSED
    except OSError as error:
        if error.filename is None:
            raise
        # Such as a home that this user can't read: any test whether a file exists raises then.
        name = output.format_file_name(str(error.filename))
        return _fail(_("{file} can't be used: {why}.", file=name, why=describe_os_error(error)))
    finally:
        output.discard_unwritable()  # after a closed window Python would end with its own code
    return code


def _find_language(words: Sequence[str]) -> str:
    """Return the language of this run: the one that is named, or that of the settings.

    What is written for programs is English, as is the version, for which no file is read.
    """
    if "--json" in words or "--version" in words[:1]:
        return "en"
    for option, word in pairwise((*words, "")):
        code = word if option == "--language" else option.removeprefix("--language=")
        if option.startswith("--language") and code in LANGUAGES:
            return code
    return str(read_option(config_file(), "language"))


def _fail(sentence: str, code: str | None = None) -> int:
    output.discard_unwritable()
    with suppress(BrokenPipeError):
        output.show_errors(sentence, code=code)
    return _FAILED


def _check_clock() -> None:
    """Raise `UserError` if Python can't read the clock, as all that is saved has a time."""
    try:
        time.time()
    except OverflowError:
        raise UserError(
            _("This computer's clock is set after the year 2262. Correct it.")
        ) from None


def _register_rules(args: Namespace, language: str) -> None:
    """Offer the player's rule files and the one that is named, and complete a rule set's name."""
    words = {name: getattr(args, name, None) for name in ("rules", "ruleset")}
    files = {name: Path(word) for name, word in words.items() if word and _is_rule_file(word)}
    folder = rules_folder()
    if files or os.access(folder, os.R_OK):
        from yahtzee_tui.settings.rule_files import register_rule_file, register_rule_files

        apply_language("auto", os.environ)  # for what is wrong with a file
        register_rule_files(folder)
        for name, path in files.items():
            setattr(args, name, register_rule_file(path))
    apply_language(language, os.environ)  # which these files may have names in
    for name, word in words.items():
        if word and name not in files:
            from yahtzee_tui.rules import complete_rules

            setattr(args, name, complete_rules(word))


def _is_rule_file(word: str) -> bool:
    return "/" in word or word.endswith(".toml")


def _parse(argv: Sequence[str]) -> Namespace:
    if argv and argv[0] in OTHER_WORDS:
        argv = [*OTHER_WORDS[argv[0]], *argv[1:]]
    word = argv[0] if argv else "--"
    named = [command for command in GAME_COMMANDS if command.name == word]
    parser = build_parser(named) if named or not argv else build_parser()
    if word.startswith("--"):
        word = word.partition("=")[0]
    if word not in ("--", *parser.options, *parser.commands):
        parser.reject_word(argv[0])
    command = parser.commands.get(word, parser)
    words = argv if command is parser else argv[1:]
    # Options may stand among the names, but not where `--` says that there are no more options.
    mixes = command is not parser and "--" not in words
    parse = command.parse_known_intermixed_args if mixes else command.parse_known_args
    args, extra = parse(words)
    if extra:
        command.reject_word(extra[0])
    return args


def show_help(args: Namespace) -> int:
    """Show what `--help` does, of the program or of a command."""
    parser = build_parser()
    if args.command is not None:
        if args.command not in parser.commands:
            parser.reject_word(args.command)
        parser = parser.commands[args.command]
    output.show(parser.format_help())
    return 0
