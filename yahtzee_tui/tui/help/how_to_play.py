"""How to play: goal, turn, boxes with dice drawn, bonus, joker, card, best play, and the keys."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import (
    RULESETS,
    explain_bonuses,
    explain_joker,
    explain_points,
    explain_turn,
    explain_wants,
)
from yahtzee_tui.services.value_tables import describe_best_play
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import SCROLL, SCROLL_LINE, bind, bind_arrows, join_consecutive, keys_of
from yahtzee_tui.tui.lifecycle import Dialog, GameScreen, after_refresh, start_worker
from yahtzee_tui.tui.table.actions import HOLD, HOLD_ALL, TABLE_KEYS, count_hold_keys, main_key
from yahtzee_tui.tui.table.widgets.die import dice_picture
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import App, ComposeResult

    from yahtzee_tui.rules import Box, Ruleset
    from yahtzee_tui.settings import Options

_KEYS_WIDTH = 16
_CARD = (
    N_(
        "‹12› is what the dice score in that box now, · is 0, and «25» is the selected box. "
        "A — means the rules don't allow that box now; select it to see why. Numbers without "
        "brackets are scored."
    ),
    N_(
        "With the coach on, the line below the upper section compares you with the pace for the "
        "bonus, three of each number: 4 ahead, 6 behind."
    ),
    N_(
        "With the coach on, −6.8 beside a box means it loses 6.8 points of your final total on "
        "average."
    ),
)
_REAL_DICE = (
    N_(
        "Type the faces of your dice, such as 33144; Backspace takes the last one back. Hold the "
        "dice you keep, press {roll}, and type only those you rolled. Enter scores."
    ),
    N_(
        "{find} takes a score without dice, such as full house 25, and corrects one: Ann chance "
        "22. Ann chance 22 twos moves it to another box."
    ),
)
_OTHERS = N_("For other rules, select them in New game and press F1.")
_MOUSE = N_(
    "Or use the mouse: click dice to hold them, boxes to score, the button to roll, and the words "
    "in the bottom line."
)


class HowToPlayScreen(Dialog[None]):
    """One page that scrolls. The keys come from the bindings of the table."""

    DEFAULT_CSS = """
    HowToPlayScreen {
        align: center top;
        background: $background;
        &:ansi { background: ansi_default; }
        VerticalScroll {
            width: 80;
            max-width: 100%;
            height: 1fr;
            padding: 1 2 0 2;
            scrollbar-size-vertical: 1;
        }
        .chapter { text-style: bold underline; margin-bottom: 1; }
        .text { margin: 0 1 1 0; }
        .best-play { display: none; }
    }
    """
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("scroll", "scroll", SCROLL_LINE, group=SCROLL),
        bind("space", "page", "Page", "page", "Scroll down a page"),
        bind("l", "learn('lesson')", "Lesson", "help-lesson", "Learn to play in 90 seconds"),
        bind(
            "r", "learn('practice')", "Practice", "help-practice", "Test yourself against best play"
        ),
        bind("escape,question_mark,f1,enter", "dismiss", "Back", "help-back", "Back"),
        bind("q", "app.quit", "Quit", "help-quit", "Quit the program"),
    ]

    def __init__(self, ruleset: Ruleset, *first: tuple[str, Iterable[str | Content]]) -> None:
        """Explain a rule set, below other chapters of a title and texts."""
        super().__init__()
        self._ruleset, self._first = ruleset, first

    def compose(self) -> ComposeResult:
        ruleset = RULESETS.get(self._ruleset.key, self._ruleset)
        goal, *turn = explain_turn(ruleset)
        has_bonus = ruleset.upper_bonus is not None
        chapters: tuple[tuple[str, Iterable[str | Content]], ...] = (
            *self._first,
            (_("How to play {game}", game=ruleset.name), [goal, _(_OTHERS)]),
            (_("A turn"), turn),
            (
                _("The boxes, also called categories"),
                (_explain_box(box, ruleset) for box in ruleset.boxes),
            ),
            (_("Bonus"), explain_bonuses(ruleset)),
            (_("Joker"), explain_joker(ruleset)),
            (_("Reading the card"), map(_, _CARD if has_bonus else _CARD[::2])),
            (
                _("Keys and mouse"),
                [Content("\n").join(_keys(self.app, self.context.options, ruleset)), _(_MOUSE)],
            ),
        )
        with VerticalScroll():
            for number, (title, texts) in enumerate(chapters):
                if number == len(chapters) - 1:
                    yield Static(_("Best play"), classes="chapter best-play", markup=False)
                    yield Static(classes="text best-play", id="best-play", markup=False)
                paragraphs = [Static(text, classes="text", markup=False) for text in texts]
                if paragraphs:
                    yield Static(title, classes="chapter", markup=False)
                    yield from paragraphs
        yield KeyBar()

    def on_mount(self) -> None:
        after_refresh(self, partial(start_worker, self, self._show_best_play))

    async def _show_best_play(self) -> None:
        """Show how the totals of best play are spread, if that was calculated before."""
        if sentences := await asyncio.to_thread(describe_best_play, self._ruleset):
            self.query_one("#best-play", Static).update("\n".join(sentences))
            self.query(".best-play").set(display=True)

    def allowed(self) -> dict[str, bool | None]:
        """Offer the lesson where it takes the player from no shared table and no other dialog.

        Practice is offered at a menu.
        """
        below = self.app.screen_stack[-2]
        return {
            "learn('practice',)": hasattr(below, "menu_items"),
            "learn": isinstance(below, GameScreen) and below.LEADS_ANYWHERE,
        }

    def action_learn(self, what: str) -> None:
        self.dismiss()
        shows = {"lesson": self.context.show_lesson, "practice": self.context.show_practice}
        self.app.call_later(shows[what])

    def action_page(self) -> None:
        self.query_one(VerticalScroll).scroll_page_down(animate=False)


def explain_real_dice(options: Options) -> tuple[str, list[str]]:
    """Return the chapter on dice on the players' own table."""
    keys = {name: main_key(name, options) for name in ("roll", "find")}
    return _("Dice on your table"), [_(text, **keys) for text in _REAL_DICE]


