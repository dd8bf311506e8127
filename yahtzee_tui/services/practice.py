"""Practice: positions to decide, the points that a choice loses, and when a position comes back.

Positions come from the player's own games, where a decision lost much, and from a file made of
simulated games (`python -m tests.practice_positions`). A position that wasn't decided best comes
back by the system of Leitner ("So lernt man lernen", 1972): each right answer moves it to the next
of a few boxes with longer intervals, and a wrong one back to the first.
"""

from __future__ import annotations

import time
from contextlib import suppress
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.dice import ScriptedDice
from yahtzee_tui.rules import History, Position, Refusal, Score, Setup, format_faces
from yahtzee_tui.services.ladder import rate
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table import Table
from yahtzee_tui.text import format_number
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from yahtzee_tui.rules import Action, Game, Ruleset
    from yahtzee_tui.services.ladder import Rung
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.notes import Progress
    from yahtzee_tui.strategy import Advice, Choice, ValueTable

_HOUR, _DAY = 3600.0, 86400.0
INTERVALS = (60.0, _DAY, 3 * _DAY, 9 * _DAY)
"""Seconds until a position comes back, by its Leitner box; after the last it doesn't."""

RIGHT = 0.05
"""Points below which a loss doesn't show in one decimal: such a choice counts as the best."""

EASY = 5.0
"""Points by which the best choice of an easy position leads: those are asked last."""

LARGE = 1.0
"""The fewest points that a decision of an own game lost that is practiced."""

_GAMES, _MOST_MISTAKES = 30, 50
"""How many of the newest games are looked through, and the most positions from them."""


class Theme(Enum):
    """Where positions come from, or what they are about."""

    GAMES = "own_games"
    FIRST_ROLL = "first_roll"
    UPPER_BONUS = "upper_bonus"
    JOKERS = "jokers"
    LAST_ROUNDS = "last_rounds"
    GIVEN = "given"  # one that the player typed, which is asked once

    @property
    def title(self) -> str:
        return _(_TITLES[self])


_TITLES = {
    Theme.GAMES: N_("Your own games"),
    Theme.FIRST_ROLL: N_("First roll of a turn"),
    Theme.UPPER_BONUS: N_("Upper bonus"),
    Theme.JOKERS: N_("Jokers"),
    Theme.LAST_ROUNDS: N_("Last three rounds"),
    Theme.GIVEN: N_("Your position"),
}


class Exercise(NamedTuple):
    """A position to decide."""

    position: Position
    theme: Theme

    def create_table(self, player: str) -> Table:
        """Return a table in this position, which counts nowhere and can't roll."""
        game = self.position.game(player)
        setup = Setup(game.ruleset.key, game.players, dice=ScriptedDice.source)
        return Table(setup, ScriptedDice(()), History(game))


class Answer(NamedTuple):
    """What came of an answer."""

    exercise: Exercise
    advice: Advice
    choice: Choice
    due: float | None  # seconds until the position comes back, None if it doesn't

    @property
    def loss(self) -> float:
        """The points that the choice is worth less than the best, in the final score."""
        return self.advice.loss(self.choice)

    @property
    def is_right(self) -> bool:
        return self.loss < RIGHT


class Count(NamedTuple):
    """The positions of a theme."""

    waiting: int  # new ones, and those that have come back
    all: int


