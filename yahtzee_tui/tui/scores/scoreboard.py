"""The scoreboard: the high scores of every rule set that has been played."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeVar

from textual import getters, on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import OFFICIAL, RULESETS, WIDEST_NAME, Game, History
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.listing import describe_day, describe_when
from yahtzee_tui.text import cell_width, pad
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import STEP_RULES, bind
from yahtzee_tui.tui.lifecycle import GameScreen, RefusingScreen, start_worker
from yahtzee_tui.tui.table.widgets.game_card import GameCard
from yahtzee_tui.tui.widgets.choices import Stepper
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.stats.scores import HighScore, Scoreboard, Scores


Answer = TypeVar("Answer")


class ScoreScreen(GameScreen[None]):
    """The base of screens that read results in threads; it needs a status line."""

    line = getters.query_one(StatusLine)

    def __init__(self, store: Store | None) -> None:
        super().__init__()
        self.store = store

    async def ask(self, question: Callable[[Scores], Answer]) -> Answer | None:
        """Return what a query finds in a thread; None after a problem, or once left."""
        store = self.store
        if store is None:
            self._show_problem(_("Saving is off, so there are no scores."))
            return None
        try:
            answer = await asyncio.to_thread(lambda: question(store.scores))
        except StoreProblem as problem:
            self._show_problem(problem.sentence)
            return None
        return answer if self.is_open else None

    def _show_problem(self, sentence: str) -> None:
        if self.is_open:
            self.line.display = True
            self.line.say(sentence, warning=True)


_LINES = 100
_AROUND_LINES = 8
"""The columns beside the text of a line: margins, the mark, the scroll bar."""

_LEAST_NAME = 7
_ALONE = 58
"""The columns of the list where there is no space for a card."""


class _Found(NamedTuple):
    """The number of games of each rule set, and the high scores of one."""

    games: dict[str, int]
    board: Scoreboard


class ScoreboardScreen(ScoreScreen, RefusingScreen[None], MenuScreen):
    """A list of high scores; keys step through the rule sets."""

    DEFAULT_CSS = """
    ScoreboardScreen {
        align: center top;
        #both { width: auto; max-width: 100%; height: 1fr; }
        #board { max-width: 100%; padding: 1 1 0 1; }
        #board-head { height: 1; margin: 0 1 1 1; }
        #board-title { width: 1fr; text-style: bold; }
        #columns { height: 1; padding: 0 1; color: $card-muted; }
        #board-note { height: auto; margin: 1 1 0 1; color: $card-muted; }
        StatusLine { height: auto; min-height: 1; text-wrap: wrap; }
    }
    """
    REFUSALS: ClassVar[dict[str, str]] = {
        "review": N_("Finish a game first: then you can review it."),
        "reset": N_("There are no high scores here to reset."),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space", "select", "Statistics", "scores-choose",
            "Statistics of the selected player", key_display="Enter",
        ),
        bind("enter", "play", "Play", "scores-play", "Start a game if there are no scores"),
        bind("escape,s", "dismiss", "Back", "scores-back", "Back"),
        bind(
            "u", "undo_reset", "Undo", "undo-reset",
            "Undo the reset, until you leave this screen",
        ),
        bind(
            "v", "review", "Review", "scores-review",
            "Review luck and skill in the selected game",
        ),
        *STEP_RULES,
        bind("r", "reset", "Reset", "reset", "Reset these high scores"),
        bind("l", "show_ladder", "Ladder", "scores-ladder", "See who loses the fewest points"),
    ]  # fmt: skip

    stepper = getters.query_one(Stepper)
    columns = getters.query_one("#columns", Static)
    card = getters.query_one(GameCard)
    note = getters.query_one("#board-note", Static)

    def __init__(self, store: Store | None, ruleset: Ruleset) -> None:
        super().__init__(store)
        self._rules, self._ruleset = ruleset.key, ruleset
        self._found: _Found | None = None
        self._resets: dict[str, float | None] = {}

    def compose(self) -> ComposeResult:
        with Horizontal(id="both"):
            with Vertical(id="board"):
                with Horizontal(id="board-head"):
                    yield Static(_("High scores"), id="board-title")
                    yield Stepper(id="board-rules")
                yield Static(id="columns")
                yield Menu(long=True)
                yield Static(id="board-note", markup=False)
            yield GameCard()
        yield StatusLine()
        yield KeyBar()

    def on_mount(self) -> None:
        self.stepper.show(self._game_name, has_others=False)
        self._load()

    def on_resize(self) -> None:
        if self._found is not None:
            self._show(self._found)

    def _fit(self) -> int:
        """Divide the screen between list and card; return the columns of a name."""
        names = max(_LEAST_NAME, *(cell_width(line.name) for line in self._lines), 0)
        width = len(score_line("", "", "", "", names)) + _AROUND_LINES
        if taken := self.card.fit(self.size.width - width - 1):
            spare = self.size.width - width - 1 - taken
            names, width = names + spare, width + spare
        else:
            names, width = WIDEST_NAME, _ALONE
        self.query_one("#board").styles.width = width
        # Translators: headings of the high scores; at most 10 cells
        self.columns.update(score_line("", "", _("Total"), _("Finished"), names))
        return names

    @on(Menu.OptionHighlighted)
    def _show_card(self) -> None:
        marked = self.menu.highlighted
        if not self.card.display or self.store is None:
            return
        if marked is None or not self._lines:
            self.card.show(History(Game.start(self.ruleset, (self.context.me,))))
        else:
            line = self._lines[marked]
            self.card.show_saved(self.store, line.game, line.name)

    @property
    def _lines(self) -> tuple[HighScore, ...]:
        return self._found.board.lines if self._found else ()

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS.get(self._rules, self._ruleset)

    @property
    def _game_name(self) -> str:
        """The name of the rules shown; their key if there is no such rule set any more."""
        return self.ruleset.name if self.ruleset.key == self._rules else self._rules

    def action_step(self, step: int) -> None:
        choices = self._choices
        self._rules = choices[(choices.index(self._rules) + step) % len(choices)]
        self.line.say("")
        self._load()

    @on(Menu.OptionSelected)
    def _show_player(self, event: Menu.OptionSelected) -> None:
        self.context.show_statistics(self._lines[event.option_index].name, self._rules)

    def show_message(self, sentence: str, warning: bool = True) -> None:
        self.line.say(sentence, warning)

    def action_review(self) -> None:
        marked, store = self.menu.highlighted, self.store
        if marked is not None and store is not None and self._lines:
            game = self._lines[marked].game
            self.context.show_review(lambda: store.games.read(game).load()[0])

    def action_show_ladder(self) -> None:
        self.context.show_ladder(self.ruleset)

    def action_reset(self) -> None:
        question = _(
            "Reset the high scores for {game}? Statistics keep all games.", game=self._game_name
        )
        reset = partial(start_worker, self, self._reset, "reset")
        self.context.confirm(question, _("Reset"), _("Keep"), reset)

    def action_play(self) -> None:
        self.context.show_new_game()

    def action_undo_reset(self) -> None:
        start_worker(self, self._undo_reset, "reset")

    def allowed(self) -> dict[str, bool | None]:
        lines = self._lines
        return {
            "step": len(self._choices) > 1,
            "select": bool(lines),
            "review": bool(lines) or None,
            "reset": self.context.IS_AT_HOME and (bool(lines) or None),
            "undo_reset": self._rules in self._resets,
            "play": self._found is not None and not lines,
        }

    @property
    def _choices(self) -> list[str]:
        """The rule sets that have been played, those of the registry first, and the one shown."""
        games = self._found.games if self._found else {}
        known = dict.fromkeys((*RULESETS, self._ruleset.key, *games))
        return [rules for rules in known if rules in games or rules == self._rules]

    def _load(self) -> None:
        start_worker(self, self._read, exclusive=True)

    async def _read(self) -> None:
        rules = self._rules
        found = await self.ask(
            lambda scores: _Found(scores.count_games(), scores.scoreboard(rules, _LINES))
        )
        if found is None or rules != self._rules:
            return
        if self._found is None and found.games and rules not in found.games:
            # Those of the newest table have no scores yet.
            self._rules = OFFICIAL.id if OFFICIAL.id in found.games else next(iter(found.games))
            await self._read()
        else:
            self._show(found)

    async def _reset(self) -> None:
        rules = self._rules
        reset = await self.ask(lambda scores: (scores.reset(rules),))
        if reset is not None:
            self._resets.setdefault(rules, *reset)
            self.line.say(_("High scores reset. Press u to undo before you leave."))
            await self._read()

    async def _undo_reset(self) -> None:
        rules, before = self._rules, self._resets[self._rules]

        def undo(scores: Scores) -> bool:
            scores.undo_reset(rules, before)
            return True

        if await self.ask(undo):
            self._resets.pop(rules, None)
            self.line.say(_("High scores restored."))
            await self._read()

    def _show(self, found: _Found) -> None:
        self._found = found
        self.stepper.show(self._game_name, has_others=len(self._choices) > 1)
        self.note.update(_describe_board(found, self._game_name))
        self.note.display = bool(str(self.note.content))
        lines, names = found.board.lines, self._fit()
        self.menu.show([Option(_draw(line, names)) for line in lines])
        self._show_card()
        self.menu.display = self.columns.display = bool(lines)
        if lines:
            self.menu.focus()  # a hidden menu has lost the focus
        self.refresh_bindings()


def _describe_board(found: _Found, name: str) -> str:
    since = found.board.since
    if since is None and not found.board.lines:
        return _("No high scores of {game} yet. Press Enter to play a game.", game=name)
    if since is None:
        return ""
    # Translators: date is when the high scores were reset, such as "today"
    if found.board.lines:
        return _("Reset {date}. Statistics still count earlier games.", date=describe_when(since))
    return _(
        "Reset {date}, no games finished since. Statistics still count earlier games.",
        date=describe_when(since),
    )


def score_line(place: str, name: str, total: str, when: str, width: int = WIDEST_NAME) -> str:
    """Return a line of the list, or its heading, with a name of `width` columns."""
    return f"{place:>4}  {pad(name, width)}  {total:>5}  {pad(when, 10)}"


def _draw(line: HighScore, width: int) -> Content:
    """Return a line; a wide one has dots that lead from the name to the total."""
    place, when = f"{line.place}.", describe_day(line.ended)
    text = score_line(place, line.name, str(line.total), when, width)
    drawn = Content.styled(text, "bold" if line.place == 1 else "")
    begin = len(f"{place:>4}  {line.name} ")
    dots = max(0, width - cell_width(line.name) - 1) if width > WIDEST_NAME else 0
    leader = Content.styled(("· " * dots)[-dots:] if dots else "", "$frame")
    return Content.assemble(drawn[:begin], leader, drawn[begin + dots :])
