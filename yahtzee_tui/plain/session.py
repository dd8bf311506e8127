"""From one table to the next: who plays, which saved game goes on, and what is said in the end."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.plain.best_play import BestPlay
from yahtzee_tui.plain.play import Next, Play
from yahtzee_tui.plain.words import tell_list, tell_start
from yahtzee_tui.rules import OFFICIAL, Refusal
from yahtzee_tui.settings import FirstPlayer
from yahtzee_tui.store import HeldGame, StoreProblem
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import Invitation, tell_left

if TYPE_CHECKING:
    from yahtzee_tui.plain.talk import Talk
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store

_RESUME = "resume"


class Session:
    """Seats people until they leave."""

    def __init__(self, talk: Talk, me: str, options: Options, store: Store) -> None:
        """Open the door.

        Args:
            talk: With whoever sits here.
            me: Who that is, if nobody says otherwise.
            options: The options in force.
            store: Where games are saved.
        """
        self._talk, self._me, self._options, self._store = talk, me, options, store
        self._best_play = BestPlay(talk)
        self._saved_table: SavedTable | None = None

    def play(self, invitation: Invitation | None, game: str | None) -> None:
        """Play until nobody wants to any more.

        Args:
            invitation: A game to begin with, if any.
            game: The id of a saved game to go on with, if any.

        Raises:
            Malformed: If something in the invitation makes no sense.
            StoreProblem: If the saved game can't be gone on with.
            EOFError: If nobody answers any more.
            OSError: If nobody can hear what is told.
        """
        if game is not None:
            saved_table = self._take(game)
        elif invitation is not None:
            saved_table = SavedTable.new(invitation, self._store)
        else:
            saved_table = self._ask_who_plays(OFFICIAL.id)
        is_first = True
        while saved_table is not None:
            self._saved_table = saved_table
            self._talk.say(*tell_start(saved_table.table))
            if is_first:  # opening the store takes longer than all before
                self._open_store()
                is_first = False
            saved_table = self._follow(
                Play(saved_table, self._talk, self._options, self._best_play).run()
            )

    def say_goodbye(self) -> None:
        """Say where an unfinished game was left, and whether it can be gone on with."""
        saved_table = self._saved_table
        if saved_table is None or saved_table.is_stale:
            self._talk.end_line()
            return
        saved_table.retry()
        left = "" if saved_table.table.game.is_over else tell_left(saved_table.table.game)
        if saved_table.problem is not None:
            self._talk.say(*filter(None, (left, f"It is not saved. {saved_table.problem}")))
        elif left:
            self._talk.say(left, "It is saved: yahtzee-tui resume --plain goes on with it.")
        else:
            self._talk.end_line()

    def _follow(self, what: Next) -> SavedTable | None:
        """Return where to sit down after a table was left."""
        saved_table = self._saved_table
        if saved_table is None or what is Next.QUIT:
            return None
        if what is Next.ELSEWHERE and saved_table.game_id is not None:
            return self._take(saved_table.game_id, saved_table.problem)
        saved_table.release()
        if what is Next.AGAIN:
            return SavedTable.new(saved_table.invitation.again(), self._store)
        return self._ask_who_plays(saved_table.table.game.ruleset.id)

    def _ask_who_plays(self, rules: str) -> SavedTable | None:
        """Return a table for those who are named, or that of the newest unfinished game."""
        game = self._offer_unfinished()
        while True:
            names = self._talk.ask(
                f"Who plays, with commas between names, or Enter for {self._me} alone"
            )
            if game is not None and names == _RESUME:
                return self._take(game)
            players = tuple(filter(None, map(str.strip, (names or "").split(",")))) or (self._me,)
            first = players[0] if self._options.first_player is FirstPlayer.FIXED else None
            try:
                return SavedTable.new(Invitation(players, rules, first), self._store)
            except Refusal as refusal:
                self._talk.say(refusal.sentence)

    def _offer_unfinished(self) -> str | None:
        """Tell of the newest unfinished game that no other program has open, and return its id."""
        from yahtzee_tui.store.rows import tell_where
        from yahtzee_tui.store.saved import Status

        if not self._store.may_hold_games:
            return None
        with suppress(StoreProblem):  # said when the first action is to be saved
            for saved in self._store.games.by_status(Status.UNFINISHED):
                if not saved.elsewhere:
                    game = saved.load()[1].game
                    where = f"{tell_list(game.players)}, {tell_where(game)}"
                    self._talk.say(f"A game is not over: {where}; {_RESUME} goes on with it.")
                    return saved.id
        return None

    def _take(self, game: str, problem: str | None = None) -> SavedTable | None:
        """Return the table of a saved game, asking first if another program has it open.

        Args:
            game: Its id.
            problem: What is to be said of it before; None to try to take it first.
        """
        games = self._store.games
        if problem is None:
            games.read(game).load()  # what can't be played is not taken
            try:
                return SavedTable.resume(games.acquire(game), self._store)
            except HeldGame as held:
                problem = held.sentence
        self._talk.say(problem)
        while (answer := self._talk.ask("1 to take it over, 2 to leave it")) not in ("1", "2"):
            self._talk.say("It takes a 1 or a 2.")
        if answer == "2":
            return None
        return SavedTable.resume(games.acquire(game, by_force=True), self._store)

    def _open_store(self) -> None:
        """Open the store, and say what people should be told about it."""
        with suppress(StoreProblem):  # said when the first action is to be saved
            _ = self._store.games
            if self._store.notice is not None:
                self._talk.say(self._store.notice)
