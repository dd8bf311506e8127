"""The dialog that asks for the code of a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical
from textual.widgets import Input, Static

from yahtzee_tui.store import StoreProblem
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog, RemoteScreen, start_worker
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

_LONGEST = 24


class JoinCodeScreen(RemoteScreen, Dialog[str]):
    """Asks for a code; the result is the id of the table that has it."""

    DEFAULT_CSS = """
    JoinCodeScreen {
        .box { width: 44; }
        #code-title { color: $primary; text-style: bold; }
        Input { margin: 1 0; }
        #complaint { height: 2; color: $error; text-style: bold; }
    }
    """
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "go", "Go there", "code-go", "Go there", key_display="Enter"),
        bind("escape", "dismiss", "Back", "code-back", "Back to the lobby"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static("The code of the table", id="code-title")
            yield TextField(placeholder="KESTREL-42", compact=True, max_length=_LONGEST)
            yield Static(id="complaint", markup=False)
        yield KeyBar()

    def action_go(self) -> None:
        code = self.query_one(Input).value
        if code.strip():
            start_worker(self, partial(self._find, code), exclusive=True)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_go()

    @on(Input.Changed)
    def _changed(self) -> None:
        self._show_problem("")

    async def _find(self, code: str) -> None:
        try:
            table = await self.context.session.find_table(code)
        except StoreProblem as problem:
            if self.is_open:
                self._show_problem(problem.sentence)
        else:
            self.dismiss(table)

    def _show_problem(self, sentence: str) -> None:
        self.query_one("#complaint", Static).update(sentence)
