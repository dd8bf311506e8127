"""One game played line by line: what is typed becomes actions at the table, and is told."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from yahtzee_tui.plain import cards, words
from yahtzee_tui.plain.coach import Coach
from yahtzee_tui.plain.commands import parse
from yahtzee_tui.plain.computers import Computers
from yahtzee_tui.plain.hand import Hand
from yahtzee_tui.plain.looks import Looks
from yahtzee_tui.plain.questions import Question
from yahtzee_tui.rules import NotNow, Refusal, Rolled, Scored
from yahtzee_tui.table import Kind
from yahtzee_tui.table.daily import find_day

if TYPE_CHECKING:
    from yahtzee_tui.plain.best_play import BestPlay
    from yahtzee_tui.plain.questions import Handler
    from yahtzee_tui.plain.talk import Talk
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store.autosave import SavedTable
    from yahtzee_tui.table import Change


class Next(Enum):
    """What comes after a table was left."""

    AGAIN = "again"
    NEW = "new"
    QUIT = "quit"
    ELSEWHERE = "elsewhere"


class Play:
    """Plays one game with everybody who sits here."""

    def __init__(
        self, saved_table: SavedTable, talk: Talk, options: Options, best_play: BestPlay
    ) -> None:
        """Sit down.

        Args:
            saved_table: The table, and whether its game is saved.
            talk: With whoever sits here.
            options: The options in force.
            best_play: Whoever knows best play.
        """
        self._saved_table, self._table = saved_table, saved_table.table
        self._talk, self._options = talk, options
        self._computers = Computers(self._table, best_play)
        self._coach = Coach(self._table, options, best_play)
        self._hand = Hand(self._table, talk, options, self._computers, self._coach)
        self._problem = saved_table.problem
        self._question: Question | None = None
        self._next: Next | None = None
        self._commands: dict[str, Handler] = {
            **self._hand.commands,
            **Looks(self._table, talk, self._hand).commands,
            "roll": self._roll,
            "quit": self._quit,
            "play": self._play_again,
            "new": self._play_with_others,
        }

    def run(self) -> Next:
        """Play until the table is left, and return why.

        Raises:
            EOFError: If nobody answers any more.
            OSError: If nobody can hear what is told.
        """
        stop = self._table.watch(self._changed)
        try:
            if self._table.game.is_over:
                self._tell_end()
            while self._next is None:
                self._go_on()
        finally:
            stop()
        return self._next

    def _go_on(self) -> None:
        """Let happen what comes by itself, or ask what to do."""
        try:
            if self._comes_by_itself:
                self._roll()
                return
            line = self._talk.ask(self._prompt, self._patience)
            if line is None:
                self._roll()
            else:
                self._take(line)
        except Refusal as refusal:
            self._talk.say(refusal.sentence)

    @property
    def _prompt(self) -> str:
        if self._question is not None:
            return self._question.text
        game = self._table.game
        return "What next" if game.is_over else f"{game.player}'s move"

    @property
    def _is_between_turns(self) -> bool:
        return not self._table.game.roll and not self._table.game.is_over

    @property
    def _comes_by_itself(self) -> bool:
        """Whether the next thing needs nobody to ask for it, and nothing could be taken back."""
        if self._question is not None or self._hand.may_undo:
            return False
        auto_roll = self._options.auto_roll and self._is_between_turns
        return self._computers.is_their_turn or auto_roll

    @property
    def _patience(self) -> float | None:
        """Seconds after a posting until the next turn begins by itself, None if it doesn't."""
        waits = self._options.auto_roll and self._is_between_turns and self._hand.may_undo
        return self._options.pause if waits and self._question is None else None

    def _take(self, line: str) -> None:
        question, self._question = self._question, None
        if question is not None and question.understands(line):
            self._question = question.answer(line)
        else:
            word, rest = parse(line)
            self._question = self._commands[word](rest)

    def _roll(self, _: str = "") -> None:
        """Do what comes next: roll, let a computer play, or say what can be done after the end."""
        if self._table.game.is_over:
            self._tell_choices()
        elif self._computers.is_their_turn:
            self._let_computer_play()
        else:
            self._hand.roll()

    def _let_computer_play(self) -> None:
        player = self._table.game.player
        try:
            self._computers.step()
        except Refusal as refusal:
            self._talk.say(f"{refusal.sentence} Play for {player}.")

    def _quit(self, _: str) -> Question | None:
        self._saved_table.retry()
        self._tell_saving()
        if not self._saved_table.would_be_lost:
            self._next = Next.QUIT
            return None
        question = "The game is not saved, q leaves all the same, Enter stays"
        return Question(question, lambda answer: answer.lower() in ("", "q"), self._confirm_quit)

    def _confirm_quit(self, answer: str) -> None:
        if answer:
            self._next = Next.QUIT

    def _play_again(self, _: str) -> None:
        self._check_over()
        if self._is_daily:
            raise NotNow("one_try", "Of the dice of a day there is one try.", self._table.game)
        self._next = Next.AGAIN

    def _play_with_others(self, _: str) -> None:
        self._check_over()
        self._next = Next.NEW

    def _check_over(self) -> None:
        if not self._table.game.is_over:
            raise NotNow("not_over", "The game is not over yet; q leaves it.", self._table.game)

    @property
    def _is_daily(self) -> bool:
        return find_day(self._table.setup) is not None

    # What is told

    def _changed(self, change: Change) -> None:
        if self._saved_table.is_stale:  # what was done here counts no more then, and is not told
            self._next = Next.ELSEWHERE
            return
        is_computer = self._computers.plays(change.seat)
        self._talk.say(*words.tell_change(change, self._table.history.before, is_computer))
        self._tell_saving()
        if isinstance(change.event, Rolled):
            if self._coach.speaks_always and not is_computer:
                self._talk.say(self._coach.say())
        elif isinstance(change.event, Scored) and change.kind is not Kind.UNDO:
            self._tell_next(is_computer)

    def _tell_next(self, is_computer: bool) -> None:
        if self._table.game.is_over:
            self._tell_end()
        elif not is_computer:
            plays = self._computers.is_their_turn
            self._talk.say(words.tell_next(self._table.game, plays, self._patience))

    def _tell_end(self) -> None:
        self._talk.say(*cards.tell_ranking(self._table.game))
        self._tell_choices()

    def _tell_choices(self) -> None:
        choices = [
            "u takes the last score back" if self._hand.may_undo else "",
            "" if self._is_daily else "p plays again",
            "n plays with others",
            "q quits",
        ]
        self._talk.say(f"The game is over: {', '.join(filter(None, choices))}.")

    def _tell_saving(self) -> None:
        """Say so when the game can't be saved any more, or can be again."""
        before, self._problem = self._problem, self._saved_table.problem
        if self._problem is not None and self._problem != before:
            self._talk.say(f"Not saved. {self._problem}")
        elif before is not None and self._problem is None:
            self._talk.say("The game is saved again.")
