"""The game loop of the plain mode: executes typed commands at a table and prints its events."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from yahtzee_tui.plain import game_lines
from yahtzee_tui.plain.commands import Question, parse
from yahtzee_tui.plain.player_commands import ComputerSeats, PlayerCommands
from yahtzee_tui.rules import Malformed, NotNow, Refusal, Rolled, Scored
from yahtzee_tui.services.bots import BotService
from yahtzee_tui.services.coach import Coach
from yahtzee_tui.settings import apply_manners
from yahtzee_tui.table import EventKind
from yahtzee_tui.table.daily import find_day
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.plain.commands import CommandHandler
    from yahtzee_tui.plain.console import Console
    from yahtzee_tui.services.value_tables import ValueTables
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store.autosave import SavedTable
    from yahtzee_tui.table import TableEvent


class AfterGame(Enum):
    """What to do after the game loop."""

    AGAIN = "again"
    NEW = "new"
    QUIT = "quit"
    ELSEWHERE = "elsewhere"


class GameLoop:
    """Plays one game, for all players at this console."""

    def __init__(
        self,
        saved_table: SavedTable,
        console: Console,
        options: Options,
        value_tables: ValueTables,
    ) -> None:
        self._saved_table, self._table = saved_table, saved_table.table
        ruleset = self._table.game.ruleset
        options = apply_manners(options, ruleset)
        self._console, self.options = console, options
        self._computers = ComputerSeats(self._table, BotService(value_tables.find))
        seats = range(len(self._table.game.players))
        coach = Coach(self._table, self, lambda: value_tables.find(ruleset), seats)
        self._player = PlayerCommands(
            self._table, console, options, self._computers, coach, value_tables.find(ruleset)
        )
        self._problem = saved_table.problem
        self._question: Question | None = None
        self._next: AfterGame | None = None
        self._commands: dict[str, CommandHandler] = {
            **self._player.commands,
            "roll": self._roll,
            "quit": self._quit,
            "play": self._play_again,
            "new": lambda _: self._leave(AfterGame.NEW),
        }

    def run(self) -> AfterGame:
        """Play until the player leaves; raises `EOFError` at the input's end, and `OSError`."""
        stop = self._table.watch(self._changed)
        try:
            if self._table.game.is_over:
                self._say_ranking()
            while self._next is None:
                self._step()
        finally:
            stop()
        return self._next

    def _step(self) -> None:
        try:
            if self._is_automatic:
                self._roll()
                return
            game = self._table.game
            prompt = _("What next") if game.is_over else _("{player}'s turn", player=game.player)
            if self._question is not None:
                prompt = self._question.text
            line = self._console.ask(prompt, self._seconds)
            if line is None:
                self._roll()
            else:
                self._take(line)
        except Refusal as refusal:
            self._console.say(refusal.sentence)

    @property
    def _is_between_turns(self) -> bool:
        return not self._table.game.roll and not self._table.game.is_over

    @property
    def _is_automatic(self) -> bool:
        """Whether the next step is automatic: no question is open and nothing can be undone."""
        if self._question is not None or self._player.may_undo:
            return False
        auto_roll = self.options.auto_roll and self._is_between_turns
        return bool(self._computers.current_rank or auto_roll)

    @property
    def _seconds(self) -> float | None:
        """Seconds from a score to the automatic start of the next turn, None without one."""
        waits = self.options.auto_roll and self._is_between_turns and self._player.may_undo
        return self.options.pause if waits and self._question is None else None

    def _take(self, line: str) -> None:
        question = self._question
        if question is not None and question.understands(line):
            self._question = None
            self._question = question.answer(line)
            return
        try:
            word, rest = parse(line)
        except Malformed as unknown:
            box = game_lines.find_named_box(self._table.game.ruleset, line)
            if box is None or len(line) == 1:  # a single y is an answer that came too late
                raise
            sentence = _("To score in {box}, type s {line}.", box=box.name, line=line)
            raise Malformed(unknown.code, sentence) from None
        self._question = None
        if question is not None and question.unanswered:
            self._console.say(question.unanswered)
        self._question = self._commands[word](rest)

    def _roll(self, _text: str = "") -> None:
        """Roll, let a computer play its next step, or list what can be done after the game."""
        game = self._table.game
        if game.is_over:
            self._say_choices()
        elif self._computers.current_rank:
            try:
                self._computers.step()
            except Refusal as refusal:
                instead = _("Play {player}'s turns yourself.", player=game.player)
                self._console.say(f"{refusal.sentence} {instead}")
        else:
            self._player.roll()

    def _quit(self, _text: str) -> Question | None:
        self._saved_table.retry()
        self._say_problem()
        if not self._saved_table.would_be_lost:
            self._next = AfterGame.QUIT
            return None
        question = _("The game is not saved; q to quit anyway, Enter to stay")

        def confirm(answer: str) -> None:
            self._next = AfterGame.QUIT if answer else None

        return Question(question, lambda answer: answer.lower() in ("", "q"), confirm)

    def _play_again(self, _text: str) -> None:
        if self._table.game.is_over and self._is_daily:
            raise NotNow(
                "one_try",
                _("You have played this daily game. There is one try a day."),
                self._table.game,
            )
        self._leave(AfterGame.AGAIN)

    def _leave(self, what: AfterGame) -> None:
        if not self._table.game.is_over:
            raise NotNow(
                "not_over", _("The game is not over yet. Type q to leave it."), self._table.game
            )
        self._next = what

    @property
    def _is_daily(self) -> bool:
        return find_day(self._table.setup) is not None

    def _changed(self, change: TableEvent) -> None:
        if self._saved_table.is_stale:  # another program has the game, so this action was not saved
            self._next = AfterGame.ELSEWHERE
            return
        is_computer = self._computers.plays(change.seat)
        self._console.say(
            *game_lines.describe_event(change, self._table.history.before, is_computer)
        )
        self._say_problem()
        if isinstance(change.event, Rolled):
            if self.options.coach == "always" and not is_computer:
                self._player.say_hint()
        elif isinstance(change.event, Scored) and change.kind is not EventKind.UNDO:
            self._player.say_chances()
            self._say_next_turn(is_computer)

    def _say_next_turn(self, is_computer: bool) -> None:
        if self._table.game.is_over:
            self._say_ranking()
        elif not is_computer:
            plays = bool(self._computers.current_rank)
            self._console.say(game_lines.format_next_turn(self._table.game, plays, self._seconds))

    def _say_ranking(self) -> None:
        self._console.say(*game_lines.describe_ranking(self._table.game))
        self._say_choices()

    def _say_choices(self) -> None:
        choices = [
            _("u to undo the last score") if self._player.may_undo else "",
            "" if self._is_daily else _("p to play again"),
            _("n for other players"),
            _("q to quit"),
        ]
        listed = ", ".join(filter(None, choices))
        # Translators: choices are such as "p to play again, q to quit"
        self._console.say(_("Game over. Type {choices}.", choices=listed))

    def _say_problem(self) -> None:
        """Print that saving fails, or works again, when that changes."""
        before, self._problem = self._problem, self._saved_table.problem
        if self._problem is not None and self._problem != before:
            self._console.say(f"{_('Not saved.')} {self._problem}")
        elif before is not None and self._problem is None:
            self._console.say(_("The game is being saved again."))
