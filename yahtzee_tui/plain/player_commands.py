"""The commands that play: roll, hold, score, undo, redo and ask the coach."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yahtzee_tui.plain.commands import HOLD, Question
from yahtzee_tui.plain.phrases import describe_potentials, find_open_box, format_dice, format_places
from yahtzee_tui.rules import Hold, Malformed, NotNow, Refusal, Roll, Score
from yahtzee_tui.settings import CoachMode as Wanted
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from yahtzee_tui.plain.commands import CommandHandler
    from yahtzee_tui.plain.console import Console
    from yahtzee_tui.rules import Action, Game, Ruleset
    from yahtzee_tui.settings import Options
    from yahtzee_tui.strategy import Advice
    from yahtzee_tui.strategy import ValueTable as Values
    from yahtzee_tui.strategy.bots import Bot
    from yahtzee_tui.strategy.winprob import Forecaster, WinAdvice
    from yahtzee_tui.table import Table

_YES, _NO = ("y", "yes"), ("", "n", "no")


class PlayerCommands:
    """Executes the player's commands, for every seat that has no computer player.

    Every command may raise a `Refusal`; then nothing has changed.
    """

    def __init__(
        self, table: Table, console: Console, options: Options, computers: Computers, coach: Coach
    ) -> None:
        self._table, self._console, self._options = table, console, options
        self._computers, self._coach = computers, coach

    @property
    def commands(self) -> dict[str, CommandHandler]:
        """The handlers of the commands but `roll`, by word."""
        return {
            HOLD: self._hold,
            "score": self._score,
            "undo": self._undo,
            "redo": self._redo,
            "hint": self._ask_coach,
        }

    @property
    def may_undo(self) -> bool:
        """Whether the newest action that can be undone is one of a person."""
        seat = self._table.undo_seat
        return seat is not None and not self._computers.plays(seat)

    @property
    def seat(self) -> int:
        """The seat of the player to move, or of the last one if a computer moves next."""
        newest = self._table.undo_seat
        if newest is not None and self._computers.is_their_turn:
            return newest
        return self._table.game.seat

    def roll(self) -> None:
        """Roll the dice that are not held."""
        self._act(Roll())

    def _hold(self, digits: str) -> None:
        positions = () if digits == "0" else tuple(sorted(int(digit) - 1 for digit in digits))
        if self._table.game.roll and positions == self._table.game.held:
            self._console.say(format_dice(self._table.game))
        else:
            self._act(Hold(positions))

    def _score(self, name: str) -> Question | None:
        game = self._table.game
        self._check_turn()
        if refusal := game.legal_actions.no_dice():
            raise refusal
        if name:
            return self._choose(name)
        self._console.say(*describe_potentials(game))
        return Question("Which box", self._names_box, self._choose)

    def _names_box(self, name: str) -> bool:
        return not name or find_open_box(self._table.game, name) is not None

    def _choose(self, name: str) -> Question | None:
        game = self._table.game
        if not name:
            self._console.say("No box is chosen.")
            return None
        box = find_open_box(game, name)
        if box is None:
            raise Malformed("unknown_box", f"No open box is called {quote(name)}.", game)
        if refusal := game.legal_actions.why_not(Score(box.id)):
            raise refusal
        given_up = game.points_given_up(box.id) if self._options.confirm_zero else 0
        if not given_up:
            self._act(Score(box.id))
            return None
        return Question(
            f"0 in {box.name} instead of {given_up} elsewhere, y or n",
            lambda answer: answer.lower() in (*_YES, *_NO),
            lambda answer: self._confirm(answer, box.id),
        )

    def _confirm(self, answer: str, box: str) -> None:
        if answer.lower() in _YES:
            self._act(Score(box))
        else:
            self._console.say("Nothing is scored.")

    def _undo(self, _: str) -> None:
        seat = self._table.undo_seat
        if seat is not None and not self.may_undo:
            raise NotNow("not_yours", "What a computer did stays done.", self._table.game)
        self._table.undo(self._table.game.seat if seat is None else seat)

    def _redo(self, _: str) -> None:
        self._table.redo(self._table.game.seat)

    def _ask_coach(self, _: str) -> None:
        self._check_turn()
        self._console.say(self._coach.say())

    def _act(self, action: Action) -> None:
        self._check_turn()
        self._table.apply(self._table.game.seat, action)

    def _check_turn(self) -> None:
        game = self._table.game
        if self._computers.is_their_turn:
            raise NotNow("not_your_turn", f"It is {game.player}'s turn.", game)


_BETWEEN_DICE = re.compile(r"(?<=\d)-(?=\d)")


class Coach:
    """Gives advice when asked, or after every roll if the options say so."""

    def __init__(self, table: Table, options: Options, best_play: BestPlay) -> None:
        self._table, self._best_play = table, best_play
        self._wanted = options.coach
        self._forecaster: Forecaster | None = None

    @property
    def speaks_always(self) -> bool:
        """Whether it gives advice without being asked."""
        return self._wanted is Wanted.ALWAYS

    def say(self) -> str:
        """Return the best choice of the player to move, and why; the record notes the coach.

        Raises:
            Refusal: If the coach is off, no dice were rolled, or the solver can't do the rules.
        """
        game = self._table.game
        if self._wanted is Wanted.OFF:
            raise NotNow("no_coach", "Your settings have turned the coach off.", game)
        if refusal := game.legal_actions.no_dice():
            raise refusal
        from yahtzee_tui.strategy import Advice, HoldChoice, describe_advice, describe_win_advice

        values = self._best_play.find(game.ruleset)
        advice = Advice(values, game.card, game.faces, game.rolls_left)
        self._table.note_coach(game.seat)
        wins = self._find_wins(advice, game)
        sentence = describe_advice(advice) if wins is None else describe_win_advice(wins)
        best = advice.best if wins is None else wins.best
        where = ""
        if isinstance(best, HoldChoice) and best.faces:
            where = f" These are {format_places(advice.positions(best, game.held))}."
        # A screen reader would read each dash between dice as a word.
        return f"{_BETWEEN_DICE.sub(', ', sentence)}{where}"

    def _find_wins(self, advice: Advice, game: Game) -> WinAdvice | None:
        """Return the exact chances of winning of each choice, None if they aren't known."""
        from yahtzee_tui.strategy import Unsolvable
        from yahtzee_tui.strategy.winprob import Forecaster, WinAdvice, is_exact

        if len(game.cards) == 1 or not is_exact(game):
            return None
        if self._forecaster is None:
            self._forecaster = Forecaster(self._best_play.find(game.ruleset))
        try:
            return WinAdvice(advice, self._forecaster.turn(game))
        except Unsolvable:
            return None


