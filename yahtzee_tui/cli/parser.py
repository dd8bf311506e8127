"""The argument parser: argparse with errors of one sentence and without abbreviations."""

from __future__ import annotations

import argparse
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from yahtzee_tui import __version__
from yahtzee_tui.cli.output import show
from yahtzee_tui.errors import UserError
from yahtzee_tui.text import capitalise, end_sentence, join_words, quote, shorten, suggest_nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# argparse's messages, and sentences in their place.
_WORDINGS = (
    (r"argument (\S+): expected one argument", r"\1 needs a value"),
    (r"argument (\S+): ignored explicit argument (.*)", "\\1 doesn't take a value (\\2)"),
    (r"argument (\S+): not allowed with argument (\S+)", "\\1 and \\2 can't be used together"),
    (r"argument (\S+): (must be .*)", r"\1 \2"),
    (r"argument (\S+): (.*)", r"\1: \2"),
    (r"the following arguments are required: (.*)", r"\1 is missing"),
)


def number(least: float, most: float, kind: Callable[[str], float] = int) -> Callable[[str], float]:
    """Return what reads a whole number, or one of another kind, for `type`."""
    form = r"[0-9]{1,9}" if kind is int else r"[0-9]{0,9}[.]?[0-9]{1,9}"

    def read(text: str) -> float:
        if re.fullmatch(form, text) and least <= kind(text) <= most:
            return kind(text)
        message = f"must be a number from {least} to {most}, not {quote(text)}"
        raise argparse.ArgumentTypeError(message)

    return read


def size(text: str) -> tuple[int, int]:
    """Read columns and rows, as `type` does; at least those that the game needs."""
    found = re.fullmatch(r"([0-9]{2,3})x([0-9]{2,3})", text)
    if found and 60 <= int(found[1]) <= 300 and 20 <= int(found[2]) <= 120:
        return int(found[1]), int(found[2])
    message = f"must be columns and rows from 60x20 to 300x120, not {quote(text)}"
    raise argparse.ArgumentTypeError(message)


class ShowVersion(argparse.Action):
    """Shows the version, and the home page if the package names one, and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import PackageNotFoundError, metadata

        links: list[str] = []
        with suppress(PackageNotFoundError):
            links = metadata("yahtzee-tui").get_all("Project-URL") or []
        home = [each.removeprefix("Homepage, ") for each in links if each.startswith("Homepage, ")]
        show("\n".join([f"yahtzee-tui {__version__}", *home, ""]))
        parser.exit()


class Parser(argparse.ArgumentParser):
    """A parser that raises a `UserError` instead of printing its usage."""

    def __init__(self, **options: Any) -> None:
        options["allow_abbrev"] = False
        options["formatter_class"] = argparse.RawDescriptionHelpFormatter
        self.commands: dict[str, Parser] = {}  # the parsers of the commands, by name
        self.instead: dict[str, str] = {}  # what to use instead, by options that there aren't
        self.headings: Mapping[str, str] = {}  # what stands above some of the commands
        super().__init__(**options)

    def format_help(self) -> str:
        text = super().format_help()
        for command, heading in self.headings.items():
            text = text.replace(f"\n    {command} ", f"\n\n  {heading}\n    {command} ")
        return text.replace("\n  COMMAND\n", "")

    @property
    def options(self) -> list[str]:
        """The options with their dashes, those that exclude each other included."""
        return [*self._option_string_actions]

    def error(self, message: str) -> NoReturn:
        """Raise argparse's message as a sentence."""
        for pattern, wording in _WORDINGS:
            message, found = re.subn(f"^{pattern}$", wording, message, flags=re.DOTALL)
            if found:
                break
        # argparse quotes words in full, and they may be very long.
        raise UserError(f"{capitalise(shorten(message, 200))}.")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise that a word is none of the choices of an option, or of the command's argument."""
        if action.choices is not None and value not in action.choices:
            subject = (*action.option_strings, self.prog.rpartition(" ")[2])[0]
            known = [*action.choices]
            sentence = f"{subject} takes {join_words(known, 'or')}, not {quote(value)}"
            raise UserError(end_sentence(sentence + suggest_nearest(value, known)))

    def _print_message(self, message: str, _file: object = None) -> None:
        """Print help or the version; argparse would ignore that it can't be written."""
        show(message)

    def reject_word(self, word: str) -> NoReturn:
        """Raise that a word is no command or option, or is left over."""
        if word.startswith("-"):
            option = word.partition("=")[0]
            raise UserError(end_sentence(f"Unknown option {quote(option)}{self._hint(option)}"))
        if self.commands:
            hint = suggest_nearest(word, self.commands) or f"; see {self.prog} --help"
            raise UserError(end_sentence(f"Unknown command {quote(word)}{hint}"))
        raise UserError(f"Unexpected argument {quote(word)}; see {self.prog} --help.")

    def _hint(self, option: str) -> str:
        for command in self.commands.values():
            if option in command.options:
                return f" without a command; try {command.prog} {option}"
        if option in self.instead:
            return f". {self.instead[option]}"
        return suggest_nearest(option, self.options) or f"; see {self.prog} --help"
