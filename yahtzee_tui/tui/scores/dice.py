"""The page of dice fairness: how often a player rolled each face, and what fair dice would do."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Horizontal
from textual.widgets import Static

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.store.stats.statistics_text import describe_fairness, judge_fairness
from yahtzee_tui.text import cut
from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.scores.scoreboard import ScoreScreen
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.painted import Panel, TextRun
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.stats.fairness import Fairness


_USUAL = 1.96
"""The standard deviations within which 95 % of fair dice are."""

_LEAST_SCALE = 0.05
_LABEL, _COUNTS = 8, 18


class FacesPanel(Panel):
    """A line for each face: its count, and by how much that differs from an equal share."""

    DEFAULT_CSS = """
    FacesPanel { height: 10; }
    """

    _fairness: Fairness | None = None

    def find_title(self) -> str:
        return _("HOW OFTEN EACH FACE WAS ROLLED")

    def show(self, fairness: Fairness) -> None:
        self._fairness = fairness
        self.refresh()

    def paint_inside(self, y: int, width: int) -> Iterator[TextRun]:
        fairness, step = self._fairness, 2 if self.size.height >= _SPACED else 1
        if fairness is None:
            return
        shares = [count / fairness.expected - 1 for count in fairness.counts]
        usual = _USUAL * sqrt((len(shares) - 1) / fairness.dice)
        scale = max(_LEAST_SCALE, usual * 1.5, *map(abs, shares))
        half = (width - _LABEL - _COUNTS - 1) // 2
        face, gap = divmod(y, step)
        if face < len(shares) and not gap:
            label, count = describe_fairness(fairness).rows[face + 1]
            yield TextRun(f"{label:<{_LABEL}}", "muted")
            yield TextRun(f"{count:>{_COUNTS - 2}}  ", bold=True)
            yield from _paint_gauge(shares[face] / scale, usual / scale, half)
        elif y == step * len(shares):
            ends = f"−{scale:.0%}", f"+{scale:.0%}"
            yield TextRun(" " * (_LABEL + _COUNTS))
            yield TextRun(f"{ends[0]:<{half}}0{ends[1]:>{half}}", "muted")
        elif y == step * len(shares) + 1:
            yield TextRun(" " * (_LABEL + _COUNTS))
            yield TextRun(cut(f"━━ {_('95% of fair dice')}", 2 * half + 1), "muted")


_SPACED = 17
"""The rows of the panel with blank lines between the faces."""


def _paint_gauge(share: float, usual: float, half: int) -> Iterator[TextRun]:
    """Yield a bar from the middle to `share` of a half, over a track heavier up to `usual`."""
    length, heavy = round(share * half), round(usual * half)
    ink = "player-1" if abs(share) <= usual else "bad"
    for x in range(-half, half + 1):
        if min(0, length) <= x <= max(0, length) and length:
            yield TextRun("█" if x else "┼", ink)
        else:
            yield TextRun("┼" if not x else "━" if abs(x) <= heavy else "─", "frame")


class DiceScreen(ScoreScreen):
    """Counts the faces in a thread, which reads every record of the player."""

    DEFAULT_CSS = """
    DiceScreen {
        #dice-head { height: 2; padding: 1 2 0 2; }
        #dice-title { width: 1fr; text-style: bold; }
        #dice-rules { width: auto; text-style: bold; }
        StatusLine { height: auto; padding: 1 2 0 2; text-wrap: wrap; }
        FacesPanel { margin: 1 1 0 1; max-width: 110; }
        #dice-verdict { height: auto; max-width: 110; padding: 1 3 0 3; }
        &.-short #dice-head { height: 1; padding: 0 2; }
        &.-tall FacesPanel { height: 17; }
    }
    """
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-middle"), (30, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape,d", "dismiss", "Back", "dice-back", "Return to the statistics"),
    ]

    def __init__(self, store: Store | None, name: str, rules: str | None) -> None:
        """Show the dice of a player in games by one rule set, or by all for None."""
        super().__init__(store)
        self._person, self._rules = name, rules

    def compose(self) -> ComposeResult:
        with Horizontal(id="dice-head"):
            yield Static(_("Dice: {player}", player=self._person), id="dice-title", markup=False)
            yield Static(self.ruleset.name if self._rules else _("All rules"), id="dice-rules")
        yield StatusLine()
        yield FacesPanel(id="dice-faces")
        yield Static(id="dice-verdict")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(FacesPanel).display = False
        self.line.say(_("Reading the games …"))
        start_worker(self, self._load)

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS.get(self._rules or "", self.context.ruleset)

    async def _load(self) -> None:
        player, rules = self._person.casefold(), self._rules
        fairness = await self.ask(lambda scores: scores.fairness(player, rules))
        if fairness is not None:
            panel = self.query_one(FacesPanel)
            self.line.display, panel.display = False, True
            panel.show(fairness)
            self.query_one("#dice-verdict", Static).update(judge_fairness(fairness))
