"""The first lesson: one scripted turn at a table that is saved nowhere, with instructions."""

from __future__ import annotations

import re
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding
from textual.reactive import reactive

from yahtzee_tui.dice import ScriptedDice
from yahtzee_tui.rules import OFFICIAL, Setup
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import Table, TableConfig
from yahtzee_tui.text import cell_width
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import describe_key, keys_of
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.table.actions import hide_except, main_key
from yahtzee_tui.tui.table.play_screen import TableScreen
from yahtzee_tui.tui.table.widgets.turn_panel import ButtonView, Next
from yahtzee_tui.tui.widgets.painted import Painted, TextRun, fit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from textual import events
    from textual.app import ComposeResult
    from textual.geometry import Offset

    from yahtzee_tui.tui.table.actions import Fact

_DICE = "42464", "44414", "44444"
_TAKEN = "yahtzee"
_MARKED = "four_of_a_kind"


class Step(NamedTuple):
    """One step: the instruction, what is said after anything else, and the actions that it needs.

    With the option to pick the dice to reroll, `pick` and `pick_again` replace both texts.
    """

    text: str
    again: str
    actions: frozenset[str]
    pick: str = ""
    pick_again: str = ""


_ROLL, _HOLD = frozenset({"roll"}), frozenset({"hold"})
_BOXES = frozenset({"move", "cross", "score"})
_STEPS = (
    Step(
        "You have 13 boxes to fill, one each turn. Press {roll} to roll five dice.",
        "Press {roll} to roll.",
        _ROLL,
    ),
    Step(
        "Three 4s! Hold them: press {k1}, {k3} and {k5}, or click them. The numbers below the dice "
        "are the keys.",
        "Hold the three 4s: {k1}, {k3} and {k5}.",
        _HOLD,
        "Three 4s! Choose the other two to reroll: press {k2} and {k4}, or click them. The numbers "
        "below the dice are the keys.",
        "Choose the two dice that aren't 4s: {k2} and {k4}.",
    ),
    Step(
        "Held dice stay on the table. Press {roll} to reroll the other two.",
        "Press {roll} to reroll.",
        _ROLL,
        "The three 4s stay on the table. Press {roll} to reroll the other two.",
        "Press {roll} to reroll.",
    ),
    Step(
        "Four 4s! Press {k2} to hold the new one. A fifth 4 would be a {yahtzee}: 50 points.",
        "Press {k2} to hold the fourth 4.",
        _HOLD,
        "Four 4s! Press {k4} to reroll the last die. A fifth 4 would be a {yahtzee}: 50 points.",
        "Press {k4} to choose the last die.",
    ),
    Step("One roll left. Press {roll} and cross your fingers.", "Press {roll} to reroll.", _ROLL),
    Step(
        "Five 4s! No rolls left: now you must choose a box. «20» in {four_of_a_kind}, ‹50› in "
        "{yahtzee}. Look with {up} and {down}.",
        "Look around with {up} and {down}.",
        _BOXES,
    ),
    Step(
        "Take {yahtzee}: no box has more points. Press Enter on it, or click it.",
        "In a game you may take any box; this time try {yahtzee}.",
        _BOXES,
    ),
    Step(
        "Done: 50 in {yahtzee}. Changed your mind? Press {undo} to undo, any time before the next "
        "roll.",
        "Press {roll} to continue.",
        _ROLL | {"undo"},
    ),
    Step(
        "That was a whole turn; 13 make a game. Press {coach} for advice, {help} for the rules, "
        "{roll} for your first real game.",
        "Press {roll} for your first real game.",
        _ROLL,
    ),
)
_LOOK, _TAKE, _DONE, _END = 5, 6, 7, 8
"""The numbers of the steps that need more than their actions."""

_CONTINUE = {"roll": N_("Continue")}

_GATED = ("roll", "hold", "hold_all", "move", "cross", "score", "undo")
"""The actions of which a step allows only its own."""

_ROWS = 2
_SENTENCE = re.compile(r"\S.*?(?:(?<=\S)[.!?](?= )|$)")
_LEFT = N_("Lesson ended. Press {help} for the rules.")


class LessonLine(Painted):
    """The instruction of a step, in two lines."""

    ground = "rail"
    text: reactive[str] = reactive("")

    def break_text(self, width: int) -> list[str]:
        return break_lines(self.text, width)

    def paint(self, y: int) -> Iterator[TextRun]:
        lines = self.break_text(max(1, self.size.width - 2))
        line = lines[y] if y < len(lines) else ""
        yield TextRun(fit(f" {line}", self.size.width), "ink", "rail", bold=True)


def break_lines(text: str, width: int) -> list[str]:
    """Return lines that end where sentences do, if two lines have room for that."""
    lines: list[str] = []
    for sentence in _SENTENCE.findall(text):
        if lines and cell_width(f"{lines[-1]} {sentence}") <= width:
            lines[-1] += f" {sentence}"
        else:
            lines.append(sentence)
    fits = len(lines) <= _ROWS and max(map(cell_width, lines), default=0) <= width
    return lines if fits else wrap(text, width)