def _explain_box(box: Box, ruleset: Ruleset) -> Content:
    """Return what a box wants and pays, dice that fill it, and what else those could score."""
    scores = dict(zip(ruleset.boxes, ruleset.points(box.example), strict=True))
    points = scores.pop(box)
    others = ", ".join(f"{other.name} {score}" for other, score in scores.items() if score)
    code = f"{box.code} " if ruleset.shows_codes else ""
    head = Content.assemble(
        (f"{code}{box.name}", "bold"), f"  {explain_wants(box)}: {explain_points(box)}."
    )
    lines = dice_picture(box.example, colors=ruleset.colors)
    lines[1] = Content.assemble(
        lines[1], (f"  {_('scores')} ", "$card-muted"), (str(points), "bold")
    )
    if others:
        lines.append(Content.styled(_("Other options: {boxes}", boxes=others), "$card-muted"))
    return Content("\n").join([head, *lines])


def _keys(app: App[Any], options: Options, ruleset: Ruleset) -> Iterable[Content]:
    """Yield a line for each action of the table with its keys, also where it is disabled now."""
    keys: dict[str, list[str]] = {}
    chosen = options.keys
    hold_keys = count_hold_keys(ruleset, options)
    for binding in (*TABLE_KEYS, *app.BINDINGS):
        if isinstance(binding, Binding) and binding.id:
            if binding.group is HOLD and int(binding.id.removeprefix("hold-")) > hold_keys:
                continue
            shown = keys.setdefault(binding.tooltip, [])
            if binding.group is HOLD_ALL and binding.id not in chosen:
                # What Shift and a digit give differs from keyboard to keyboard.
                shown.append(str(binding.key_display))
            else:
                shown += [_key(app, binding, key) for key in keys_of(binding, chosen)]
    for text, names in keys.items():
        listed = join_consecutive(names) or ", ".join(names)
        yield Content.assemble((listed.ljust(_KEYS_WIDTH), "bold"), _(text))


def _key(app: App[Any], binding: Binding, key: str) -> str:
    if binding.key_display and binding.key == key:
        return binding.key_display
    return app.get_key_display(binding.with_key(key))
