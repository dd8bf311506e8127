"""The dialogs that lead to a shared table: the form of a new one, and the code of another's."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.host.lobby import TableOptions, TimeoutPolicy
from yahtzee_tui.host.screens.context import RemoteScreen
from yahtzee_tui.host.services.online_match import MIN_SEATS
from yahtzee_tui.host.services.table_descriptions import explain_pace
from yahtzee_tui.rules import MOST_PLAYERS
from yahtzee_tui.settings import Choices
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.text import cell_width, pad
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.dialogs import choose_rank
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog, start_worker
from yahtzee_tui.tui.widgets.choices import draw_choice
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.strategy.bots import Rank


_CHOICES = {
    "seats": Choices(N_("Seats"), {each: str(each) for each in range(MIN_SEATS, MOST_PLAYERS + 1)}),
    "is_open": Choices(
        N_("Who can join"), {True: N_("anyone in the lobby"), False: N_("only with the code")}
    ),
    "seconds": Choices(
        N_("Time per turn"),
        {0: N_("no limit"), 30: N_("30 seconds"), 60: N_("60 seconds"), 120: N_("2 minutes"),
         300: N_("5 minutes")},
    ),
    "on_timeout": Choices(
        N_("When time runs out"),
        {TimeoutPolicy.COMPUTER: N_("a computer plays"),
         TimeoutPolicy.SCORE: N_("the highest-scoring box is used")},
    ),
    "bots": Choices(N_("Bots of others"), {False: N_("not allowed"), True: N_("may join")}),
}  # fmt: skip
_CREATE, _COMPUTERS = "create", "computers"


class NewTableScreen(RemoteScreen, Dialog[str], MenuScreen):
    """Edits the options of a table and creates it; the result is its id."""

    DEFAULT_CSS = """
    NewTableScreen {
        .box { width: 68; }
        #plan-about { color: $card-muted; min-height: 2; margin-top: 1; padding: 0 1; }
        #plan-complaint { color: $error; text-style: bold; height: auto; padding: 0 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space", "select", "Choose", "plan-choose",
            "Next choice, or open the table", key_display="Enter",
        ),
        bind("right", "change(1)", "Change", "plan-next", "Next choice"),
        bind(
            "left", "change(-1)", "Previous", "plan-before",
            "Previous choice; removes the last computer", show=False,
        ),
        bind("escape", "dismiss", "Back", "plan-back", "Back without opening a table"),
        bind("q", "app.quit", "Quit", "plan-quit", "Quit the program"),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        rules = {key: ruleset.name for key, ruleset in self.context.rulesets.items()}
        self._choices = {"rules": Choices(N_("Rules"), rules), **_CHOICES}
        self._options = TableOptions(next(iter(rules)), MIN_SEATS)
        self._ranks: list[Rank] = []
        self._is_creating = False

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box", can_focus=False) as box:
            box.border_title = _("Open a table")
            yield Menu(*self._lines())
            yield Static(id="plan-about", markup=False)
            yield Static(id="plan-complaint", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._refresh_lines()

    async def action_change(self, step: int) -> None:
        marked = self.menu.marked
        if marked in self._choices:
            value = self._choices[marked].step(getattr(self._options, marked), step)
            self._options = self._options._replace(**{marked: value})
            del self._ranks[self._options.seats - 1 :]
            self._refresh_lines()
        elif marked == _COMPUTERS and step < 0:
            del self._ranks[-1:]
            self._refresh_lines()
        elif marked == _COMPUTERS and len(self._ranks) < MOST_PLAYERS - 1:
            await choose_rank(self, self.context.rulesets[self._options.rules], self._seat_computer)

    @on(Menu.OptionSelected)
    async def _selected(self, event: Menu.OptionSelected) -> None:
        if event.option_id != _CREATE:
            await self.action_change(1)
        elif not self._is_creating:
            self._is_creating = True
            start_worker(self, self._create)

    async def _create(self) -> None:
        create = self.context.session.create_table
        try:
            table = await asyncio.to_thread(create, self._options, tuple(self._ranks))
        except StoreProblem as problem:
            self._is_creating = False
            if self.is_open:
                self.query_one("#plan-complaint", Static).update(problem.sentence)
        else:
            self.dismiss(table)

    def _seat_computer(self, rank: Rank) -> None:
        """Seat a computer, with one seat more where no seat would be left for it."""
        self._ranks.append(rank)
        seats = max(self._options.seats, len(self._ranks) + 1)
        self._options = self._options._replace(seats=seats)
        self._refresh_lines()

    def _refresh_lines(self) -> None:
        self.menu.show(self._lines())
        self.query_one("#plan-about", Static).update(explain_pace(self._options))

    def _lines(self) -> list[Option]:
        idle = () if self._options.seconds else ("on_timeout",)
        return [
            Option(self._line(key), id=key, disabled=key in idle)
            for key in (_CREATE, *self._choices, _COMPUTERS)
        ]

    def _line(self, key: str) -> Content:
        names = [_(choices.name) for choices in self._choices.values()]
        labels = [_("Open the table"), _("Computers"), *names]
        width = max(map(cell_width, labels)) + 2
        if key == _CREATE:
            begins = len(self._ranks) == self._options.seats - 1
            # Translators: behind "Open the table"
            note = _("and start playing") if begins else _("and wait for others")
            return Content.assemble((pad(_("Open the table"), width), "bold"), note)
        if key == _COMPUTERS:
            ranks = ", ".join(rank.name for rank in self._ranks)
            return draw_choice(_("Computers"), ranks or _("none; Enter adds one"), width)
        name, choices = self._choices[key]
        if key == "on_timeout" and not self._options.seconds:
            return draw_choice(_(name), "–", width, idle=True)
        chosen = choices[getattr(self._options, key)]
        return draw_choice(_(name), chosen if key == "rules" else _(chosen), width)
