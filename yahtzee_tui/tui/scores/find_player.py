"""The search for a player by name or initials."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import WIDEST_NAME
from yahtzee_tui.text import pad
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.store.stats.people import Person


class FindPlayerScreen(Dialog[str], MenuScreen):
    """A field and the players that match it; the result is the case-folded name of one."""

    DEFAULT_CSS = """
    FindPlayerScreen {
        .box { width: 44; }
        #find-title { color: $primary; text-style: bold; }
        Input { margin: 1 0; }
        Menu { height: auto; max-height: 8; scrollbar-size-vertical: 1; }
        #nobody { color: $warning; }
    }
    """
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("up", "move('up')", "Up", "find-up", "The player above", key_display="↑", show=False),
        bind(
            "down", "move('down')", "Down", "find-down", "The player below", key_display="↓",
            show=False,
        ),
        bind("enter", "choose", "Choose", "find-choose", "Choose the marked player"),
        bind("escape", "dismiss", "Back", "find-back", "Choose nobody"),
    ]  # fmt: skip

    def __init__(self, people: list[Person]) -> None:
        super().__init__()
        self._people = people
        self._matches = people

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static("Whose statistics?", id="find-title")
            yield TextField(placeholder="name or initials", compact=True, max_length=WIDEST_NAME)
            yield Menu()
            yield Static("Nobody is called that.", id="nobody")
        yield KeyBar()

    def on_mount(self) -> None:
        self._show_matches()

    @on(Input.Submitted)
    @on(Menu.OptionSelected)
    def action_choose(self) -> None:
        marked = self.menu.highlighted
        if marked is not None and self._matches:
            self.dismiss(self._matches[marked].player)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        from yahtzee_tui.store.stats.people import match_people

        self._matches = match_people(self._people, event.value)
        self._show_matches()

    def _show_matches(self) -> None:
        menu = self.menu
        menu.set_options(Option(_draw(person)) for person in self._matches)
        menu.highlighted = 0 if self._matches else None
        menu.display = bool(self._matches)
        self.query_one("#nobody").display = not self._matches


def _draw(person: Person) -> Content:
    padded = pad(person.name, WIDEST_NAME)
    games = f"{person.games:>6} {'game' if person.games == 1 else 'games'}"
    return Content.assemble(padded, (games, "$card-muted"))
