"""A parser of arguments that answers what it doesn't understand with one sentence."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any, NoReturn

from yahtzee_tui.cli.errors import Complaint
from yahtzee_tui.text import capitalise, join_words, quote, shorten, suggest_nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

# The parser's own messages, which say what is wrong but are no sentences.
_WORDINGS = (
    (r"argument (\S+): expected one argument", r"\1 needs a value"),
    (r"argument (\S+): ignored explicit argument (.*)", r"\1 takes no value, so not \2"),
    (r"argument (\S+): not allowed with argument (\S+)", r"\1 and \2 exclude each other"),
    (r"argument (\S+): (.*)", r"\1: \2"),
    (r"the following arguments are required: (.*)", r"\1 is missing"),
)


class Parser(argparse.ArgumentParser):
    """A parser that complains in one sentence and knows no abbreviations.

    Attributes:
        commands: The parsers of the commands it has, by name.
    """

    def __init__(self, **options: Any) -> None:
        options["allow_abbrev"] = False
        options["formatter_class"] = argparse.RawDescriptionHelpFormatter
        self.commands: dict[str, Parser] = {}
        self._options: list[str] = []
        super().__init__(**options)

    def add_argument(self, *names: str, **options: Any) -> argparse.Action:
        """Add an argument as always, and remember what its options are called."""
        self._options += [name for name in names if name.startswith("-")]
        return super().add_argument(*names, **options)

    def error(self, message: str) -> NoReturn:
        """Complain about what the parser found."""
        for pattern, wording in _WORDINGS:
            message, found = re.subn(f"^{pattern}$", wording, message, flags=re.DOTALL)
            if found:
                break
        # Its messages quote whole what may be very long.
        raise Complaint(f"{capitalise(shorten(message, 200))}.")

    def refuse_word(self, word: str) -> NoReturn:
        """Complain about a word that is no command, or one that is left over."""
        if word.startswith("-"):
            option = word.partition("=")[0]
            raise Complaint(f"There is no option {quote(option)}{self._hint(option)}.")
        if self.commands:
            nearest = suggest_nearest(word, self.commands)
            hint = nearest or f"; there are {join_words(self.commands)}"
            raise Complaint(f"There is no command {quote(word)}{hint}.")
        raise Complaint(f"{quote(word)} is one word too many for {self.prog}.")

    def _hint(self, option: str) -> str:
        """Return what might have been meant by an option."""
        for command in self.commands.values():
            if option in command.options:
                return f" without a command; try {command.prog} {option}"
        return suggest_nearest(option, self.options) or f"; see {self.prog} --help"

    @property
    def options(self) -> Iterable[str]:
        """The options it knows, with their dashes."""
        return self._options
