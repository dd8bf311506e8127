"""The game loop of the plain mode: executes typed commands at a table and prints its events."""

from __future__ import annotations

import os
from enum import Enum
from typing import TYPE_CHECKING

from yahtzee_tui.plain import game_lines
from yahtzee_tui.plain.commands import EXITS, LAST_COMMANDS, REAL_TABLE, Question
from yahtzee_tui.plain.game_lines import describe_start
from yahtzee_tui.plain.interpreter import Interpreter
from yahtzee_tui.plain.player_commands import ComputerSeats, PlayerCommands
from yahtzee_tui.rules import Malformed, NotNow, Refusal, Rolled, Scored
from yahtzee_tui.services.typed_scores import find_named_box
from yahtzee_tui.settings import apply_language
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import EventKind, TableConfig
from yahtzee_tui.table.judged import find_day, find_judged, find_options
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from yahtzee_tui.plain.commands import CommandHandler, Scope, TableCommand
    from yahtzee_tui.plain.interpreter import PlainContext
    from yahtzee_tui.rules import Game
    from yahtzee_tui.services.bots import BotSeats
    from yahtzee_tui.services.value_tables import ValueTableLoader
    from yahtzee_tui.settings import Options
    from yahtzee_tui.table import Table, TableEvent


class AfterGame(Enum):
    """What to do after the game loop."""

    AGAIN = "again"
    NEW = "new"
    QUIT = "quit"
    ELSEWHERE = "elsewhere"


