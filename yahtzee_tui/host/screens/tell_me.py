"""The dialog in which a player chooses what the server tells them while they are away."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.host.lobby.notifications import Occasion
from yahtzee_tui.host.screens.context import RemoteScreen
from yahtzee_tui.host.services.notification_sentences import (
    OCCASIONS,
    describe_limits,
    describe_receiver,
    describe_wishes,
    find_topic_address,
)
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.text import cell_width
from yahtzee_tui.translation import _, find_language
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog, start_worker
from yahtzee_tui.tui.widgets.choices import draw_choice
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.host.lobby.notifications import Wishes

_ROOM_FOR_CODE = 30  # rows of the window


class TellMeScreen(RemoteScreen, Dialog[None], MenuScreen):
    """Turns each occasion on or off; a change is saved at once."""

    DEFAULT_CSS = """
    TellMeScreen {
        .box { width: 60; }
        Menu { height: auto; margin-bottom: 1; }
        #tell-code { width: auto; color: black; background: white; }
        #tell-about { color: $card-muted; }
        #tell-complaint { color: $error; text-style: bold; height: auto; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space", "select", "Change", "tell-change", "Turn the message on or off",
            key_display="Enter",
        ),
        bind("escape", "dismiss", "Back", "tell-back", "Back to the lobby"),
    ]  # fmt: skip

    def __init__(self, wishes: Wishes, receiver: str) -> None:
        """Show an account's wishes; `receiver` is an ntfy server's address, or `WEBHOOK`."""
        super().__init__()
        self._wishes, self._receiver = wishes, receiver

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box", can_focus=False) as box:
            box.border_title = _("Tell me while I am away")
            yield Menu(*self._lines())
            yield Static(describe_limits(), id="tell-about", markup=False)
            yield Static(id="tell-complaint", markup=False)
            yield from self._explain_receiver()
        yield KeyBar()

    def on_mount(self) -> None:
        self._complain(describe_wishes(self._wishes))

    def _explain_receiver(self) -> ComposeResult:
        yield Static(describe_receiver(self._wishes, self._receiver), markup=False)
        address = find_topic_address(self._wishes, self._receiver)
        is_wide = self.app.size.height >= _ROOM_FOR_CODE
        if address and is_wide and not self.context.ascii_only:
            yield Static(draw_code(address), id="tell-code", markup=False)

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        changed = frozenset({Occasion(event.option_id)})
        self._wishes = self._wishes._replace(occasions=self._wishes.occasions ^ changed)
        self.menu.show(self._lines())
        start_worker(self, self._save, "wishes", exclusive=True)

    async def _save(self) -> None:
        session = self.context.session
        choose = session.lobby.notifications.choose
        language = find_language(self.context.options.language, os.environ)
        who, (occasions, topic, _refused) = session.user.who, self._wishes
        try:
            await asyncio.to_thread(choose, who, topic, occasions, language)
        except StoreProblem as problem:
            self._complain(problem.sentence)
        else:
            self._complain("")

    def _complain(self, sentence: str) -> None:
        self.query_one("#tell-complaint", Static).update(sentence)

    def _lines(self) -> list[Option]:
        width = max(map(cell_width, map(_, OCCASIONS.values()))) + 2
        values = {True: _("on"), False: _("off")}
        return [
            Option(
                draw_choice(_(words), values[each in self._wishes.occasions], width), id=each.value
            )
            for each, words in OCCASIONS.items()
        ]


def draw_code(text: str) -> Content:
    """Return a text as a QR code of half blocks, two rows of modules a line."""
    import segno  # only where it is shown

    rows = [list(map(bool, row)) for row in segno.make(text, error="l").matrix_iter(border=1)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    glyphs = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(glyphs[both] for both in zip(*pair, strict=True)) for pair in pairs)
    return Content("\n".join(lines))
