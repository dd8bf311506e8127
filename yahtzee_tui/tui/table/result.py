"""The result dialog: the ranking, and what to do next."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from yahtzee_tui.rules import WIDEST_NAME
from yahtzee_tui.table import describe_end
from yahtzee_tui.table.daily import describe_best, find_day, score_best_play
from yahtzee_tui.text import cell_width, pad
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog, start_worker
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from yahtzee_tui.rules import Game, Record, Setup
    from yahtzee_tui.services.value_tables import ValueTableLoader


class ResultScreen(Dialog[str]):
    """The ranking of a finished game, over the table; the result is what to do next."""

    DEFAULT_CSS = """
    ResultScreen {
        .box { padding: 0; }
        #winner {
            width: 100%;
            text-align: center;
            text-style: bold;
            color: $primary;
            margin-bottom: 1;
        }
        #ranking { width: 100%; margin-bottom: 1; text-align: center; }
        BestScore { margin-bottom: 1; }
        #choices { height: auto; }
        #choices Button { width: 1fr; min-width: 12; }
    }
    """
    AUTO_FOCUS = "Button"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("p", "choose('again')", "Play again", "again", "The same players"),
        bind("n", "choose('new')", "New game", "new", "Other players or rules"),
        bind("u", "choose('undo')", "Undo", "result-undo", "Take the last score back"),
        bind("m", "choose('title')", "Menu", "result-menu", "To the menu"),
        bind("escape,e", "dismiss", "Cards", "look", "Look at the cards below"),
        bind("s", "app.show_scores", "Scores", "result-scores", "High scores and statistics"),
        bind("v", "review", "Review", "result-review", "What was luck, and what decisions cost"),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
        bind("q", "app.quit", "Quit", "result-quit", "Leave the program"),
    ]

    def __init__(
        self, game: Game, record: Record, may_undo: bool = True, may_play_again: bool = True
    ) -> None:
        """Create the dialog; `may_undo` says whether the last score was made at this screen."""
        super().__init__()
        self._game = game
        self._record = record
        self._may_undo = may_undo
        self._is_daily = find_day(record.setup) is not None
        self._may_play_again = may_play_again and not self._is_daily  # it has one attempt

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(describe_end(self._game), id="winner", markup=False)
            yield Static(ranking_table(self._game), id="ranking")
            if self._is_daily:
                yield BestScore(
                    self._record.setup, self.context.value_tables.find(self._game.ruleset)
                )
            with Horizontal(id="choices"):
                if self._may_play_again:
                    yield Button("Play again", id="again", variant="primary")
                yield Button("New game", id="new")
                if self._may_undo:
                    yield Button("Undo", id="undo")
                yield Button("Review", id="review")
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        hidden = {"undo": not self._may_undo, "again": not self._may_play_again}
        if action == "choose" and hidden.get(str(parameters[0])):
            return False
        return super().check_action(action, parameters)

    def action_choose(self, choice: str) -> None:
        self.dismiss(choice)

    @on(Button.Pressed, "#review")
    def action_review(self) -> None:
        self.context.show_review(lambda: self._record)

    @on(Button.Pressed, "#again, #new, #undo")
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id)


def ranking_table(game: Game) -> Content:
    """Return each player's place and totals as aligned lines under a heading."""
    width = min(WIDEST_NAME, max(6, *map(cell_width, game.players)))
    lines = [
        Content.styled(_line("", "", width, "Upper", "Bonus", "Lower", "Total"), "$card-muted")
    ]
    for standing in game.ranking:
        card, name = game.cards[standing.seat], game.players[standing.seat]
        numbers = (card.upper_total, card.upper_bonus, card.lower_total, standing.total)
        line = _line(f"{standing.place}.", name, width, *map(str, numbers))
        lines.append(Content.styled(line, "bold $primary" if standing.place == 1 else ""))
    return Content("\n").join(lines)


def _line(place: str, name: str, width: int, *numbers: str) -> str:
    padded = pad(name, width)
    return f" {place:>2} {padded} " + "".join(f"{number:>7}" for number in numbers)


class BestScore(Static):
    """The score of best play with the same dice, computed in a thread."""

    DEFAULT_CSS = """
    BestScore { width: 100%; height: auto; text-align: center; }
    """

    def __init__(self, setup: Setup, loader: ValueTableLoader) -> None:
        super().__init__("…", id="best-score", markup=False)
        self._setup, self._loader = setup, loader

    def on_mount(self) -> None:
        start_worker(self, self._compute)

    async def _compute(self) -> None:
        await self._loader.load(self._show_progress)
        if (values := self._loader.values) is None:
            self.update(self._loader.problem or "")
        else:
            self.update(
                describe_best(await asyncio.to_thread(score_best_play, values, self._setup))
            )

    def _show_progress(self) -> None:
        self.update(f"Best play is worked out: {self._loader.progress:.0%} done.")