class GameLoop(Interpreter):
    """Plays one game, for all players at this console."""

    def __init__(self, saved_table: SavedTable, context: PlainContext) -> None:
        super().__init__(context)
        self._saved_table, self._table = saved_table, saved_table.table
        self._computers = self.create_computers()
        loader = context.value_tables.find(self._table.game.ruleset)
        self._player = self.create_player(loader)
        self._problem = saved_table.problem
        self.next: AfterGame | None = None

    def create_computers(self) -> BotSeats:
        """Create what plays for the computers of the table."""
        return ComputerSeats(self._table, self.context.bots)

    def create_player(self, loader: ValueTableLoader) -> PlayerCommands:
        """Create the commands of the players at this console."""
        return PlayerCommands(self._table, self._console, self, self._computers, loader)

    @property
    def options(self) -> Options:
        """The options that hold at this table."""
        return find_options(self.context.options, self._table)

    @property
    def commands(self) -> dict[str, CommandHandler]:
        return {
            **super().commands,
            **self._player.commands,
            "roll": self._roll,
            **dict.fromkeys(EXITS, self._quit),
            "play": self._play_again,
            "new": lambda _: self._leave(AfterGame.NEW),
        }

    @property
    def scope(self) -> Scope:
        return REAL_TABLE if self._table.game.is_real else super().scope

    @property
    def listed(self) -> tuple[TableCommand, ...]:
        is_over = self._table.game.is_over
        return tuple(each for each in super().listed if is_over or each not in LAST_COMMANDS)

    @property
    def dice(self) -> int:
        return self._player.dice

    async def run(self) -> AfterGame:
        """Play until the player leaves; raises `EOFError` at the input's end, and `OSError`."""
        stop = self._table.watch(self._changed)
        try:
            if self._table.game.is_over:
                self._say_ranking()
            while self.next is None:
                await self._step()
        finally:
            stop()
        return self.next

    async def _step(self) -> None:
        line = None
        if not self._is_automatic:
            game = self._table.game
            prompt = _("What next") if game.is_over else game_lines.format_prompt(self._table)
            if self.question is not None:
                prompt = self.question.text
            line = await self._console.answer(prompt, self._seconds)
        if line is not None:
            self.take(line)
            return
        try:
            self._roll()
        except Refusal as refusal:
            self._console.say(refusal.sentence)

    @property
    def _is_between_turns(self) -> bool:
        return not self._table.game.roll and not self._table.game.is_over

    @property
    def _is_automatic(self) -> bool:
        """Whether the next step is automatic: no question is open and nothing can be undone."""
        if self.question is not None or self._player.may_undo:
            return False
        auto_roll = self.options.auto_roll and self._is_between_turns
        return bool(self._computers.current_rank or auto_roll)

    @property
    def _seconds(self) -> float | None:
        """Seconds from a score to the automatic start of the next turn, None without one."""
        waits = self.options.auto_roll and self._is_between_turns and self._player.may_undo
        return self.options.pause if waits and self.question is None else None

    def _run(self, line: str) -> None:
        super()._run(self._player.expand(line))

    def _explain(self, line: str, unknown: Malformed) -> Malformed:
        box = find_named_box(self._table.game.ruleset, line)
        if box is None or len(line) == 1:  # a single y is an answer that came too late
            return unknown
        sentence = _("To score in {box}, type s {line}.", box=box.name, line=line)
        return Malformed(unknown.code, sentence)

    def use_options(self) -> None:
        apply_language(self.context.options.language, os.environ)
        self._table.translate()
        self.context.value_tables.find(self._table.game.ruleset)  # translates its values

    def _roll(self, text: str = "") -> Question | None:
        """Roll, let a computer play its next step, or list what can be done after the game.

        A text has the faces of real dice.
        """
        game = self._table.game
        if game.is_over:
            self._say_choices()
        elif self._computers.current_rank:
            self._move_computer()
        elif text:
            return self._player.roll_faces(text)
        else:
            self._player.roll()
        return None

    def _move_computer(self) -> None:
        assert isinstance(self._computers, ComputerSeats)
        player = self._table.game.player
        try:
            self._computers.step()
        except Refusal as refusal:
            instead = _("Play {player}'s turns yourself.", player=player)
            self._console.say(f"{refusal.sentence} {instead}")

    def _quit(self, _text: str) -> Question | None:
        self._saved_table.retry()
        self._say_problem()
        if not self._saved_table.would_be_lost:
            self.next = AfterGame.QUIT
            return None
        question = _("The game is not saved; q to quit anyway, Enter to stay")

        def confirm(answer: str) -> None:
            self.next = AfterGame.QUIT if answer else None

        return Question(question, lambda answer: answer.lower() in ("", "q"), confirm)

    def _play_again(self, _text: str) -> None:
        if self._table.game.is_over and self._has_one_try:
            daily = N_("You have played this daily game. There is one try a day.")
            event = N_("You have played this game of the event. There is one try.")
            sentence = daily if find_day(self._table.setup) else event
            raise NotNow("one_try", _(sentence), self._table.game)
        self._leave(AfterGame.AGAIN)

    def _leave(self, what: AfterGame) -> None:
        if not self._table.game.is_over:
            raise NotNow("not_over", _("The game isn't over yet."), self._table.game)
        self.next = what

    @property
    def _has_one_try(self) -> bool:
        return find_judged(self._table.setup) is not None

    def _changed(self, change: TableEvent) -> None:
        if self._saved_table.is_stale:  # another program has the game, so this action was not saved
            self.next = AfterGame.ELSEWHERE
            return
        is_brief = change.seat not in self._computers.seats
        self._say_event(change, self._table.history.before)
        self._say_problem()
        if isinstance(change.event, Rolled):
            is_new = change.kind is not EventKind.UNDO
            if is_new and self.options.coach == "always" and not is_brief:
                self._player.say_hint()
        elif isinstance(change.event, Scored) and change.kind is not EventKind.UNDO:
            self._player.say_chances()
            self._say_next_turn(is_brief)

    def _say_event(self, change: TableEvent, before: Game) -> None:
        is_brief = change.seat not in self._computers.seats
        is_computer = self._computers.plays(change.seat)
        self._console.say(*game_lines.describe_event(change, before, is_brief, is_computer))

    def _say_next_turn(self, is_brief: bool) -> None:
        if self._table.game.is_over:
            self._say_ranking()
        elif not is_brief:
            plays = bool(self._computers.current_rank)
            self._console.say(game_lines.format_next_turn(self._table.game, plays, self._seconds))

    def _say_ranking(self) -> None:
        self._console.say(*game_lines.describe_ranking(self._table.game))
        self._say_choices()

    def _say_choices(self) -> None:
        words = [each.word for each in self.listed]
        choices = [
            _("u to undo the last score") if self._player.may_undo else "",
            _("p to play again") if "play" in words and not self._has_one_try else "",
            _("n for other players") if "new" in words else "",
            _("L for the lobby") if "lobby" in words else "",
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


_NEED_A_RECORD = ("new", "play", "review", "share")


class WhatIfLoop(GameLoop):
    """Plays one game, without what needs its record and without others after it."""

    def __init__(self, table: Table, context: PlainContext) -> None:
        super().__init__(SavedTable(TableConfig.from_setup(table.setup), table), context)

    @property
    def commands(self) -> dict[str, CommandHandler]:
        found = super().commands
        return {word: found[word] for word in found if word not in _NEED_A_RECORD}

    async def run(self) -> AfterGame:
        unsaved = _("This game isn't saved, so you can't continue it later.")
        self._console.say(*describe_start(self._table), unsaved)
        return await super().run()
