"""The argument parser: argparse with errors of one sentence and without abbreviations."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NoReturn

from yahtzee_tui import __version__
from yahtzee_tui.cli.output import show
from yahtzee_tui.errors import UserError
from yahtzee_tui.text import capitalise, end_sentence, join_words, quote, shorten, suggest_nearest
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Callable

    Read = Callable[[str, str], float]

HOST_COMMANDS = ("web", "serve", "host", "visit")
"""The commands that the host adds if it is installed."""

_SENTENCES = {
    # Translators: {option} is an option such as --port.
    "argument {option}: expected one argument": N_("{option} needs a value."),
    "argument {option}: not allowed with argument {other}": N_(
        "{option} and {other} can't be used together."
    ),
    "argument {option}: ignored explicit argument {value}": N_(
        "{option} doesn't take a value ({value})."
    ),
    "the following arguments are required: {arguments}": N_("{arguments} is missing."),
}
"""argparse's messages, and sentences in their place."""

_LONGEST_PLACE = 150
"""argparse quotes words in full, and they may be very long."""

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


def number(least: float, most: float, kind: Callable[[str], float] = int) -> Read:
    """Return what reads a whole number, or one of another kind, for `type`."""
    form = r"[0-9]{1,9}" if kind is int else r"[0-9]{0,9}[.]?[0-9]{1,9}"

    def read(text: str, option: str) -> float:
        if re.fullmatch(form, text) and least <= kind(text) <= most:
            return kind(text)
        raise UserError(_(
            "{option} must be a number from {least} to {most}, not {word}.",
            option=option, least=least, most=most, word=quote(text),
        ))  # fmt: skip

    return read


def span(text: str, _option: str = "") -> float:
    """Read the seconds of such as `2h` or `7d`, as `type` does."""
    if found := re.fullmatch(r"([1-9][0-9]{0,4})([smhdw])", text, re.ASCII):
        return float(int(found[1]) * _SECONDS[found[2]])
    raise UserError(
        _("{word} is not a duration. Write 30m, 2h, 7d or 4w, for example.", word=quote(text))
    )


class ShowVersion(argparse.Action):
    """Shows the version, and the home page if the package names one, and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        # The standard library's reader of metadata takes as long as all the rest.
        found = (file for each in sys.path for file in Path(each).glob("yahtzee_tui-*/METADATA"))
        file = next(found, None)
        about = "" if file is None else file.read_text(encoding="utf-8")
        home = re.findall("^Project-URL: Homepage, (.*)", about, re.MULTILINE)
        show("\n".join([f"yahtzee-tui {__version__}", *home, ""]))
        parser.exit()


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Writes help in the player's language."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        super().start_section(heading and _("{heading}:", heading=heading).removesuffix(":"))

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width, break_on_hyphens=False)


class Parser(argparse.ArgumentParser):
    """A parser that raises a `UserError` instead of printing its usage."""

    def __init__(self, **options: Any) -> None:
        options |= {"allow_abbrev": False, "add_help": False, "formatter_class": _Formatter}
        self.commands: dict[str, Parser] = {}  # the parsers of the commands, by name
        self.listed: list[str] = []  # the commands that the help lists
        self.instead: dict[str, str] = {}  # what to use instead, by options that there aren't
        self.headings: dict[str, str] = {}  # what stands above the first command of each group
        super().__init__(**options)
        self._positionals.title, self._optionals.title = _("positional arguments"), _("options")
        self.add_argument("-h", "--help", action="help", help=_("show this help message and exit"))

    def format_usage(self) -> str:
        # Python 3.11 cuts "usage: " off by the number of its characters.
        return "usage: " + super().format_usage().removeprefix(_("usage: "))

    def format_help(self) -> str:
        text = super().format_help()
        for command, heading in self.headings.items():
            text = text.replace(f"\n    {command} ", f"\n\n  {heading}\n    {command} ")
        placeholder = _("COMMAND")
        return text.replace(f"\n  {placeholder}\n", "")

    @property
    def options(self) -> list[str]:
        """The options with their dashes, those that exclude each other included."""
        return [*self._option_string_actions]

    def error(self, message: str) -> NoReturn:
        """Raise argparse's message as a sentence."""
        for english, sentence in _SENTENCES.items():
            pattern = re.sub(r"{(\w+)}", r"(?P<\1>.*?)", english)
            if found := re.fullmatch(pattern, message, re.DOTALL):
                words = found.groupdict().items()
                places = {name: shorten(word, _LONGEST_PLACE) for name, word in words}
                raise UserError(capitalise(_(sentence, **places)))
        raise UserError(f"{capitalise(shorten(message, _LONGEST_PLACE))}.")

    def _get_value(self, action: argparse.Action, word: str) -> Any:
        """Read the value of an option; what reads it can name the option in its error."""
        read: Any = action.type
        return word if read is None else read(word, action.option_strings[0])

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise that a word is none of the choices of an option, or of the command's argument."""
        if action.choices is not None and value not in action.choices:
            subject = (*action.option_strings, self.prog.rpartition(" ")[2])[0]
            known = [*action.choices]
            # Translators: {argument} is an option, or a command such as help
            sentence = _(
                "{argument} takes {words}, not {word}",
                argument=subject, words=join_words(known, "or"), word=quote(value),
            )  # fmt: skip
            raise UserError(end_sentence(sentence + suggest_nearest(value, known)))

    def _print_message(self, message: str, _file: object = None) -> None:
        """Print help or the version; argparse would ignore that it can't be written."""
        show(message)

    def reject_word(self, word: str) -> NoReturn:
        """Raise that a word is no command or option, or is left over."""
        hint = ""
        if word.startswith("-"):
            option = word.partition("=")[0]
            sentence = _("Unknown option {word}", word=quote(option))
            if option in self.instead:
                raise UserError(f"{sentence}. {_(self.instead[option])}")
            for command in self.commands.values():
                if option in command.options:
                    raise UserError(_(
                        "Unknown option {word} without a command; try {command}.",
                        word=quote(option), command=f"{command.prog} {option}",
                    ))  # fmt: skip
            hint = suggest_nearest(option, self.options)
        elif self.commands:
            if word in HOST_COMMANDS:
                raise UserError(_("This part isn't installed."))
            sentence = _("Unknown command {word}", word=quote(word))
            hint = suggest_nearest(word, self.listed)
        else:
            sentence = _("Unexpected argument {word}", word=quote(word))
        hint = hint or _("; see {command}", command=f"{self.prog} --help")
        raise UserError(end_sentence(sentence + hint))
