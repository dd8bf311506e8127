"""Practice in lines of text: a position, the player's choice, and what it loses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.plain import game_lines
from yahtzee_tui.plain.commands import EXITS, HOLD
from yahtzee_tui.plain.interpreter import Interpreter
from yahtzee_tui.plain.player_commands import ComputerSeats, PlayerCommands
from yahtzee_tui.rules import Hold, Position
from yahtzee_tui.services.ladder import describe_rating
from yahtzee_tui.services.practice import (
    Exercise,
    Theme,
    Trainer,
    describe_answer,
    describe_end,
)
from yahtzee_tui.text import quote
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.plain.commands import CommandHandler
    from yahtzee_tui.plain.interpreter import PlainContext
    from yahtzee_tui.rules import Action, Ruleset
    from yahtzee_tui.services.practice import Answer
    from yahtzee_tui.store import Store
    from yahtzee_tui.table import Table

_WORDS = ("roll", "score", "dice", "card", "undo", "redo", "rules", "all")


class PracticeCommands(PlayerCommands):
    """The commands at one position, where the choice to roll or to score is what is asked."""

    def __init__(
        self, table: Table, context: PlainContext, decide: Callable[[Action], None]
    ) -> None:
        computers = ComputerSeats(table, context.bots)
        loader = context.value_tables.find(table.game.ruleset)
        super().__init__(table, context.console, context, computers, loader)
        self._decide = decide

    @property
    def commands(self) -> dict[str, CommandHandler]:
        kept = {word: run for word, run in super().commands.items() if word in (*_WORDS, HOLD)}
        return {**kept, "roll": lambda _: self.roll()}

    def _act(self, action: Action) -> None:
        if isinstance(action, Hold):
            super()._act(action)
        elif refusal := self._table.game.legal_actions.why_not(action):
            raise refusal
        else:
            self._decide(action)


class PracticeInterpreter(Interpreter):
    """What can be typed at one position."""

    def __init__(self, context: PlainContext, player: PracticeCommands) -> None:
        super().__init__(context)
        self._player = player

    @property
    def commands(self) -> dict[str, CommandHandler]:
        return {**super().commands, **self._player.commands, **dict.fromkeys(EXITS, lambda _: None)}

    @property
    def dice(self) -> int:
        return self._player.dice

    def describe_missing(self, word: str) -> str:
        return _("{word} isn't possible in practice.", word=quote(word))


class PracticeSession:
    """Asks one position after another until the player quits or none is waiting."""

    def __init__(self, context: PlainContext, store: Store) -> None:
        self._context, self._console, self._store = context, context.console, store

    async def run(self, what: Ruleset | Position) -> None:
        """Practice a rule set, or one position.

        Raises `Unsolvable` without best play, and `EOFError` at the input's end.
        """
        ruleset = what.card.ruleset if isinstance(what, Position) else what
        loader = self._context.value_tables.find(ruleset)
        table = loader.load_now()
        loader.start_outcomes()
        trainer = Trainer(self._store, self._context.me, table)
        if trainer.problem:
            unkept = _("Your progress can't be saved.")
            self._console.say(f"{unkept} {trainer.problem}")
        keys = _("Type digits to hold dice, Enter to reroll the others, s to score, ? for help.")
        if isinstance(what, Position):
            self._console.say(keys)
            await self._ask(trainer, Exercise(what, Theme.GIVEN))
            return
        waiting, game = trainer.count().waiting, ruleset.name
        begun = _("Practice of {game}: no positions waiting.", game=game)
        if waiting:
            begun = ngettext(
                "Practice of {game}: {count} position waiting.",
                "Practice of {game}: {count} positions waiting.",
                waiting,
                game=game,
            )
        self._console.say(f"{begun} {describe_rating(trainer.rung)}", keys)
        while (exercise := trainer.find_exercise()) is not None:
            await self._ask(trainer, exercise)
            question = _("Enter for the next position, q to quit")
            if self._context.word in EXITS:
                return
            if line := await self._console.answer(question):
                self._context.find_exit(line)
                return
        self._console.say(describe_end(trainer, None))

    async def _ask(self, trainer: Trainer, exercise: Exercise) -> None:
        """Ask for a choice until there is one, or the player quits."""
        table = exercise.create_table(self._context.me)
        game = table.game
        answers: list[Answer] = []

        def decide(action: Action) -> None:
            answers.append(trainer.answer(exercise, trainer.find_choice(table.game, action)))

        table.watch(
            lambda change: self._console.say(
                *game_lines.describe_event(change, table.history.before, False)
            )
        )
        player = PracticeCommands(table, self._context, decide)
        interpreter = PracticeInterpreter(self._context, player)
        rounds = _("Round {round} of {rounds}.", round=game.round, rounds=game.rounds)
        self._console.say(f"{exercise.theme.title}. {rounds}")
        player.commands["card"]("")
        player.commands["dice"]("")
        while not answers and self._context.word not in EXITS:
            asked = interpreter.question
            question = asked.text if asked else _("Your choice")
            interpreter.take(await self._console.answer(question) or "")
        for answer in answers:
            self._console.say(
                game_lines.separate_dice(describe_answer(answer)),
                *trainer.explain(answer)[:1],
            )
