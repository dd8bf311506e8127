"""The opening book: the best choice after every first roll of a game, and the next best one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import RULESETS, format_faces
from yahtzee_tui.strategy import advise_first_rolls, format_choice
from yahtzee_tui.text import cell_width, cut, format_number, pad
from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import BY_LINE, MOVE, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import GameScreen
from yahtzee_tui.tui.table.values import ValuesScreen
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy import Advice, ValueTable


class BookScreen(GameScreen[None], MenuScreen):
    """Lists the first rolls; each opens the values of all choices."""

    DEFAULT_CSS = """
    BookScreen {
        align: center top;
        #book { width: 60; max-width: 100%; height: 1fr; padding: 1 0 0 0; }
        #book-title { margin: 0 2 1 2; text-style: bold; }
        #book-head { height: 1; padding: 0 1; color: $card-muted; }
        Menu { width: 100%; }
    }
    """
    LEADS_ANYWHERE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("book", "move", BY_LINE, group=MOVE),
        bind(
            "space", "select", "Values", "book-values", "List what every choice is worth",
            key_display="Enter",
        ),
        bind("escape", "dismiss", "Back", "book-back", "Back to practice"),
    ]  # fmt: skip

    def __init__(self, table: ValueTable) -> None:
        super().__init__()
        self._table = table
        self._advice: dict[str, Advice] = {}

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS.get(self._table.ruleset.key, self._table.ruleset)

    def compose(self) -> ComposeResult:
        self._table.translate(self.ruleset)
        self._advice = {format_faces(each.faces): each for each in advise_first_rolls(self._table)}
        with Vertical(id="book"):
            count, game = len(self._advice), self.ruleset.name
            title = _("Opening book of {game}: {count} first rolls", game=game, count=count)
            yield Static(title, id="book-title", markup=False)
            # Translators: a heading; at most 9 cells
            dice = _("Dice")
            # Translators: headings; at most 13 cells
            best, second = _("Best"), _("Next best")
            # Translators: headings; at most 9 cells
            value, loss = _("Expect"), _("Loss")
            yield Static(_line(dice, best, value, second, loss), id="book-head")
            options = (Option(_draw(dice, each), id=dice) for dice, each in self._advice.items())
            yield Menu(*options, long=True)
        yield KeyBar()

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        advice = self._advice[str(event.option_id)]
        loader = self.context.value_tables.find(self.ruleset)
        find = partial(loader.find_reasons, advice)
        self.context.ask(ValuesScreen(advice, None, find, may_take=False))


def _draw(dice: str, advice: Advice) -> Content:
    best, second = advice.choices[:2]
    loss, value = f"−{format_number(advice.loss(second))}", format_number(best.value)
    words = dice, format_choice(best), value, format_choice(second), loss
    return Content(_line(*words))


def _line(dice: str, best: str, value: str, second: str, loss: str) -> str:
    pairs = (best, value), (second, loss)
    columns = (pad(cut(text, 16), 23 - cell_width(number)) + number for text, number in pairs)
    return " ".join((pad(dice, 9), *columns))
