"""The command palette: a search field over the commands of the screen below."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static
from textual.widgets.option_list import Option

from yahtzee_tui.tui.help.commands import Command, match_commands
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

_LONGEST = 40


class PaletteScreen(Dialog[Command], MenuScreen):
    """A field and a list; the result is the chosen command.

    Textual's own palette searches in the background: with keys typed ahead it runs a command of an
    older list, and a second Enter closes the screen below.
    """

    DEFAULT_CSS = """
    PaletteScreen {
        .box { width: 74; height: 100%; max-height: 24; padding: 0 0 0 1; margin-bottom: 1; }
        TextField { margin-bottom: 1; }
        #no-command { color: $warning; padding: 0 1; }
    }
    """
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("up", "move('up')", "Up", "palette-up", "The line above", key_display="↑", show=False),
        bind(
            "down", "move('down')", "Down", "palette-down", "The line below", key_display="↓",
            show=False,
        ),
        bind("pageup", "page('up')", "Page up", "palette-page-up", "A page up", show=False),
        bind(
            "pagedown", "page('down')", "Page down", "palette-page-down", "A page down", show=False
        ),
        bind(
            "ctrl+j", "choose", "Do it", "palette-choose", "Do what is marked", key_display="Enter"
        ),
        bind("escape,ctrl+p", "dismiss", "Back", "palette-back", "Do nothing"),
    ]  # fmt: skip

    field = getters.query_one(TextField)

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self._commands = self._matches = commands
        self._columns = _find_columns(commands)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "What do you want to do?"
            yield TextField(placeholder="type a part of it", compact=True, max_length=_LONGEST)
            yield Menu(long=True)
            yield Static("Nothing that can be done here is called that.", id="no-command")
        yield KeyBar()

    def on_mount(self) -> None:
        self._show_matches(self._commands)

    async def action_page(self, direction: str) -> None:
        await self.menu.run_action(f"page_{direction}")

    def action_choose(self) -> None:
        marked = self.menu.highlighted
        if marked is not None:
            self.dismiss(self._matches[marked])

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self._show_matches(match_commands(self._commands, event.value))

    @on(Input.Submitted)
    @on(Menu.OptionSelected)
    def _chosen(self) -> None:
        self.action_choose()

    def _show_matches(self, commands: Sequence[Command]) -> None:
        self._matches = commands
        self.menu.set_options(Option(self._draw(command)) for command in commands)
        self.menu.highlighted = 0 if commands else None
        self.menu.display = bool(commands)
        self.query_one("#no-command").display = not commands

    def _draw(self, command: Command) -> Content:
        name = command.head or command.name
        to_keys, to_about = self._columns
        rest = command.name.removeprefix(name).strip()
        return Content.assemble(
            (name.ljust(to_keys), "bold"),
            (command.keys.ljust(to_about - max(to_keys, len(name))), "$primary"),
            (rest, "bold") if rest else (command.about, "$card-muted"),
        )


def _find_columns(commands: Iterable[Command]) -> tuple[int, int]:
    """Return where keys and notes begin; a name without keys may take the room of both."""
    names = [(len(command.head or command.name), len(command.keys)) for command in commands]
    to_keys = max((name + 2 for name, keys in names if keys), default=0)
    to_about = max((to_keys + keys if keys else name for name, keys in names), default=0) + 1
    return to_keys, to_about
