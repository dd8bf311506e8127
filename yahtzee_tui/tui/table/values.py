"""Values of all choices, best first: a dialog in which one is chosen, and the coach's panel.

Imports numpy, so load it only once there is advice.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import format_faces
from yahtzee_tui.strategy import (
    BoxChoice,
    HoldChoice,
    describe_reasons,
    find_other_plan,
    format_chance,
    format_choice,
)
from yahtzee_tui.text import cell_width, cut, format_number, pad, use_minus_sign
from yahtzee_tui.translation import _, ngettext, pgettext
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog, start_worker
from yahtzee_tui.tui.table.widgets.scorecard_layout import LEAST_LOSS
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen
from yahtzee_tui.tui.widgets.painted import first_fitting, wrap_first_fitting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.strategy import Advice, Choice, Reason
    from yahtzee_tui.strategy.forecast import WinAdvice


CHOICE_WIDTH = 24

_SCORE_WIDTH, _LOSS_WIDTH, _WIN_WIDTH = 11, 8, 8
_LEAST_FELT = 0.3
"""Points that a choice loses at least where the list says how many."""
_LEAST_BAR, _MOST_BAR = 6, 40
_BEST, _NEAR = 3, 2
"""The choices that the coach names, and the points that others lose less than to be counted."""
_WHY_WIDTH, _WHY_HEIGHT = 54, 3
"""The room for reasons in the dialog."""
_WIDE = CHOICE_WIDTH + _SCORE_WIDTH + _LOSS_WIDTH + _WIN_WIDTH


def value_head(wins: WinAdvice | None, with_score: bool = True, name: int = CHOICE_WIDTH) -> str:
    """Return the heading of the lines, whose choices take `name` columns."""
    # Translators: headings of columns; at most 11 cells
    score = pad(_("final score"), _SCORE_WIDTH, right=True) if with_score else ""
    # Translators: points that a choice loses; at most 7 cells
    loss = pad(_("loss"), _LOSS_WIDTH, right=True)
    if wins is None:
        return f"{'':<{name}}{score}{loss}"
    # Translators: a chance to win; at most 7 cells
    aim = _("to win")
    if wins.target is not None:
        # Translators: a chance to have so many points
        aim = _("for {points}", points=wins.target)
    return f"{'':<{name}}{score}{loss}{pad(aim, _WIN_WIDTH, right=True)}"


def value_line(
    advice: Advice,
    choice: Choice,
    wins: WinAdvice | None,
    with_score: bool = True,
    name: int = CHOICE_WIDTH,
    held: Choice | None = None,
) -> Content:
    """Return the line of a choice: name, expected final score, loss, chance of winning if known.

    What is `held` says so.
    """
    words = first_fitting((describe_choice(choice), format_choice(choice)), name)
    if choice == held:
        words = f"{words} · {pgettext('dice', 'held')}"
    loss = advice.loss(choice)
    is_loss = loss >= LEAST_LOSS
    if loss >= _LEAST_FELT:
        said = f"−{format_number(loss)}"
    else:
        # Translators: in place of a loss; at most 7 cells
        as_good = pgettext("a choice", "as good")
        # Translators: in place of a loss; at most 7 cells
        said = as_good if is_loss else pgettext("a choice", "best")
    points = Content.assemble(
        (pad(cut(words, name), name), "" if is_loss and choice != held else "bold"),
        (f"{format_number(choice.value):>{_SCORE_WIDTH}}" if with_score else "", ""),
        (pad(said, _LOSS_WIDTH, right=True), "$card-muted" if is_loss else "bold"),
    )
    if wins is None:
        return points
    mark = "▸" if choice == wins.best else ""
    chance = f"{mark}{format_chance(wins.share(choice))}"
    return points + Content.styled(pad(chance, _WIN_WIDTH, right=True), "bold" if mark else "")


def draw_values(
    advice: Advice,
    choices: Sequence[Choice | None],
    wins: WinAdvice | None,
    width: int,
    done: Choice | None = None,
    held: Choice | None = None,
) -> list[Content]:
    """Return lines of some choices, with bars of their losses where there is room.

    None stands for those left out; what was `done` has a mark, and what is `held` says so.
    """
    width -= done is not None
    with_score = width >= _WIDE
    shown = wins if width >= CHOICE_WIDTH + _LOSS_WIDTH + _WIN_WIDTH else None
    name = min(CHOICE_WIDTH, width - _LOSS_WIDTH)
    head = value_head(shown, with_score, name)
    bar = min(_MOST_BAR, width - cell_width(head) - 2)
    most = max((advice.loss(each) for each in choices if each is not None), default=0.0)
    lines = [Content.styled(f" {head}" if done else head, "$card-muted")]
    for choice in choices:
        if choice is None:
            lines.append(Content(" …" if done else "…"))
            continue
        line = value_line(advice, choice, shown, with_score, name, held)
        if bar >= _LEAST_BAR and most >= LEAST_LOSS:
            ink = "$warning" if choice == done else "$frame"
            line += Content.styled(f"  {'━' * round(bar * advice.loss(choice) / most)}", ink)
        if done is not None:
            line = Content.styled("▸" if choice == done else " ", "bold") + line
        lines.append(line)
    return lines


def fit_choices(advice: Advice, rows: int, done: Choice | None) -> tuple[Choice | None, ...]:
    """Return the choices that fit below a heading; None stands for those left out.

    The best box and what was `done` are shown however much they lose.
    """
    room = max(0, rows - 1)
    choices = advice.choices
    if room < 3:
        return choices[:room]
    best_box = next(each for each in choices if isinstance(each, BoxChoice))
    wanted = (best_box, done)
    for count in range(room, 0, -1):
        late = [each for each in choices[count:] if each in wanted]
        if count + len(late) + bool(late) <= room:
            return (*choices[:count], *([None] if late else []), *late)
    return choices[:room]


def describe_choice(choice: Choice) -> str:
    """Return a choice in a few words."""
    if isinstance(choice, HoldChoice):
        keep = _("Keep {dice}", dice=format_faces(choice.faces))
        return keep if choice.faces else _("Reroll all dice")
    points = choice.points + choice.bonus
    return _("Score {points} in {box}", points=points, box=choice.box.short)


class ValuesScreen(Dialog["Choice"], MenuScreen):
    """Lists the values of all choices; its result is the chosen one."""

    DEFAULT_CSS = """
    ValuesScreen {
        .box { width: 60; padding: 0 2; margin-bottom: 1; }
        #values-title { color: $primary; text-style: bold; }
        #values-head { color: $card-muted; padding: 0 1; }
        #values-why { height: 3; margin-bottom: 1; }
        Menu { max-height: 1fr; scrollbar-size-vertical: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space", "select", "Take", "take-advice", "Hold these dice, or select this box",
            key_display="Enter",
        ),
        bind("escape,H,h", "dismiss", "Back", "values-back", "Return to the table"),
        bind("q", "app.quit", "Quit", "values-quit", "Quit the program"),
    ]  # fmt: skip

    def __init__(
        self,
        advice: Advice,
        wins: WinAdvice | None,
        find_reasons: Callable[[Choice], tuple[Reason, ...] | None],
        may_take: bool = True,
        held: Choice | None = None,
    ) -> None:
        """List the choices; `find_reasons` compares one with the best, and is called in threads.

        What is `held` says so.
        """
        super().__init__()
        self._may_take, self._held = may_take, held
        self._advice, self._wins, self._find_reasons = advice, wins, find_reasons

    def compose(self) -> ComposeResult:
        advice, wins = self._advice, self._wins
        with Vertical(classes="box"):
            faces = format_faces(advice.faces)
            title = _("Every choice with {faces}, best first", faces=faces)
            if not advice.is_exact:
                title = _("Every choice with {faces}, estimated, best first", faces=faces)
            yield Static(title, id="values-title", markup=False)
            yield Static(id="values-why", markup=False)
            yield Static(value_head(wins), id="values-head")
            yield Menu(*(Option(self._line(choice)) for choice in advice.choices))
        yield KeyBar()

    def _line(self, choice: Choice) -> Content:
        return value_line(self._advice, choice, self._wins, held=self._held)

    def allowed(self) -> dict[str, bool | None]:
        return {"select": self._may_take}

    def show_wins(self, wins: WinAdvice | None) -> None:
        self._wins = wins
        if not self.is_mounted:  # else `compose` adds them
            return
        self.query_one("#values-head", Static).update(value_head(wins))
        menu = self.menu
        for at, choice in enumerate(self._advice.choices):
            menu.replace_option_prompt_at_index(at, self._line(choice))

    @on(Menu.OptionHighlighted)
    def _highlighted(self) -> None:
        start_worker(self, self._explain, "why", exclusive=True)

    async def _explain(self) -> None:
        """Show what the best choice brings more than the selected one, or than another plan.

        Of the reasons as many as there is room for, the greatest first, and the sum of all.
        """
        at = self.menu.highlighted
        choice = None if at is None else self._advice.choices[at]
        if choice == self._advice.best:
            choice = find_other_plan(self._advice, self._held)
        reasons = None
        if choice is not None and self._advice.loss(choice) >= LEAST_LOSS:
            reasons = await asyncio.to_thread(self._find_reasons, choice)
        text = ""
        if choice is not None and reasons is not None:
            other = describe_choice(choice)
            found = [describe_reasons(reasons, most) for most in range(len(reasons), -1, -1)]
            texts = [
                _("Best against {choice}: {reasons}.", choice=other, reasons=each) for each in found
            ]
            text = " ".join(wrap_first_fitting(texts, _WHY_WIDTH, _WHY_HEIGHT))
        self.query_one("#values-why", Static).update(use_minus_sign(text))

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        self.dismiss(self._advice.choices[event.option_index])


