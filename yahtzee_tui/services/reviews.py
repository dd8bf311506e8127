"""Reviews: a queue that reviews a player's finished games, and a job that reviews one game."""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING

from yahtzee_tui.rules import Refusal
from yahtzee_tui.services.value_tables import load_outcomes, load_table
from yahtzee_tui.store import StoreProblem, UnknownGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Record, Ruleset
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.store.stats.stored_reviews import SavedReview, SeatReview
    from yahtzee_tui.strategy import Advice, Mistake, Review, ReviewedTurn, ValueTable
    from yahtzee_tui.strategy.win_review import WinReview


_TOGETHER = 20
"""How many reviews are saved together: some tenths of a second of work."""

BRIEF_SECONDS = 3.0
"""How long reviews may delay an answer."""


class _ReviewWork:
    """Work in a thread of its caller that needs a value table and can be cancelled.

    Attributes:
        progress: The part of the value table that is solved, from 0 to 1.
    """

    def __init__(self, report: Callable[[float], object] = lambda _: None) -> None:
        self.progress = 0.0
        self._report = report
        self._table: ValueTable | None = None
        self._cancelled = Event()

    def stop(self) -> None:
        """Cancel the work; the reviews that are done are saved."""
        self._cancelled.set()

    def _load_table(self, ruleset: Ruleset) -> ValueTable:
        """Return the value table of a rule set; only one is kept, since games come ordered.

        Raises `Unsolvable` if the solver can't do these rules, `Cancelled` if the work was
        cancelled.
        """
        if self._table is None or self._table.ruleset != ruleset:
            try:
                self._table = load_table(ruleset, self._show_progress, self._cancelled.is_set).table
            finally:
                self._show_progress(0.0)
        return self._table

    def _show_progress(self, progress: float) -> None:
        self.progress = progress
        self._report(progress)


class ReviewQueue(_ReviewWork):
    """Reviews games that have no review, in the order in which they are found."""

    def __init__(
        self,
        store: Store,
        find: Callable[[], list[str]],
        report: Callable[[float], object] = lambda _: None,
        *,
        counts_left: bool = False,
    ) -> None:
        """Create a queue of the games whose ids `find` returns when the work starts.

        `report` is called with the progress; with `counts_left` the queue also reviews games that
        were left unfinished, as far as they were played.
        """
        super().__init__(report)
        self._store, self._find, self._counts_left = store, find, counts_left
        self._waiting: deque[str] | None = None

    @property
    def left(self) -> int | None:
        """How many games are waiting, None before they are read."""
        return None if self._waiting is None else len(self._waiting)

    def work(self) -> bool:
        """Review the next games and save that; return whether others are waiting.

        It takes some tenths of a second, and some seconds if a rule set must be solved. Each game
        is tried once. Raises a `StoreProblem` if the games can't be read, or the reviews can't be
        saved.
        """
        if self._waiting is None:
            self._waiting = deque(self._find())
        notes: list[SavedReview] = []
        while self._waiting and len(notes) < _TOGETHER and not self._cancelled.is_set():
            with suppress(UnknownGame):
                note = self._review(self._store.games.read(self._waiting[0]))
                if note is None:
                    break
                notes.append(note)
            self._waiting.popleft()
        if notes:
            self._store.scores.save_reviews(notes)
        return bool(self._waiting) and not self._cancelled.is_set()

    def _review(self, saved: SavedGame) -> SavedReview | None:
        """Return the review, without seats if there can't be one; None if cancelled."""
        from yahtzee_tui.store.stats.stored_reviews import LeftGame, SavedReview

        nothing = SavedReview(saved.version, {})
        try:
            record, history = saved.load()
        except StoreProblem:
            return nothing
        game, left = history.game, None
        if not game.is_over:
            if not self._counts_left:
                return nothing
            share = sum(each.scored is not None for each in history.turns) / game.rounds
            left = LeftGame(game.players[0], game.ruleset.key, share)
        # It imports numpy, which a queue without games doesn't need.
        from yahtzee_tui.strategy import Cancelled, review_game

        try:
            table = self._load_table(game.ruleset)
            reviewed = review_game(table, record.setup.start(), record.events)
        except Cancelled:
            return None
        except Refusal:
            return nothing
        return SavedReview(saved.version, _list_seats(reviewed), left)


def review_briefly(
    store: Store, find: Callable[[], list[str]], *, counts_left: bool = False
) -> None:
    """Review games for `BRIEF_SECONDS` at most, the others the next time; see `ReviewQueue`."""
    until = time.monotonic() + BRIEF_SECONDS
    queue = ReviewQueue(store, find, counts_left=counts_left)
    with suppress(StoreProblem):
        while queue.work() and time.monotonic() < until:
            pass


def _list_seats(review: Review) -> dict[int, SeatReview]:
    from yahtzee_tui.store.stats.stored_reviews import SeatReview

    return {
        player.seat: SeatReview(player.luck, player.skill, player.accuracy)
        for player in review.players
    }


class ReviewJob(_ReviewWork):
    """Reviews one game, in a thread of its caller."""

    def __init__(self, read: Callable[[], Record]) -> None:
        super().__init__()
        self._read = read
        self.record: Record | None = None  # once it is read

    def work(self) -> Review | None:
        """Return the review, None if the work was cancelled.

        Raises a `Refusal` if the solver can't do the record or its rules, a `StoreProblem` if the
        game can't be read.
        """
        self.record = record = self._read()
        # It imports numpy, which takes longer than the first paint of a screen.
        from yahtzee_tui.strategy import Cancelled, review_game

        game = record.setup.start()
        try:
            return review_game(self._load_table(game.ruleset), game, record.events)
        except Cancelled:
            return None

    def advise(self, turn: ReviewedTurn) -> tuple[Advice, ...]:
        """Return what every choice was worth after each roll of a turn, which takes no time."""
        from yahtzee_tui.strategy import Advice

        assert self._table is not None, "the review is there"
        card = turn.card
        return tuple(Advice(self._table, card, roll.faces, roll.rolls_left) for roll in turn.rolls)

    def explain(self, mistake: Mistake) -> tuple[str, ...]:
        """Return why a decision lost points, by fewer and fewer reasons; none if that isn't known.

        It takes up to half a second, and longer while the outcomes are loaded.
        """
        from yahtzee_tui.strategy import can_explain, explain_mistake, list_why

        table = self._table
        if table is None:
            return ()
        if not can_explain(table, mistake.turn.card) and not load_outcomes(
            table, self._cancelled.is_set
        ):
            return ()
        return list_why(explain_mistake(table, mistake))

    def forecast(self, review: Review) -> WinReview | None:
        """Return the chances of winning all through the game, which takes some seconds.

        Returns None in a solo game, of turns that aren't all known, without outcomes, or if the
        work was cancelled.
        """
        from yahtzee_tui.strategy import Cancelled
        from yahtzee_tui.strategy.win_review import review_wins

        if self._table is None or len(review.players) == 1 or not review.is_whole:
            return None
        if not load_outcomes(self._table, self._cancelled.is_set):
            return None
        try:
            return review_wins(self._table, review, self._cancelled.is_set)
        except Cancelled:
            return None
