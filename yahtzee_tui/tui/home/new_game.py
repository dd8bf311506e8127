"""The form of a new game: players, rule set, who begins, dice."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Select, Static
from textual.widgets.option_list import Option

from yahtzee_tui.dice import DUPLICATE
from yahtzee_tui.rules import BUILT_IN, FAMILIES, MOST_PLAYERS, WIDEST_NAME, Refusal, free_name
from yahtzee_tui.rules.describe import (
    explain_bonuses,
    explain_points,
    explain_summary,
    explain_wants,
)
from yahtzee_tui.rules.patterns import Matching
from yahtzee_tui.rules.record import REAL
from yahtzee_tui.rules.ruleset import Counted, Points
from yahtzee_tui.services.bots import check_computers
from yahtzee_tui.services.value_tables import describe_limits
from yahtzee_tui.settings.rule_files import BROKEN, explain_broken
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table import TableConfig
from yahtzee_tui.text import cell_width, pad, uncapitalise
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.dialogs import choose_rank
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import GameScreen, after_refresh, start_worker
from yahtzee_tui.tui.widgets.choices import ChoiceRow
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu
from yahtzee_tui.tui.widgets.text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.settings.options import FirstPlayer
    from yahtzee_tui.strategy.bots import Rank

_DRAWN = ""
_DICE = (
    (N_("each player's own"), ""),
    (N_("same for everyone"), DUPLICATE),
    (N_("on your table"), REAL),
)
_WANTED = ("official", "yatzy", "kniffel")
_NAME_COLUMNS, _LEAST_ROOM = 21, 16
_ADDED = N_("Without a number, all dice count.")
# Translators: at most 74 cells
_SAME_DICE = N_("Everyone gets the same rolls, so skill counts for more than luck.")


class NewGameScreen(GameScreen[None]):
    """Names, rule sets, the boxes of the marked one where there is space, and a button to start."""

    DEFAULT_CSS = """
    NewGameScreen {
        align: center middle;
        #form { width: 78; max-width: 100%; height: 100%; max-height: 37; }
        #columns { width: 100%; height: 1fr; margin-bottom: 1; }
        #people, #rules-side, #boxes {
            height: 100%;
            border: round $frame;
            border-title-color: $foreground;
            border-title-style: bold;
        }
        #people { width: 27; margin-right: 1; padding: 0 1; }
        #rules-side { width: 1fr; }
        #boxes { width: 45; margin-left: 1; padding-left: 1; display: none; scrollbar-size: 1 1; }
        ChoiceRow, #said { margin: 0 2; }
        #buttons { margin: 0 1; }
        .seat { height: 1; }
        .seat Static { width: 2; color: $card-muted; }
        .seat Input { width: 1fr; }
        #rules { height: 1fr; }
        &.-wide #form { width: 128; }
        &.-wide #summary { height: 3; }
        &.-wide #boxes { display: block; }
        #summary { height: 2; color: $card-muted; margin-top: 1; padding: 0 1; }
        #rules-side.-broken {
            #rules { height: 1fr; }
            #summary { height: auto; max-height: 6; color: $warning; }
        }
        #said { height: 1; color: $card-muted; }
        #said.-complaint { color: $error; text-style: bold; }
        #buttons { height: 3; }
        #buttons Button { margin-right: 2; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("tab", "app.focus_next", "Next", "next-field", "Next field", key_display="Tab"),
        bind("ctrl+b", "add_computer", "Computer", "add-computer", "Add a computer player"),
        bind("ctrl+s", "start", "Start", "start", "Start the game"),
        bind("escape", "back", "Back", "back", "Back to the menu"),
    ]

    def __init__(
        self,
        players: tuple[str, ...],
        rules: str,
        computers: tuple[str, ...],
        same_dice: bool,
    ) -> None:
        """Create the form; `computers` has the rank of the bot at each seat, empty for a person."""
        super().__init__()
        self._dice = DUPLICATE if same_dice else ""
        self._players = players
        self._rules = rules
        self._ranks = dict(zip(players, computers, strict=False))

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            with Horizontal(id="columns"):
                with Vertical(id="people") as people:
                    people.border_title = _("Players")
                    for seat in range(MOST_PLAYERS):
                        with Horizontal(classes="seat"):
                            yield Static(str(seat + 1))
                            name = self._players[seat] if seat < len(self._players) else ""
                            hint = _("name (optional)") if seat else _("name or initials")
                            field = f"name-{seat + 1}"
                            yield TextField(
                                name, hint, compact=True, id=field, max_length=WIDEST_NAME
                            )
                with Vertical(id="rules-side") as rules:
                    rules.border_title = _("Rules")
                    yield Menu(*self._list_rules(0), id="rules")
                    yield Static(id="summary", markup=False)
                with VerticalScroll(id="boxes", can_focus=False) as boxes:
                    boxes.border_title = _("Boxes")
                    yield Static(id="list", markup=False)
            labels = _("First player"), _("Dice")
            width = max(map(cell_width, labels)) + 2
            yield ChoiceRow(labels[0], width, self._first_player_choices(), "first")
            dice = [(_(words), which) for words, which in _DICE]
            yield ChoiceRow(labels[1], width, dice, "dice")
            yield Static(id="said", markup=False)
            with Horizontal(id="buttons"):
                yield Button(_("Start"), variant="primary", id="go")
                yield Button(_("Add a computer"), id="computer")
                yield Button(_("Back"), id="back")
        yield KeyBar()

    def on_mount(self) -> None:
        self._show_seats()
        start_worker(self, self._suggest_names)
        self.query_one("#first", Select).value = self._default_first_player
        self.query_one("#dice", Select).value = self._dice
        rules = self.query_one("#rules", Menu)
        rules.highlighted = 0 if self._rules in self.context.rulesets else 1
        seat = len(self._players) + 1
        self.query_one(f"#name-{seat}" if seat <= MOST_PLAYERS else "#go").focus()

    def on_resize(self) -> None:
        after_refresh(self, self._fit_rules)

    def _fit_rules(self) -> None:
        rules = self.query_one("#rules", Menu)
        rules.show([*self._list_rules(rules.size.width - 2)])

    async def compose_again(self) -> None:
        """Keep what was chosen."""
        self._players, self._rules = self.names or self._players, self._marked_rules
        self._dice = str(self.query_one("#dice", Select).value)
        await super().compose_again()

    @on(Button.Pressed, "#go")
    def action_start(self) -> None:
        if explain_broken(self._marked_rules):
            said = _("This rule file can't be played. Choose other rules.")
            self._show_note(said, complaint=True)
            return
        first = self.query_one("#first", Select).value
        dice = self.query_one("#dice", Select).value
        computers = tuple(self._ranks.get(name, "") for name in self.names)
        config = TableConfig(
            self.names,
            self._marked_rules,
            first=(str(first) if first != _DRAWN else self.names[0] if dice == REAL else None),
            duplicate=len(self.names) > 1 and dice == DUPLICATE,
            computers=computers if any(computers) else (),
            is_real=dice == REAL,
        )
        if len(self.names) > 1 and first in (_DRAWN, self.names[0]):
            options = self.context.options
            begins: FirstPlayer = "random" if first == _DRAWN else "fixed"
            self.context.choose_options(options._replace(first_player=begins))
        try:
            check_computers(config)
            self.context.navigator.play(config)
        except Refusal as refusal:
            self._show_note(refusal.sentence, complaint=True)

    @on(Button.Pressed, "#computer")
    async def action_add_computer(self) -> None:
        await choose_rank(self, self.ruleset, self._seat_computer)

    @on(Button.Pressed, "#back")
    def action_back(self) -> None:
        self.context.show_title()

    @property
    def ruleset(self) -> Ruleset:
        return self.context.rulesets.get(self._marked_rules, super().ruleset)

    @property
    def names(self) -> tuple[str, ...]:
        """The names given, in seating order; empty fields are left out."""
        values = (field.value.strip() for field in self.query("#people Input").results(Input))
        return tuple(value for value in values if value)

    @property
    def _marked_rules(self) -> str:
        """The key of the marked rule set, or the name of a rule file with an error."""
        return self.query_one("#rules", Menu).marked or next(iter(self.context.rulesets))

    def _list_rules(self, columns: int) -> Iterator[Option]:
        """Yield the lines: the rules of the game before, those wanted most, others in groups."""
        offered = {key: _draw_rules(each, columns) for key, each in self.context.rulesets.items()}

        def take(keys: Iterable[str]) -> list[Option]:
            return [Option(offered.pop(key), id=key) for key in keys if key in offered]

        yield from take((self._rules, *_WANTED))
        for family, members in FAMILIES.items():
            yield from self._group(_(family), take(ruleset.key for ruleset in members))
        yield from self._group(_("House rules"), take([*offered]) + self._broken_rows())

    @staticmethod
    def _group(title: str, rows: list[Option]) -> list[Option]:
        """Return lines below their title, none if there are none."""
        return (
            [Option(Content(title.upper()).stylize("bold"), disabled=True), *rows] if rows else []
        )

    def _broken_rows(self) -> list[Option]:
        """Return a gray line for each of the player's rule files that has an error."""
        files = [Content(error.path.name) for error in BROKEN if self.context.IS_AT_HOME]
        notes = Content.styled(f" {_('has an error')}", "$card-muted")
        return [Option(file.stylize("$card-muted") + notes, id=file.plain) for file in files]

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        """Go to the next name, or start the game after an empty name or the last."""
        seat = int((event.input.id or "name-1").rpartition("-")[2])
        if event.value.strip() and seat < MOST_PLAYERS:
            self.query_one(f"#name-{seat + 1}", Input).focus()
        else:
            self.action_start()

    @on(Input.Changed)
    def _changed(self) -> None:
        self._show_seats()
        self._explain_dice()
        select = self.query_one("#first", Select)
        chosen = select.value
        with self.prevent(Select.Changed):
            select.set_options(self._first_player_choices(self.names))
            is_kept = chosen in (_DRAWN, *self.names)
            select.value = chosen if is_kept else self._default_first_player

    def _show_seats(self) -> None:
        """Show the fields up to the empty one after the last name, and the one being edited."""
        fields = list(self.query("#people Input").results(Input))
        last = max((at for at, field in enumerate(fields) if field.value.strip()), default=-1)
        for at, seat in enumerate(self.query(".seat")):
            seat.display = at <= last + 1 or fields[at].has_focus

    @on(Menu.OptionHighlighted, "#rules")
    def _rules_marked(self, event: Menu.OptionHighlighted) -> None:
        row = str(event.option_id)
        wrong = explain_broken(row)
        self.query_one("#rules-side").set_class(bool(wrong), "-broken")
        self.query_one("#summary", Static).update(
            wrong or explain_summary(self.context.rulesets[row])
        )
        if not wrong and row not in BUILT_IN:
            start_worker(self, partial(self._show_limits, row))
        self.query_one("#list", Static).update("" if wrong else list_boxes(self.ruleset))

    async def _show_limits(self, row: str) -> None:
        limits = await asyncio.to_thread(describe_limits, self.context.rulesets[row])
        if limits and self._marked_rules == row:
            self.query_one("#rules-side").add_class("-broken")
            self.query_one("#summary", Static).update(" ".join(limits))

    @on(Select.Changed, "#dice")
    def _explain_dice(self) -> None:
        is_same = self.query_one("#dice", Select).value == DUPLICATE
        self._show_note(_(_SAME_DICE) if is_same else "")

    @on(Menu.OptionSelected, "#rules")
    def _rules_chosen(self) -> None:
        self.query_one("#first", Select).focus()

    def _seat_computer(self, rank: Rank) -> None:
        free = (field for field in self.query("#people Input").results(Input) if not field.value)
        field = next(free, None)
        if field is None:
            self._show_note(_("All seats are taken."), complaint=True)
            return
        name = free_name(_(rank.name), self.names)
        self._ranks[name] = rank.id
        field.value = name
        self.query_one("#go").focus()

    def _show_note(self, sentence: str, complaint: bool = False) -> None:
        said = self.query_one("#said", Static)
        said.set_class(complaint, "-complaint")
        said.update(sentence)

    async def _suggest_names(self) -> None:
        if (store := self.context.navigator.store) is None:
            return
        with suppress(StoreProblem):  # the app reports it
            people = await asyncio.to_thread(lambda: store.scores.people())
            for field in self.query("#people TextField").results(TextField):
                field.completions = [each.name for each in people]

    @property
    def _default_first_player(self) -> str:
        if self.context.options.first_player == "random":
            return _DRAWN
        return (self.names or self._players)[0]

    def _first_player_choices(self, names: tuple[str, ...] = ()) -> list[tuple[Content, str]]:
        """Return the choices of who begins; `Content` keeps names from being read as markup."""
        drawn = (Content(_("random")), _DRAWN)
        return [drawn, *((Content(name), name) for name in dict.fromkeys(names or self._players))]


