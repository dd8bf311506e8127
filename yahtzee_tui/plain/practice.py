"""Practice in lines of text: a position, the player's choice, and what it loses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.plain import game_lines
from yahtzee_tui.plain.commands import HOLD, describe_commands, format_words, parse, translate_word
from yahtzee_tui.plain.player_commands import ComputerSeats, PlayerCommands
from yahtzee_tui.rules import Hold, Malformed, Refusal
from yahtzee_tui.services.bots import BotService
from yahtzee_tui.services.coach import Coach
from yahtzee_tui.services.practice import (
    Trainer,
    describe_answer,
    describe_end,
    describe_rating,
)
from yahtzee_tui.services.value_tables import ValueTables
from yahtzee_tui.text import quote
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.plain.commands import CommandHandler, Question
    from yahtzee_tui.plain.console import Console
    from yahtzee_tui.rules import Action, Ruleset
    from yahtzee_tui.services import practice
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.table import Table

_WORDS = ("roll", "score", "dice", "card", "undo", "redo", "rules", "help")


class PracticeCommands(PlayerCommands):
    """The commands at one position, where the choice to roll or to score is what is asked."""

    def __init__(
        self,
        table: Table,
        console: Console,
        options: Options,
        value_tables: ValueTables,
        decide: Callable[[Action], None],
    ) -> None:
        computers = ComputerSeats(table, BotService(value_tables.find))
        loader = value_tables.find(table.game.ruleset)
        coach = Coach(table, self, lambda: loader, range(1))
        super().__init__(table, console, options, computers, coach, loader)
        self._decide = decide

    @property
    def commands(self) -> dict[str, CommandHandler]:
        kept = {word: run for word, run in super().commands.items() if word in (*_WORDS, HOLD)}
        return {**kept, "roll": lambda _: self.roll(), "help": self._list_commands}

    def _act(self, action: Action) -> None:
        if isinstance(action, Hold):
            super()._act(action)
        elif refusal := self._table.game.legal_actions.why_not(action):
            raise refusal
        else:
            self._decide(action)

    def _list_commands(self, _text: str) -> None:
        self._console.say(*describe_commands(self._table.game.ruleset.dice, False, _WORDS))
        names = format_words("q", "quit")
        self._console.say(_("{words}: quit; your progress is saved.", words=names))


class PracticeSession:
    """Asks one position after another until the player quits or none is waiting."""

    def __init__(self, console: Console, me: str, options: Options, store: Store) -> None:
        self._console, self._me, self._options, self._store = console, me, options, store
        self._value_tables = ValueTables(self._say_solving)
        self._announced = False
        self._is_over = False

    def run(self, ruleset: Ruleset) -> None:
        """Practice; raises `Unsolvable` without best play, and `EOFError` at the input's end."""
        loader = self._value_tables.find(ruleset)
        table = loader.load_now()
        loader.start_outcomes()
        trainer = Trainer(self._store, self._me, table)
        if trainer.problem:
            unkept = _("Your progress can't be kept.")
            self._console.say(f"{unkept} {trainer.problem}")
        waiting, game = trainer.count().waiting, ruleset.name
        begun = _("Practice of {game}: no positions waiting.", game=game)
        if waiting:
            begun = ngettext(
                "Practice of {game}: {count} position waiting.",
                "Practice of {game}: {count} positions waiting.",
                waiting,
                game=game,
            )
        self._console.say(
            f"{begun} {describe_rating(trainer.rating)}",
            _("Type digits to hold dice, Enter to reroll the others, s to score, ? for help."),
        )
        while (exercise := trainer.find_exercise()) is not None:
            self._ask(trainer, exercise)
            if self._is_over or self._console.ask(_("Enter for the next position, q to quit")):
                return
        self._console.say(describe_end(trainer, None))

    def _ask(self, trainer: Trainer, exercise: practice.Exercise) -> None:
        """Ask for a choice until there is one, or the player quits."""
        table = exercise.create_table(self._me)
        game = table.game
        answers: list[practice.Answer] = []

        def decide(action: Action) -> None:
            answers.append(trainer.answer(exercise, trainer.find_choice(table.game, action)))

        table.watch(
            lambda change: self._console.say(
                *game_lines.describe_event(change, table.history.before, False)
            )
        )
        player = PracticeCommands(table, self._console, self._options, self._value_tables, decide)
        commands = player.commands
        rounds = _("Round {round} of {rounds}.", round=game.round, rounds=game.rounds)
        self._console.say(f"{exercise.theme.title}. {rounds}")
        commands["card"]("")
        commands["dice"]("")
        asked: Question | None = None
        while not answers and not self._is_over:
            try:
                line = self._console.ask(asked.text if asked else _("Your choice")) or ""
                if asked is not None and asked.understands(line):
                    asked = asked.answer(line)
                    continue
                word, rest = parse(line)
                if asked is not None and asked.unanswered:
                    self._console.say(asked.unanswered)
                asked = None
                if word == "quit":
                    self._is_over = True
                elif word not in commands:
                    sentence = _(
                        "{word} isn't possible in practice.", word=quote(translate_word(word)[0])
                    )
                    raise Malformed("unknown_command", sentence)
                else:
                    asked = commands[word](rest)
            except Refusal as refusal:
                self._console.say(refusal.sentence)
        for answer in answers:
            self._console.say(
                game_lines.separate_dice(describe_answer(answer)),
                *trainer.explain(answer)[:1],
                describe_rating(trainer.rating),
            )

    def _say_solving(self, ruleset: Ruleset, _seconds: float) -> None:
        if not self._announced:
            self._announced = True
            self._console.say(game_lines.format_solving(ruleset))
