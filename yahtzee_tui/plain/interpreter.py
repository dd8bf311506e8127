"""The interpreter of typed lines, at a table as in a lobby: commands, questions, refusals."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.errors import UserError
from yahtzee_tui.plain import listings
from yahtzee_tui.plain.commands import EXITS, TABLE, describe_commands, parse, translate_word
from yahtzee_tui.rules import OFFICIAL, Malformed, find_ruleset
from yahtzee_tui.services.bots import BotService
from yahtzee_tui.services.value_tables import ValueTables
from yahtzee_tui.text import quote
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.plain.commands import CommandHandler, Question, Scope, TableCommand
    from yahtzee_tui.plain.console import Console
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store


class PlainContext:
    """What all places share at which lines are typed.

    Attributes:
        me: The name of the player.
        options: The options that hold now.
        keep_options: Saves options that were changed.
        scope: What can be typed in a game.
        word: The word of the last command.
    """

    def __init__(
        self,
        console: Console,
        me: str,
        options: Options,
        store: Store | None = None,
        keep_options: Callable[[Options], None] = lambda _: None,
        scope: Scope = TABLE,
    ) -> None:
        self.console, self.me, self.options, self.store = console, me, options, store
        self.keep_options, self.scope, self.word = keep_options, scope, ""
        self.value_tables = ValueTables(self._say_solving)
        self.bots = BotService(self.value_tables.find)
        self._announced = ""

    def find_exit(self, line: str | None) -> str:
        """Return the word of `EXITS` that a line stands for, empty for any other line."""
        with suppress(Malformed):
            self.word = parse(line or "", self.scope)[0]
        return self.word if self.word in EXITS else ""

    def _say_solving(self, ruleset: Ruleset, _seconds: float) -> None:
        from yahtzee_tui.plain.game_lines import format_solving

        if self._announced != ruleset.key:
            self._announced = ruleset.key
            self.console.say(format_solving(ruleset))


class Interpreter:
    """Executes typed lines at one place, until it is left.

    Attributes:
        question: What the last command asked, None if it asked nothing.
    """

    def __init__(self, context: PlainContext) -> None:
        self.context, self._console = context, context.console
        self.question: Question | None = None
        self._said: list[str] = []

    @property
    def commands(self) -> dict[str, CommandHandler]:
        """What the words of the commands do."""
        return {
            "options": self._show_options,
            "scores": self._show_scores,
            "ladder": self._show_ladder,
            "rules": lambda _: self._console.say(*listings.list_rules(self.ruleset)),
            "repeat": lambda _text: self._console.say(*(self._said or [_("Nothing was said.")])),
            "help": lambda _: self._console.say(*describe_commands(self.listed, self.dice)),
        }

    @property
    def scope(self) -> Scope:
        """What can be typed at this place."""
        return self.context.scope

    @property
    def listed(self) -> tuple[TableCommand, ...]:
        """The commands that help lists now."""
        return tuple(each for each in self.scope.commands if each.word in self.commands)

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are explained here."""
        return OFFICIAL

    @property
    def dice(self) -> int:
        """How many dice digits may hold, 0 for none."""
        return 0

    def take(self, line: str) -> None:
        """Execute a line; a refusal is said, and then nothing has changed."""
        question = self.question
        try:
            if question is not None and question.understands(line):
                self.question = None
                self.question = question.answer(line)
            else:
                self._run(line)
        except UserError as refusal:
            self._console.say(refusal.sentence)

    def _run(self, line: str) -> None:
        try:
            word, rest = parse(line, self.scope)
        except Malformed as unknown:
            raise self._explain(line, unknown) from None
        command = self.commands.get(word)
        if command is None:
            raise Malformed("unknown_command", self.describe_missing(translate_word(word)[0]))
        question, self.question, self.context.word = self.question, None, word
        self._said = [*self._console.recent]
        self._console.recent.clear()
        if question is not None:
            question.leave()
        self.question = command(rest)

    def _explain(self, line: str, unknown: Malformed) -> Malformed:  # noqa: ARG002 - of the place
        """Return a better reason than that a line is no command, if there is one."""
        return unknown

    def describe_missing(self, word: str) -> str:
        """Return that a command of the scope isn't possible here."""
        return _("{word} isn't possible here.", word=quote(word))

    def use_options(self) -> None:
        """Use the options that were changed."""

    def _show_options(self, text: str) -> None:
        before = self.context.options
        if not text:
            self._console.say(*listings.list_options(before))
            return
        key, _space, word = text.partition(" ")
        options = listings.change_option(before, key, word)
        if options is not None:
            self.context.options = options
            self.context.keep_options(options)
            self.use_options()
        self._console.say(*listings.describe_option(self.context.options, key))

    def _show_scores(self, text: str) -> None:
        store = self.context.store
        lines = [] if store is None else listings.list_scores(store.scores, text)
        self._console.say(*(lines or [_("No high scores yet.")]))

    def _show_ladder(self, text: str) -> None:
        store, ruleset = self.context.store, find_ruleset(text) if text else OFFICIAL
        lines = [] if store is None else listings.list_ladder(store, ruleset.key)
        self._console.say(*(lines or [_("No finished games yet.")]))