@cache
def read_positions(rules: str) -> dict[str, Theme]:
    """Return the themes of the positions of a rule set in the program's file, by their text."""
    text = (files(__package__) / "practice_positions.txt").read_text(encoding="utf-8")
    lines = (line.split(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {
        position: Theme(theme) for theme, position in lines if position.split(" ", 1)[0] == rules
    }


def count_due(store: Store, ruleset: Ruleset) -> int:
    """Return how many positions of a rule set have come back; may raise a `StoreProblem`."""
    now, progress = time.time(), store.notes.read_progress()
    ours = (each for text, each in progress.items() if text.split(" ", 1)[0] == ruleset.key)
    return sum(each.due is not None and each.due <= now for each in ours)


class Trainer:
    """Asks one player for decisions by one rule set, and keeps how well each position is known.

    Attributes:
        table: The values of best play.
        rung: The player's place on the ladder of these rules, None without a rated game.
        problem: Why progress can't be read or saved, as a sentence.
    """

    def __init__(
        self,
        store: Store | None,
        player: str,
        table: ValueTable,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Read the progress, and the mistakes in the newest games: some tenths of a second.

        Without a store all is forgotten at the end. `clock` gives the seconds since 1970.
        """
        self.rung: Rung | None = None
        self.problem: str | None = None
        self.table = table
        self._store, self._clock = store, clock
        self._progress: dict[str, Progress] = {}
        self._positions: dict[str, Theme] = {}
        if store is not None:
            try:
                self._progress = store.notes.read_progress()
                rated = rate(store.scores.rated_games(self.ruleset.key))
                own = (each for each in rated if each.name.casefold() == player.casefold())
                self.rung = next(own, None)
                for position in _find_mistakes(store, player, table):
                    self._positions.setdefault(position, Theme.GAMES)
            except StoreProblem as problem:
                self.problem = problem.sentence
        self._positions = read_positions(self.ruleset.key) | self._positions

    @property
    def ruleset(self) -> Ruleset:
        return self.table.ruleset

    def count(self, theme: Theme | None = None) -> Count:
        """Return how many positions of a theme there are, or of all."""
        ours = [text for text, its in self._positions.items() if its in _alike(theme)]
        return Count(sum(self._is_waiting(text) for text in ours), len(ours))

    def find_pause(self, theme: Theme | None = None) -> float | None:
        """Return the seconds until a position comes back, None if none does."""
        due = [
            progress.due - self._clock()
            for text, progress in self._progress.items()
            if progress.due is not None and self._positions.get(text) in _alike(theme)
        ]
        return max(0.0, min(due)) if due else None

    def find_exercise(self, theme: Theme | None = None) -> Exercise | None:
        """Return the next position of a theme or of all, None if none is waiting.

        Those that have come back go first, the longest due before others; then those of the
        player's games, and of the themes in turn.
        """
        waiting = [
            text
            for text, its in self._positions.items()
            if its in _alike(theme) and self._is_waiting(text)
        ]
        if not waiting:
            return None
        text = min(waiting, key=self._find_place)
        return Exercise(Position.parse(text), self._positions[text])

    def answer(self, exercise: Exercise, choice: Choice) -> Answer:
        """Judge a choice in a position, and note when the position comes back."""
        from yahtzee_tui.store.notes import Progress

        advice = self.advise(exercise.position)
        if exercise.theme is Theme.GIVEN:
            return Answer(exercise, advice, choice, None)
        text, now = str(exercise.position), self._clock()
        known = self._progress.get(text)
        is_right = advice.loss(choice) < RIGHT
        stage = (len(INTERVALS) if known is None else known.stage + 1) if is_right else 0
        due = INTERVALS[stage] if stage < len(INTERVALS) else None
        progress = self._progress[text] = Progress(stage, None if due is None else now + due)
        if self._store is not None:
            try:
                self._store.notes.save_answer(text, progress)
            except StoreProblem as problem:
                self.problem = problem.sentence
        return Answer(exercise, advice, choice, due)

    def advise(self, position: Position) -> Advice:
        """Return the values of all choices in a position."""
        from yahtzee_tui.strategy import Advice

        return Advice(self.table, position.card, position.faces, position.rolls_left)

    def find_choice(self, game: Game, action: Action) -> Choice:
        """Return the choice that a legal action is; a roll keeps the dice that are held."""
        advice = self.advise(Position.of(game))
        held = advice.hold(game.held)
        found = advice.box(action.box) if isinstance(action, Score) else held
        if found is None:
            raise ValueError(f"{action} is not legal in {Position.of(game)}")
        return found

    def explain(self, answer: Answer) -> tuple[str, ...]:
        """Return what the best choice brings more, box by box, in full and shorter.

        It is empty while that isn't known, and where no other choice is worth less.
        """
        from yahtzee_tui.strategy import (
            can_explain,
            compare_choices,
            find_other_plan,
            list_why,
        )

        advice = answer.advice
        other = find_other_plan(advice) if answer.is_right else answer.choice
        is_worse = other is not None and advice.loss(other) >= RIGHT
        if other is None or not (is_worse and can_explain(self.table, advice.card)):
            return ()
        # Without the sum alone, which the answer says, too.
        return list_why(compare_choices(self.table, advice, advice.best, other))[:-1]

    def _is_waiting(self, text: str) -> bool:
        progress = self._progress.get(text)
        return progress is None or (progress.due is not None and progress.due <= self._clock())

    def _find_place(self, text: str) -> tuple[float, int, int]:
        """Return what orders the positions that are waiting."""
        progress, theme = self._progress.get(text), self._positions[text]
        if progress is not None and progress.due is not None:
            return progress.due, 0, 0
        same = [each for each, its in self._positions.items() if its is theme]
        number = sum(each in self._progress for each in same)
        is_first = theme is Theme.GAMES
        return float("inf"), 0 if is_first else 1 + number, same.index(text)


def find_lead(advice: Advice) -> float:
    """Return the points by which the best choice leads; below `RIGHT` there is nothing to ask."""
    return min((advice.loss(each) for each in advice.choices[1:]), default=0.0)


def describe_answer(answer: Answer) -> str:
    """Return what a choice lost and what is best, and when a missed position comes back."""
    sentence = list_answers(answer)[0]
    if answer.due is None:
        return sentence
    return f"{sentence} {_('Back {when}.', when=describe_pause(answer.due))}"


def list_answers(answer: Answer) -> tuple[str, ...]:
    """Return what a choice lost and what is best, in fewer and fewer words."""
    from yahtzee_tui.strategy import list_advice

    if answer.is_right:
        return tuple(f"{_('Right.')} {each}" for each in list_advice(answer.advice))
    return _describe_loss(answer), _describe_loss(answer, is_short=True)


def _describe_loss(answer: Answer, is_short: bool = False) -> str:
    from yahtzee_tui.strategy import HoldChoice, describe_choice

    done, best = answer.choice, describe_choice(answer.advice.best, is_short)
    if not isinstance(done, HoldChoice):
        sentence = N_("{loss} points lost: you scored {points} in {box}. Best: {best}.")
        points = f"{done.points} +{done.bonus}" if done.bonus else f"{done.points}"
        places = {"points": points, "box": done.box.short if is_short else done.box.name}
    elif done.faces:
        sentence = N_("{loss} points lost: you kept {dice}. Best: {best}.")
        places = {"dice": format_faces(done.faces)}
    else:
        sentence = N_("{loss} points lost: you rerolled all dice. Best: {best}.")
        places = {}
    return _(sentence, loss=format_number(answer.loss), best=best, **places)


def describe_pause(seconds: float) -> str:
    """Return when something happens, such as `in 1 minute` or `in 3 days`."""
    if seconds >= _DAY:
        return ngettext("in {count} day", "in {count} days", round(seconds / _DAY))
    if seconds >= _HOUR:
        return ngettext("in {count} hour", "in {count} hours", round(seconds / _HOUR))
    minutes = max(1, round(seconds / 60))
    return ngettext("in {count} minute", "in {count} minutes", minutes)


def describe_end(trainer: Trainer, theme: Theme | None) -> str:
    """Return that no position is waiting, and when the next one is."""
    said = [] if theme is None else [f"{theme.title}."]
    if not trainer.count(theme).all:
        return " ".join((*said, _("No positions for these rules yet.")))
    said.append(_("No position is waiting."))
    if (pause := trainer.find_pause(theme)) is not None:
        said.append(_("The next one comes back {when}.", when=describe_pause(pause)))
    return " ".join(said)


def _alike(theme: Theme | None) -> Collection[Theme | None]:
    return tuple(Theme) if theme is None else (theme,)


def _find_mistakes(store: Store, player: str, table: ValueTable) -> list[str]:
    """Return the positions of the costliest decisions in a player's newest games, worst first."""
    found: dict[str, float] = {}
    rules, folded = table.ruleset.key, player.casefold()
    for game in store.scores.find_practice_games(folded, rules, _GAMES):
        with suppress(StoreProblem, Refusal):  # a game that can't be read has no mistakes
            for position, loss in _review(store, game, folded, table):
                found[position] = max(loss, found.get(position, 0.0))
    return sorted(found, key=lambda each: -found[each])[:_MOST_MISTAKES]


def _review(store: Store, game: str, player: str, table: ValueTable) -> Iterator[tuple[str, float]]:
    from yahtzee_tui.strategy import Advice, review_game

    record, history = store.games.read(game).load()
    if history.game.ruleset != table.ruleset:
        return
    seats = [name.casefold() for name in record.setup.players]
    review = review_game(table, record.setup.start(), record.events)
    for mistake in review.mistakes(seats.index(player)):
        turn, roll = mistake.turn, mistake.roll
        advice = Advice(table, turn.card, roll.faces, roll.rolls_left)
        if mistake.loss >= LARGE and find_lead(advice) >= RIGHT:
            number = turn.card.ruleset.rolls - roll.rolls_left
            yield str(Position(turn.card, number, roll.faces)), mistake.loss
