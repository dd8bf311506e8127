"""How to play: goal, turn, keys, the boxes of the chosen rules with dice drawn, and bonuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import explain_bonuses, explain_points, explain_turn
from yahtzee_tui.tui.keymap import SCROLL, SCROLL_LINE, TABLE_KEYS, bind, bind_arrows, keys_of
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.table.widgets.die import dice_picture
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import App, ComposeResult

    from yahtzee_tui.rules import Box, Ruleset
    from yahtzee_tui.settings import Options

_KEYS_WIDTH = 16
_CARD = (
    "‹12› is what the dice would score in an open box, «25» the most there is to be had, and — a "
    "box that may not be filled now. Numbers without brackets are written.",
    "The bonus line says how far the upper section is ahead (+6) or behind (−15) of the pace that "
    "earns the bonus, three of each face; or out, once it can't be earned any more.",
    "With the coach, −6.8 before an offer is what that box costs in the final score on average.",
)
_MOUSE = "Click dice to hold them, boxes to score, the button to roll, and the keys below."


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
        .chapter { color: $primary; text-style: bold; margin-bottom: 1; }
        .text { margin: 0 1 1 0; }
    }
    """
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("scroll", "scroll", SCROLL_LINE, group=SCROLL),
        bind("space", "page", "Page", "page", "A page down"),
        bind("escape,question_mark,f1,enter", "dismiss", "Back", "help-back", "Back"),
        bind("q", "app.quit", "Quit", "help-quit", "Leave the program"),
    ]

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__()
        self._ruleset = ruleset

    def compose(self) -> ComposeResult:
        ruleset = self._ruleset
        with VerticalScroll():
            yield Static(f"How to play {ruleset.name}", classes="chapter", markup=False)
            for sentence in explain_turn(ruleset):
                yield Static(sentence, classes="text", markup=False)
            yield Static("Keys, and the mouse", classes="chapter")
            yield Static(_MOUSE, classes="text")
            yield Static(
                Content("\n").join(list(_keys(self.app, self.context.options))), classes="text"
            )
            yield Static("Reading the card", classes="chapter")
            for sentence in _CARD:
                yield Static(sentence, classes="text", markup=False)
            yield Static("The boxes, each with dice that fill it", classes="chapter")
            for box in ruleset.boxes:
                yield Static(_explain_box(box, ruleset), classes="text")
            yield Static("Bonuses and jokers", classes="chapter")
            for sentence in explain_bonuses(ruleset):
                yield Static(sentence, classes="text", markup=False)
        yield KeyBar()

    def action_scroll(self, step: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)

    def action_page(self) -> None:
        self.query_one(VerticalScroll).scroll_page_down(animate=False)


def _explain_box(box: Box, ruleset: Ruleset) -> Content:
    points = ruleset.points(box.example)[ruleset.place(box.id)]
    code = f"{box.code} " if ruleset.shows_codes else ""
    head = Content.assemble((f"{code}{box.name}", "bold"), f"  {box.wants}: {explain_points(box)}.")
    lines = dice_picture(box.example)
    lines[1] = Content.assemble(lines[1], ("  scores ", "$card-muted"), (str(points), "bold"))
    return Content("\n").join([head, *lines])


def _keys(app: App[Any], options: Options) -> Iterable[Content]:
    """Yield a line for each action of the table with its keys, also where it is disabled now."""
    keys: dict[str, list[str]] = {}
    chosen = options.keys
    for binding in (*TABLE_KEYS, *app.BINDINGS):
        if isinstance(binding, Binding) and binding.id:
            shown = keys.setdefault(binding.tooltip, [])
            shown += [_key(app, binding, key) for key in keys_of(binding, chosen)]
    for text, names in keys.items():
        yield Content.assemble((", ".join(names).ljust(_KEYS_WIDTH), "bold"), text)


def _key(app: App[Any], binding: Binding, key: str) -> str:
    if binding.key_display and binding.key == key:
        return binding.key_display
    return app.get_key_display(binding.with_key(key))
