"""The list of computer players, weakest first, with their strength where it was measured."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.text import format_number
from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog, call_with_result
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.screen import Screen

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.strategy.bots import Rank

_NAME_WIDTH = 14


async def choose_rank(
    screen: Screen[Any], ruleset: Ruleset, chosen: Callable[[Rank], object]
) -> None:
    """Load the computer players and, if the screen is still active, let the user choose one."""
    # In a thread, as importing numpy would block the event loop.
    ladder = await asyncio.to_thread(_load_ladder)
    if screen.is_active:
        screen.app.push_screen(BotPickerScreen(ladder, ruleset), call_with_result(chosen))


def _load_ladder() -> Sequence[Rank]:
    from yahtzee_tui.strategy.bots import LADDER

    return LADDER


class BotPickerScreen(Dialog["Rank"], MenuScreen):
    """Lists the ranks; the result is the chosen one."""

    DEFAULT_CSS = """
    BotPickerScreen {
        #ranks-head { color: $card-muted; padding: 0 1; }
        #ranks-about { color: $card-muted; min-height: 2; margin-top: 1; padding: 0 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("space", "select", "Add", "add-rank", "Add this player", key_display="Enter"),
        bind("escape", "dismiss", "Back", "ranks-back", "Add no one"),
        bind("q", "app.quit", "Quit", "ranks-quit", "Quit the program"),
    ]

    def __init__(self, ladder: Sequence[Rank], ruleset: Ruleset) -> None:
        super().__init__()
        self._ladder = ladder
        self._is_measured = ruleset == OFFICIAL

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("Computer players")
            if self._is_measured:
                yield Static(
                    " " * _NAME_WIDTH + "".join(_headings()), id="ranks-head", markup=False
                )
            yield Menu(*(Option(self._line(rank), id=rank.id) for rank in self._ladder))
            yield Static(id="ranks-about", markup=False)
        yield KeyBar()

    @on(Menu.OptionHighlighted)
    def _marked(self, event: Menu.OptionHighlighted) -> None:
        self.query_one("#ranks-about", Static).update(_(self._ladder[event.option_index].about))

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        self.dismiss(self._ladder[event.option_index])

    def _line(self, rank: Rank) -> Content:
        name, strength = Content.styled(f"{rank.name:<{_NAME_WIDTH}}", "bold"), rank.strength
        if not self._is_measured or strength is None:
            return name
        mean_width, share_width = map(len, _headings())
        share = _("{number}%", number=format_number(100 * strength.share))
        return Content.assemble(
            name,
            format_number(strength.mean).rjust(mean_width),
            (share.rjust(share_width), "$card-muted"),
        )


def _headings() -> tuple[str, str]:
    """Return the headings of the averages and of the shares, as wide as their columns."""
    # Translators: heads a column of averages, and one of shares of games; Expert is a player
    return f"{_('average'):<9} ", f" {_('beats Expert'):>14}"