class LessonScreen(TableScreen):
    """A table on which each step allows only what it asks for; it has no record and no result."""

    gives_tips = rolls_by_itself = False

    def __init__(self, player: str) -> None:
        setup = Setup(OFFICIAL.id, (player,), dice=ScriptedDice.source)
        table = Table(setup, ScriptedDice(_DICE))
        super().__init__(SavedTable(TableConfig((player,)), table))
        self.input.find_box = lambda game: None if game.rolls_left else _MARKED
        self._has_marker = True
        self._at = 0
        self._has_looked = self._is_wrong = False
        self._bubble = LessonLine(id="lesson")

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield self._bubble

    @property
    def cursor_screen_offset(self) -> Offset:
        return self._bubble.content_region.offset

    def on_key(self, event: events.Key) -> None:
        """Say again what to do after any key that isn't for this step."""
        found = self.active_bindings.get(event.key)
        if found is None or not found.enabled:
            self._say_again()

    def facts(self) -> frozenset[Fact]:
        return super().facts() | {"may_roll"} if self._at >= _DONE else super().facts()

    def action_roll(self) -> None:
        if self._at == _END:
            self.start_game()
        elif self._at == _DONE:
            self._at = _END
            self._is_wrong = False
            self.refresh_table()
            if (store := self.context.navigator.store) is not None:
                from yahtzee_tui.store.notes import LESSON
                from yahtzee_tui.tui.table.tips import note_tip

                start_worker(self, partial(note_tip, store, LESSON))
        elif "roll" in _STEPS[self._at].actions:
            super().action_roll()
        else:
            self._say_again()

    def start_game(self) -> None:
        self.context.navigator.play(TableConfig((self.context.me,)))

    def score(self, box: str) -> None:
        if self._at in (_LOOK, _TAKE) and box == _TAKEN:
            super().score(box)
        else:
            self._has_looked |= box != _MARKED
            self.context.ring()
            self._say_again()

    def action_leave(self) -> None:
        super().action_leave()
        sentence = _(_LEFT, **self._name_places())
        if self._at < _END:
            self.app.call_later(self.context.show_message, sentence, warning=False)

    def refresh_table(self) -> None:
        if not self.is_tumbling:
            self._advance()
            step = _STEPS[self._at]
            gates = dict.fromkeys(set(_GATED) - step.actions)
            self.limits = {**gates, **hide_except("lesson")}
            rerolls = self.options.dice_click == "reroll"
            texts = step[-2:] if rerolls and step.pick else step[:2]
            self._bubble.text = _(texts[self._is_wrong], **self._name_places())
            self.bar_labels = _CONTINUE if self._at >= _DONE else {}
            self.margin = _("lesson, step {step} of {steps}", step=self._at + 1, steps=len(_STEPS))
        super().refresh_table()

    def button_view(self) -> ButtonView:
        if self._at >= _DONE:
            labels = (_("CONTINUE"),)
        elif "roll" in _STEPS[self._at].actions:
            return super().button_view()
        else:
            return super().button_view()._replace(state=Next.OFF)
        return ButtonView(labels, main_key("roll", self.options), Next.NEXT)

    def say_state(self, warning: bool = False) -> None:
        """Say again what to do where other tables say what is impossible."""
        if warning:
            self._say_again()

    def _complain(self, sentence: str | None) -> None:
        """Say again what to do, whatever can't be done."""
        if sentence is not None:
            self._say_again()

    def _say_again(self) -> None:
        self._is_wrong = True
        self.refresh_table()

    def _marked(self, complaint: str | None) -> None:
        self._has_looked = True
        super()._marked(complaint)

    def _advance(self) -> None:
        """Go to the step of the position; what was said after a wrong key is then out of date."""
        game, posted = self.table.game, self.input.posted
        before = self._at
        match self._at:
            case 0 | 2 | 4:
                self._at += game.roll > self._at // 2
            case 1 | 3:
                fours = {at for at, face in enumerate(game.faces) if face == 4}
                self._is_wrong |= not fours.issuperset(game.held)
                self._at += fours == {*game.held}
            case 5:
                self._at = _DONE if posted else _TAKE if self._has_looked else _LOOK
            case 6:
                self._at = _DONE if posted else _TAKE
        if self._at != before:
            self._is_wrong = False
        elif self._at >= _DONE and not posted:  # undone
            self._at = _TAKE

    def _name_places(self) -> Mapping[str, str]:
        """Return the keys and boxes that the sentences name."""
        options = self.options
        helps = (each for each in self.app.BINDINGS if isinstance(each, Binding))
        help_key = next(keys_of(each, options.keys)[0] for each in helps if each.id == "help")
        names = {name: main_key(name, options) for name in ("roll", "undo", "coach", "up", "down")}
        holds = {f"k{number}": main_key(f"hold-{number}", options) for number in range(1, 6)}
        boxes = {name: self.ruleset.box(name).name for name in (_MARKED, _TAKEN)}
        return {**names, **holds, **boxes, "help": describe_key(help_key)}
