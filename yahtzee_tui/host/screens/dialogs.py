"""The dialogs of the lobby and the waiting room: a new table, a code, a word, what to be told."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static
from textual.widgets.option_list import Option

from yahtzee_tui.host.lobby.models import MIN_SEATS, TableOptions, TimeoutPolicy
from yahtzee_tui.host.lobby.notifications import Occasion
from yahtzee_tui.host.screens.context import RemoteScreen
from yahtzee_tui.host.services.notification_sentences import (
    OCCASIONS,
    describe_limits,
    describe_receiver,
    describe_wishes,
    find_topic_address,
)
from yahtzee_tui.host.services.table_descriptions import explain_pace
from yahtzee_tui.host.services.waiting_room import ABOUT_WORDS
from yahtzee_tui.rules import MOST_PLAYERS, Malformed
from yahtzee_tui.rules.names import WIDEST_NAME, check_word
from yahtzee_tui.settings import Choices
from yahtzee_tui.text import cell_width, pad
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.dialogs import choose_rank
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.widgets.choices import draw_choice
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget

    from yahtzee_tui.host.lobby.notifications import Wishes
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
            create, ranks = self.context.session.create_table, tuple(self._ranks)
            self.try_to(partial(create, self._options, ranks), self.dismiss)

    def show_message(self, sentence: str) -> None:
        self._is_creating = False
        self.query_one("#plan-complaint", Static).update(sentence)

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


class FieldScreen(RemoteScreen, Dialog[str]):
    """A field between words about it and a complaint about what was typed; the result is a text."""

    DEFAULT_CSS = """
    FieldScreen {
        #about { color: $card-muted; }
        #word-hash { margin-top: 1; }
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
        self.show_message("")

    def show_message(self, sentence: str) -> None:
        self.query_one("#complaint", Static).update(sentence)


class WordScreen(FieldScreen):
    """Shows the hash of a table's secret, and asks for a word; the result is empty for none."""

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
            self.show_message(refusal.sentence)


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
            self.try_to(partial(self.context.session.find_table, code), self.dismiss)


class SshKeysScreen(RemoteScreen, Dialog[str], MenuScreen):
    """Says how a key or a bot is added, and lists the keys; the result is one to take away."""

    DEFAULT_CSS = """
    SshKeysScreen {
        .box { width: 64; }
        Menu { height: auto; margin-top: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space,minus,delete", "select", "Take away", "keys-take",
            "Take the selected key away", key_display="Enter",
        ),
        bind("escape", "dismiss", "Back", "keys-back", "Back to the lobby"),
    ]  # fmt: skip

    def __init__(self, about: Sequence[str], keys: Mapping[str, str]) -> None:
        super().__init__()
        self._about, self._keys = about, keys

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box", can_focus=False) as box:
            box.border_title = _("Your SSH keys")
            yield Static("\n".join(self._about), markup=False)
            lines = enumerate(self._keys.items())
            yield Menu(*(Option(text, id=key, disabled=not at) for at, (key, text) in lines))
        yield KeyBar()

    def allowed(self) -> dict[str, bool | None]:
        """Dim what takes a key away where there is only the first."""
        return {"select": len(self._keys) > 1 or None}

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        self.dismiss(event.option_id)


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
            yield Static(describe_receiver(self._wishes, self._receiver), markup=False)
            address = find_topic_address(self._wishes, self._receiver)
            is_high = self.app.size.height >= _ROOM_FOR_CODE
            if address and is_high and not self.context.ascii_only:
                yield Static(draw_code(address), id="tell-code", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.show_message(describe_wishes(self._wishes))

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        changed = frozenset({Occasion(event.option_id)})
        self._wishes = self._wishes._replace(occasions=self._wishes.occasions ^ changed)
        self.menu.show(self._lines())
        save = partial(self.context.session.keep_wishes, self._wishes, self.context.options)
        self.try_to(save, lambda _: self.show_message(""))

    def show_message(self, sentence: str) -> None:
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
