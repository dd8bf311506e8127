"""The dialogs with a field: a word that helps to decide the dice of a table, and a table's code."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical
from textual.widgets import Input, Static

from yahtzee_tui.host.screens.context import RemoteScreen
from yahtzee_tui.host.services.waiting_room import ABOUT_WORDS
from yahtzee_tui.rules import Malformed
from yahtzee_tui.rules.names import WIDEST_NAME, check_word
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog, start_worker
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget


class FieldScreen(RemoteScreen, Dialog[str]):
    """A field between words about it and a complaint about what was typed; the result is a text."""

    DEFAULT_CSS = """
    FieldScreen {
        #about { color: $card-muted; }
        Input { margin: 1 0; &.-textual-compact { padding: 0 1; } }
        #complaint { min-height: 2; color: $error; text-style: bold; }
    }
    """
    AUTO_FOCUS = "Input"

    def compose_field(self, title: str, about: str, *rest: Widget) -> ComposeResult:
        """Compose the dialog; the field is the last of the widgets below the words."""
        with Vertical(classes="box") as box:
            box.border_title = title
            yield Static(about, id="about", markup=False)
            yield from rest
            yield Static(id="complaint", markup=False)
        yield KeyBar()

    @on(Input.Changed)
    def _typed(self) -> None:
        self.complain("")

    def complain(self, sentence: str) -> None:
        self.query_one("#complaint", Static).update(sentence)


class WordScreen(FieldScreen):
    """Shows the hash of a table's secret, and asks for a word; the result is empty for none."""

    DEFAULT_CSS = """
    WordScreen #word-hash { margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "add", "Add", "word-add", "Add the word", key_display="Enter"),
        bind("escape", "dismiss", "Back", "word-back", "Back without a change"),
    ]

    def __init__(self, digest: str, word: str) -> None:
        """Ask for a word; `digest` is the hash of the secret, `word` the one of before."""
        super().__init__()
        self._digest, self._word = digest, word

    def compose(self) -> ComposeResult:
        digest = Static(f"SHA-256 {self._digest}", id="word-hash")
        hint = _("any word")
        field = TextField(self._word, placeholder=hint, compact=True, max_length=WIDEST_NAME)
        return self.compose_field(_("A word for the dice"), _(ABOUT_WORDS), digest, field)

    @on(Input.Submitted)
    def action_add(self) -> None:
        word = self.query_one(Input).value.strip()
        try:
            self.dismiss(word and check_word(word))
        except Malformed as refusal:
            self.complain(refusal.sentence)


class JoinCodeScreen(FieldScreen):
    """Asks for a code; the result is the id of the table that has it."""

    DEFAULT_CSS = """
    JoinCodeScreen .box { width: 48; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "go", "Join", "code-go", "Join", key_display="Enter"),
        bind("escape", "dismiss", "Back", "code-back", "Back to the lobby"),
    ]

    def compose(self) -> ComposeResult:
        field = TextField(placeholder="KESTREL-42", compact=True, max_length=24)
        about = _("Type the code that your friend gave you.")
        return self.compose_field(_("Table code"), about, field)

    @on(Input.Submitted)
    def action_go(self) -> None:
        code = self.query_one(Input).value
        if code.strip():
            start_worker(self, partial(self._find, code), exclusive=True)

    async def _find(self, code: str) -> None:
        try:
            table = await asyncio.to_thread(self.context.session.find_table, code)
        except StoreProblem as problem:
            if self.is_open:
                self.complain(problem.sentence)
        else:
            self.dismiss(table)