def _draw_rules(ruleset: Ruleset, columns: int) -> Content:
    """Return a line with the name of rules, and as much of what sets them apart as has room."""
    parts, room = explain_summary(ruleset).split(", "), columns - _NAME_COLUMNS
    if room < _LEAST_ROOM:
        return Content(ruleset.name)
    while len(parts) > 1 and cell_width(", ".join(parts)) > room:
        parts.pop()
    name = pad(ruleset.name, _NAME_COLUMNS)
    return Content.assemble(name, (", ".join(parts), "$card-muted"))


def list_boxes(ruleset: Ruleset) -> Content:
    """Return what each box wants and pays, unless that is the sum of all dice, and the bonuses.

    Boxes that want one face are a line together.
    """
    faces = [box for box in ruleset.boxes if isinstance(box.pattern, Matching)]
    lines, notes = [], explain_bonuses(ruleset)
    if faces:
        names = f"{faces[0].name} … {faces[-1].name}"
        lines.append(Content.assemble((names, "bold"), f": {explain_points(faces[0])}."))
    for box in ruleset.boxes:
        if box in faces:
            continue
        wants, pays = uncapitalise(explain_wants(box)), f", {explain_points(box)}"
        if box.points == Points(dice=Counted.ALL):
            pays, notes = "", (_(_ADDED), *explain_bonuses(ruleset))
        lines.append(Content.assemble((box.name, "bold"), f": {wants}{pays}."))
    return Content("\n").join([*lines, *map(Content, notes)])
