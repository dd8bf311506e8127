"""The dice, the card and the turns of a game, beside a list of games."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from textual import getters
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import OFFICIAL, RULESETS
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.table.widgets.die import dice_picture
from yahtzee_tui.tui.table.widgets.panels import TurnLog, logged_turns
from yahtzee_tui.tui.table.widgets.scorecard import Scorecard
from yahtzee_tui.tui.table.widgets.scorecard_layout import (
    CardView,
    card_height,
    count_rows,
    fit_card,
)

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.rules import History
    from yahtzee_tui.store import Store

_LEAST_COLUMNS, _MOST_COLUMNS = 38, 96
_TALLEST_CARD = 26
_SHORTEST_LOG = 6
_DICE_LINES = 5


class GameCard(Vertical):
    """The game that is marked in a list: its dice, its card, and its turns where there is space."""

    DEFAULT_CSS = """
    GameCard {
        height: 1fr;
        margin: 1 1 1 0;
        #game-dice { height: auto; margin: 0 1 1 1; }
        Scorecard { pointer: default; }
        TurnLog { height: 1fr; margin-top: 1; }
    }
    """
    dice = getters.query_one("#game-dice", Static)
    card = getters.query_one(Scorecard)
    turns = getters.query_one(TurnLog)

    def __init__(self) -> None:
        super().__init__()
        self.visible = False
        self._history: History | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="game-dice")
        ruleset = RULESETS[OFFICIAL.id]  # with the names of the player's language
        yield Scorecard(ruleset)
        yield TurnLog(ruleset)

    def fit(self, columns: int) -> int:
        """Take up to so many columns, and return how many; hide if they are too few."""
        self.display = columns >= _LEAST_COLUMNS
        self.styles.width = taken = min(columns, _MOST_COLUMNS)
        return taken if self.display else 0

    def hide(self) -> None:
        """Show nothing, not even the game that is being read."""
        self.workers.cancel_node(self)
        self.visible = False

    def show_saved(self, store: Store, game: str, player: str = "") -> None:
        """Read a game by its id, and show it as `show` does."""
        start_worker(self, partial(self._read, store, game, player), exclusive=True)

    async def _read(self, store: Store, game: str, player: str) -> None:
        try:
            _, history = await asyncio.to_thread(lambda: store.games.read(game).load())
        except StoreProblem:
            self.visible = False
        else:
            self.show(history, player)

    def show(self, history: History, player: str = "") -> None:
        """Show a game; the column of `player`, or of the next, is lit."""
        self._history, game = history, history.game
        seat = game.players.index(player) if player in game.players else game.seat
        turn = None if game.is_over else game.seat
        self.card.show(CardView(game.cards, game.players, seat, turn, {}, saved=game.saved))
        self.turns.show(logged_turns(history), game.ruleset)
        colors = game.ruleset.colors
        self.dice.update(Content("\n").join(dice_picture(game.faces, game.held, colors)))
        self.dice.display = bool(game.faces) and not game.is_over
        self._share_rows()
        self.visible = True

    def on_resize(self) -> None:
        self._share_rows()

    def _share_rows(self) -> None:
        """Make the card as high as its rows, and show the turns in what is left."""
        if self._history is None:
            return
        game = self._history.game
        height = self.size.height - (_DICE_LINES if self.dice.display else 0)
        rows = count_rows(game.ruleset, any(card.repeats for card in game.cards))
        used = card_height(rows, *fit_card(rows, min(height, _TALLEST_CARD)))
        self.card.styles.height = used
        self.turns.display = height - used > _SHORTEST_LOG and bool(self._history.turns)