class CoachPanel(Widget):
    """Lists the three best choices and how many are nearly as good, while the coach is on."""

    DEFAULT_CSS = """
    CoachPanel {
        display: none;
        padding: 0 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        border: round $frame;
        border-title-color: $card-muted;
        border-title-style: bold;
        &.-speaks { display: block; }
    }
    """

    is_wanted = reactive(False, toggle_class="-speaks")

    _advice: Advice | None = None
    _wins: WinAdvice | None = None
    _held: Choice | None = None

    def show(
        self, advice: Advice | None, wins: WinAdvice | None, held: Choice | None = None
    ) -> None:
        """Show advice, None for none, its chances of winning once known, and what is `held`."""
        # Translators: a heading over the coach's choices; at most 26 cells
        self.border_title = _("COACH")
        if (advice, wins, held) != (self._advice, self._wins, self._held):
            self._advice, self._wins, self._held = advice, wins, held
            self.refresh()

    def render(self) -> Content:
        if self._advice is None:
            return Content("")
        advice, held = self._advice, self._held
        shown, rest = advice.choices[:_BEST], advice.choices[_BEST:]
        if held in rest:  # it says what that costs
            shown = (*shown, held)
        lines = draw_values(advice, shown, self._wins, self.content_size.width, held=held)
        near = sum(advice.loss(each) < _NEAR for each in rest if each not in shown)
        if near:
            said = ngettext(
                "{count} more loses less than {points}", "{count} more lose less than {points}",
                near, points=_NEAR,
            )  # fmt: skip
            lines.append(Content.styled(said, "$card-muted"))
        return Content("\n").join(lines)
