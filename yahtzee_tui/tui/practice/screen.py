"""The themes of practice, with the positions that wait in each."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import RULESETS, History, Position
from yahtzee_tui.services.ladder import describe_rating
from yahtzee_tui.services.practice import (
    Exercise,
    Theme,
    Trainer,
    describe_end,
    read_positions,
)
from yahtzee_tui.text import cut, format_percent, pad
from yahtzee_tui.translation import _
from yahtzee_tui.tui.keymap import BY_LINE, MOVE, STEP_RULES, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import GameScreen, start_worker
from yahtzee_tui.tui.table.widgets.game_card import GameCard
from yahtzee_tui.tui.widgets.choices import Stepper
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen
from yahtzee_tui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Ruleset

_ALL = "all"
_LABEL, _NUMBER = 26, 4
_COLUMNS = 59
"""The columns of the list and the gap behind it."""


class PracticeScreen(GameScreen[None], MenuScreen):
    """A menu of themes; keys step through the rule sets that have positions."""

    DEFAULT_CSS = """
    PracticeScreen {
        align: center top;
        #both { width: auto; max-width: 100%; height: 1fr; }
        #practice { width: 58; max-width: 100%; height: 1fr; padding: 1 1 0 1; }
        #practice-head { height: 1; margin: 0 1 1 1; }
        #practice-title { width: 1fr; text-style: bold; }
        #practice-about { height: auto; margin: 0 1 1 1; color: $card-muted; }
        #practice-rating { height: 1; margin: 1 1 0 1; text-style: bold; }
        StatusLine { height: auto; min-height: 1; margin: 1 1 0 1; text-wrap: wrap; }
    }
    """
    LEADS_ANYWHERE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("practice", "move", BY_LINE, group=MOVE),
        bind(
            "space", "select", "Start", "practice-start", "Practice the selected theme",
            key_display="Enter",
        ),
        *STEP_RULES,
        bind("escape", "dismiss", "Back", "practice-back", "Back to the menu"),
    ]  # fmt: skip

    line = getters.query_one(StatusLine)
    stepper = getters.query_one(Stepper)
    card = getters.query_one(GameCard)
    rating = getters.query_one("#practice-rating", Static)

    def __init__(self, what: Ruleset | Position) -> None:
        """Create the screen for a rule set, or for a position that is asked first."""
        super().__init__()
        self._position = what if isinstance(what, Position) else None
        self._ruleset = what.card.ruleset if isinstance(what, Position) else what
        self._trainer: Trainer | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="both"):
            with Vertical(id="practice"):
                with Horizontal(id="practice-head"):
                    yield Static(_("Practice"), id="practice-title")
                    yield Stepper(id="practice-rules")
                about = _("See what each decision loses, and why.")
                yield Static(about, id="practice-about")
                yield Menu()
                yield Static(id="practice-rating", markup=False)
                yield StatusLine()
            yield GameCard()
        yield KeyBar()

    @property
    def ruleset(self) -> Ruleset:
        return self._ruleset

    def on_mount(self) -> None:
        self._load()

    def on_resize(self) -> None:
        self.card.fit(self.size.width - _COLUMNS)

    @on(Menu.OptionHighlighted)
    def _show_card(self) -> None:
        """Show the position that comes next in the marked theme."""
        if self._trainer is None:
            return
        line = self.menu.marked
        next_one = self._trainer.find_exercise(_find_theme(line)) if line else None
        if next_one is None:
            self.card.hide()
        else:
            self.card.show(History(next_one.position.game(self.context.me)))

    def on_screen_resume(self) -> None:
        """Count again what is waiting, as positions were answered."""
        self._show()

    def action_step(self, step: int) -> None:
        choices = self._choices
        at = [each.key for each in choices].index(self._ruleset.key)
        self._ruleset = choices[(at + step) % len(choices)]
        self._load()

    def allowed(self) -> dict[str, bool | None]:
        return {"step": len(self._choices) > 1, "select": self._trainer is not None or None}

    @property
    def _choices(self) -> list[Ruleset]:
        """The rule sets that have positions in the program's file, and the one shown."""
        offered = self.context.rulesets.items()
        found = {ruleset.key: ruleset for key, ruleset in offered if read_positions(key)}
        return [*(found | {self._ruleset.key: self._ruleset}).values()]

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        trainer = self._trainer
        if trainer is None or not self.is_active:
            return
        theme = _find_theme(event.option_id)
        exercise = trainer.find_exercise(theme)
        if exercise is None:
            self.line.say(describe_end(trainer, theme))
            return
        self._ask(trainer, exercise, theme)

    def _ask(self, trainer: Trainer, exercise: Exercise, theme: Theme | None) -> None:
        from yahtzee_tui.tui.practice.exercise import ExerciseScreen

        self.app.push_screen(ExerciseScreen(trainer, exercise, theme, self.context.me))

    def show_message(self, sentence: str, warning: bool = True) -> None:
        self.line.say(sentence, warning)

    def _load(self) -> None:
        self._trainer = None
        self._ruleset = RULESETS.get(self._ruleset.key, self._ruleset)
        self._show()
        start_worker(self, partial(self._read, self._ruleset), exclusive=True)

    async def _read(self, ruleset: Ruleset) -> None:
        """Load best play, the progress and the mistakes of own games in threads."""
        loader = self.context.value_tables.find(ruleset)

        def show_progress() -> None:
            if self.is_open and loader.values is None:
                percent = format_percent(loader.progress, 1)
                self.line.say(_("Calculating best play: {percent}.", percent=percent))

        await self.context.shown.wait()
        await loader.load(show_progress)
        if loader.values is None:
            inexact = _("Practice needs exact best play. With saved rolls, that is too large.")
            self.show_message(loader.problem or inexact)
            return
        # A guest of a host is a new player each time.
        store = self.context.navigator.store if self.context.is_known else None
        trainer = await asyncio.to_thread(Trainer, store, self.context.me, loader.values)
        if not self.is_open or self._ruleset is not ruleset:
            return
        loader.start_outcomes()
        self._trainer = trainer
        self.line.say("")
        if trainer.problem:
            self.show_message(" ".join((_("Your progress isn't saved."), trainer.problem)))
        self._show()
        position, self._position = self._position, None
        if position is not None:
            self._ask(trainer, Exercise(position, Theme.GIVEN), None)

    def _show(self) -> None:
        trainer = self._trainer
        self.stepper.show(self._ruleset.name, has_others=len(self._choices) > 1)
        self.rating.update("" if trainer is None else describe_rating(trainer.rung))
        self.menu.show(
            [
                Option(self._draw(None, _("All themes")), id=_ALL),
                *(
                    Option(self._draw(theme, theme.title), id=theme.value)
                    for theme in Theme
                    if theme in (Theme.GAMES, *read_positions(self._ruleset.key).values())
                ),
            ]
        )
        self.refresh_bindings()
        self._show_card()

    def _draw(self, theme: Theme | None, title: str) -> Content:
        """Return the line of a theme: its title, and how many positions wait of how many."""
        trainer = self._trainer
        count = None if trainer is None else trainer.count(theme)
        if count is None:
            said = "…"
        elif count.all:
            waiting, done = count.waiting, count.all - count.waiting
            # Translators: positions of practice; at most 18 cells
            said = _("{count} to do", count=f"{waiting:>{_NUMBER}}")
            if done:
                # Translators: positions of practice; at most 18 cells
                said = f"{said}, {_('{count} done', count=done)}"
        else:
            said = _("none yet") if theme is Theme.GAMES else _("none")
        return _draw(title, said)


def _find_theme(line: str | None) -> Theme | None:
    """Return the theme of a line of the menu, None for all."""
    return None if line == _ALL else Theme(line)


def _draw(title: str, said: str) -> Content:
    return Content.assemble((pad(cut(title, _LABEL), _LABEL), "bold"), (said, "$card-muted"))
