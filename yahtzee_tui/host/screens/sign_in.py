"""The first screen over SSH: asks for a name, unless the SSH key already has one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import getters, on
from textual.containers import Center, Horizontal, Vertical
from textual.widgets import Button, Input, Static

from yahtzee_tui.host.screens.context import RemoteScreen
from yahtzee_tui.host.services.visit import CHOOSE_NAME
from yahtzee_tui.rules import WIDEST_NAME
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.translation import _
from yahtzee_tui.tui.home.letter_dice import LetterDice
from yahtzee_tui.tui.lifecycle import GameScreen, start_worker
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from textual.app import ComposeResult

_LONGEST = WIDEST_NAME + len("KESTREL-12345678 ")
"""Cells of what can be typed: a name, a word, or a word and the name of a bot."""


class SignInScreen(RemoteScreen, GameScreen[None]):
    """A field for the name. It is left at once by a user whose key is known."""

    DEFAULT_CSS = """
    SignInScreen {
        align: center middle;
        #sign-in-box { width: 100%; height: auto; align-horizontal: center; }
        Center { height: auto; margin-bottom: 1; }
        #below-name { margin: 0; }
        #question { width: 100%; text-align: center; text-style: bold; }
        #name {
            width: 34;
            border: round $frame;
            background: transparent;
            &:focus { border: round $foreground; }
        }
        #about {
            width: 58;
            max-width: 100%;
            min-height: 4;
            height: auto;
            text-align: center;
            color: $card-muted;
            &.-complaint { color: $error; text-style: bold; }
        }
        #ways-in { height: 3; align-horizontal: center; }
    }
    """
    LEADS_ANYWHERE = False

    field = getters.query_one("#name", Input)

    def __init__(self) -> None:
        super().__init__()
        self._is_busy = True

    def compose(self) -> ComposeResult:
        session = self.context.session
        with Vertical(id="sign-in-box"):
            with Center():
                yield LetterDice()
            yield Static(_("One moment …"), id="question", markup=False)
            with Center():
                yield TextField(session.suggestion, _("name"), id="name", max_length=_LONGEST)
            with Center(id="below-name"):
                yield Static(id="about", markup=False)
            with Horizontal(id="ways-in"):
                yield Button(_("Sign in"), id="go-in", variant="primary")
        yield KeyBar()

    def on_mount(self) -> None:
        self.field.display = self.query_one("#ways-in").display = False
        start_worker(self.app, self._recognise, "session")

    @on(Input.Submitted)
    @on(Button.Pressed)
    def _go_in(self) -> None:
        """Sign in with the typed name; before that look up the key again if that has failed."""
        if self._is_busy:
            return
        self._is_busy = True
        self._show_problem("")
        sign_in = partial(self._sign_in, self.field.value)
        start_worker(self.app, sign_in if self.field.display else self._recognise, "session")

    @on(Input.Changed)
    def _changed(self) -> None:
        if self.field.display:
            self._show_problem("")

    async def _recognise(self) -> None:
        try:
            is_known = await self.context.session.recognise()
        except StoreProblem as problem:
            if self.is_open:
                self._show(_("Sign-in isn't working right now."), _("Try again"))
                self._show_problem(problem.sentence)
            return
        if is_known:
            await self.context.session.enter()
        elif self.is_open:
            self._show(_(CHOOSE_NAME), _("Sign in"))
            self.field.display = True
            self.field.focus()
            self._show_problem(self.context.session.wrong_code)

    async def _sign_in(self, name: str, agrees: bool = False) -> None:
        question = problem = ""
        try:
            question = await self.context.session.sign_in(name, agrees)
        except StoreProblem as refusal:
            problem = refusal.sentence
        self._is_busy = not (question or problem)
        if question:
            sign_in = partial(self._sign_in, name, agrees=True)
            add = partial(start_worker, self.app, sign_in, "session")
            self.context.confirm(question, _("Add this key"), _("Cancel"), add)
        elif not problem:
            await self.context.session.enter()
        elif self.is_open:
            self._show_problem(problem)

    def _show(self, question: str, button: str) -> None:
        self.query_one("#question", Static).update(question)
        self.query_one("#ways-in").display = True
        way_in = self.query_one("#go-in", Button)
        way_in.label = button
        way_in.focus()
        self._is_busy = False

    def _show_problem(self, sentence: str) -> None:
        line = self.query_one("#about", Static)
        line.set_class(bool(sentence), "-complaint")
        if self.field.display and not sentence:
            session = self.context.session
            sentence = f"{session.about_guests}\n{session.about_lines}".lstrip()
        line.update(sentence)