class Computers:
    """Plays for the computer players of a table, one step at a time."""

    def __init__(self, table: Table, best_play: BestPlay) -> None:
        self._table, self._best_play = table, best_play
        self._players: dict[str, Bot] = {}
        self._unable: set[str] = set()

    @property
    def is_their_turn(self) -> bool:
        """Whether it is a computer's turn."""
        game = self._table.game
        return not game.is_over and self.plays(game.seat)

    def plays(self, seat: int) -> bool:
        """Return whether a computer plays at a seat; False if it can't play this game."""
        return self._table.setup.computer(seat) not in ("", *self._unable)

    def step(self) -> None:
        """Do the next step of a computer's turn.

        Raises:
            Refusal: If it can't play this game, so that a person has to play for it from now on;
                or if the table refuses the action.
        """
        table, game = self._table, self._table.game
        if not game.roll:
            table.apply(game.seat, Roll())
            return
        decision = self._choose(table.setup.computer(game.seat), game)
        if not isinstance(decision, Hold) or decision.positions != game.held:
            table.apply(game.seat, decision)
        if isinstance(decision, Hold):
            table.apply(game.seat, Roll())

    def _choose(self, rank: str, game: Game) -> Hold | Score:
        if rank not in self._players:
            try:
                self._players[rank] = self._make(rank, game.ruleset)
            except Refusal:  # a record may name an unknown player
                self._unable.add(rank)
                raise
        return self._players[rank].choose(game)

    def _make(self, rank: str, ruleset: Ruleset) -> Bot:
        from yahtzee_tui.strategy.bots import find_rank, make_bot

        values = self._best_play.find(ruleset) if find_rank(rank).needs_table else None
        return make_bot(rank, ruleset, values)


class BestPlay:
    """Loads or solves the value table of each rule set when it is first needed."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._values: dict[str, Values] = {}
        self._told = ""

    def find(self, ruleset: Ruleset) -> Values:
        """Return the value table of a rule set; solving it takes some seconds.

        Raises:
            Unsolvable: If the solver can't do the rules.
        """
        if ruleset.id not in self._values:
            from yahtzee_tui.strategy import load_value_table

            found = load_value_table(ruleset, cache_folder(), lambda _: self._tell(ruleset))
            self._values[ruleset.id] = found.table
        return self._values[ruleset.id]

    def _tell(self, ruleset: Ruleset) -> None:
        if self._told != ruleset.id:
            self._told = ruleset.id
            self._console.say(
                f"Best play of {ruleset.name} is worked out, which takes some seconds."
            )
