"""The title screen with the main menu."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.store import StoreProblem
from yahtzee_tui.tui.home.menu_items import MenuItems, draw_menu_item
from yahtzee_tui.tui.keymap import BY_LINE, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import GameScreen, start_worker
from yahtzee_tui.tui.table.widgets.die import letter_picture
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult

_MOVE = Binding.Group("Move", compact=True)


class TitleScreen(GameScreen[None], MenuScreen):
    """The menu under the title, which the saved games join once they are read."""

    DEFAULT_CSS = """
    TitleScreen {
        align: center middle;
        #title-box { width: 56; height: auto; }
        #title { width: 100%; text-align: center; }
        #tagline { width: 100%; text-align: center; color: $card-muted; margin: 1 0 2 0; }
        #notice { width: 100%; max-height: 3; text-align: center; color: $warning; margin-top: 1; }
        Center { height: auto; }
        Menu { width: 56; }
    }
    """
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("menu", "move", BY_LINE, group=_MOVE),
        bind("space", "select", "Choose", "choose", "Do what is marked", key_display="Enter"),
        bind("s", "app.show_scores", "Scores", "title-scores", "High scores and statistics"),
    ]

    def compose(self) -> ComposeResult:
        self.menu_items = MenuItems(self.context)
        with Vertical(id="title-box"):
            yield Static(Content("\n").join(letter_picture("YAHTZEE")), id="title")
            yield Static("Roll three times, fill every box, outscore your friends.", id="tagline")
            with Center():
                yield Menu(*self._options(), id="menu")
        yield KeyBar()

    def on_mount(self) -> None:
        start_worker(self, self._load_games)

    def show_message(self, sentence: str) -> None:
        for notice in self.query("#notice").results(Static):
            notice.update(sentence)
            return
        self.query_one("#title-box").mount(Static(sentence, id="notice", markup=False))

    @on(Menu.OptionSelected)
    async def _selected(self, event: Menu.OptionSelected) -> None:
        if not self.is_active:  # a second Enter, typed ahead
            return
        await self.menu_items.run(event.option_id)

    async def _load_games(self) -> None:
        """Add the saved games to the menu; reading them may take longer than the first paint."""
        if self.context.navigator.store is None:
            return
        with suppress(StoreProblem):  # the app reports it
            await self.menu_items.load()
        if not self.is_open:
            return
        menu = self.menu
        marked = menu.marked
        menu.clear_options()
        menu.add_options(self._options())
        ids = [option.id for option in menu.options]
        menu.highlighted = ids.index(marked) if marked in ids and marked != "play" else 0
        self.menu_items.continue_if_wanted()

    def _options(self) -> list[Option]:
        return [Option(draw_menu_item(item), id=item.id) for item in self.menu_items.lines()]
