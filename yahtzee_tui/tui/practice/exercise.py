"""One position to decide at an ordinary table, which is saved nowhere."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from yahtzee_tui.rules import Roll, Score
from yahtzee_tui.services.coach import NO_HINTS
from yahtzee_tui.services.practice import Theme, describe_answer, list_answers
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig
from yahtzee_tui.text import use_minus_sign
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.table.actions import hide_except, hold_keys, main_key
from yahtzee_tui.tui.table.lesson import LessonLine, break_lines
from yahtzee_tui.tui.table.play_screen import REROLL_ALL, TableScreen
from yahtzee_tui.tui.table.widgets.turn_panel import ButtonView, Next

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import ActiveBinding, BindingType
    from textual.geometry import Offset

    from yahtzee_tui.rules import Action
    from yahtzee_tui.services.coach import Hints
    from yahtzee_tui.services.practice import Answer, Exercise, Trainer
    from yahtzee_tui.tui.table.actions import Fact

_LINES = 2

_ANSWERED: frozenset[Fact] = frozenset({"may_roll", "starts_turn", "has_coach", "may_advise"})
"""What holds after the answer, whatever the position: the next one can be opened."""


_NEXT, _OPENS_NEXT = N_("Next"), N_("Open the next position")
_DONE, _TO_THEMES = N_("Done"), N_("Back to the themes")


class ExerciseLine(LessonLine):
    """What is asked, or what came of the answer: the longest text that fits into two lines."""

    _texts: Sequence[str] = ("",)

    def say(self, *texts: str) -> None:
        """Show the first of some texts, the longest first, that fits; else the last one."""
        self._texts = [*map(use_minus_sign, texts)]
        self.text = self._texts[0]
        self.refresh()

    def break_text(self, width: int) -> list[str]:
        wrapped = [break_lines(text, width) for text in self._texts]
        return next((each for each in wrapped if len(each) <= _LINES), wrapped[-1])


class ExerciseScreen(TableScreen):
    """Takes a reroll or a score as the answer, and shows what every choice is worth after it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "leave", "Back", "exercise-back", _TO_THEMES),
    ]
    LEADS_ANYWHERE = False
    gives_tips = rolls_by_itself = False
    limits = hide_except("asked")

    def __init__(self, trainer: Trainer, exercise: Exercise, theme: Theme | None, me: str) -> None:
        table = exercise.create_table(me)
        super().__init__(SavedTable(TableConfig((me,), table.setup.rules), table))
        self.input.find_box = lambda _: None  # it would give the answer away
        self._has_marker = True
        self._trainer, self._exercise, self._theme = trainer, exercise, theme
        self._answer: Answer | None = None
        self._bubble = ExerciseLine(id="lesson")

    def compose(self) -> ComposeResult:
        empty = self.race, self.log_  # there were no turns
        yield from (widget for widget in super().compose() if widget not in empty)
        yield self._bubble

    def on_mount(self) -> None:
        self._ask()

    @property
    def cursor_screen_offset(self) -> Offset:
        if self._answer is None:
            return super().cursor_screen_offset
        return self._bubble.content_region.offset

    def facts(self) -> frozenset[Fact]:
        return super().facts() if self._answer is None else super().facts() | _ANSWERED

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys, of which those that roll open the next position after the answer.

        A position that was given is the only one: after it they lead back to the themes.
        """
        found = super().active_bindings
        if self._answer is None:
            return found
        label, about = (_DONE, _TO_THEMES) if self._is_given else (_NEXT, _OPENS_NEXT)
        return {
            key: active._replace(binding=replace(active.binding, description=label, tooltip=about))
            if active.binding.action in ("roll", "start_turn")
            else active
            for key, active in found.items()
        }

    def action_roll(self) -> None:
        """Answer with the dice that are held; go on after the answer."""
        game = self.table.game
        if self._answer is not None:
            self._open_next()
        elif refusal := game.legal_actions.why_not(Roll()):
            self._refuse(refusal.sentence)
        elif not game.held and not self._is_asked:
            self._is_asked = True
            self._refuse(_(REROLL_ALL, key=self._roll_key))
        else:
            self._decide(Roll())

    def choose(self, box: str) -> None:
        """Mark a box, or answer with the one that is marked: an answer can't be undone."""
        if self._answer is not None or box == self.input.cursor:
            self.score(box)
        else:
            refusal = self.input.mark(box)
            name = self.ruleset.box(box).name
            again = _("Choose {box} again, or press Enter, to score there.", box=name)
            self._marked(refusal or again)

    def score(self, box: str) -> None:
        if self._answer is not None:
            return
        if refusal := self.table.game.legal_actions.why_not(Score(box)):
            self._refuse(refusal.sentence)
        else:
            self._decide(Score(box))

    def _open_next(self) -> None:
        """Open the next position, or go back to the themes if none is waiting."""
        if not self.is_active:  # a second key, typed ahead
            return
        exercise = None if self._is_given else self._trainer.find_exercise(self._theme)
        if exercise is None:
            self.dismiss()
        else:
            following = ExerciseScreen(self._trainer, exercise, self._theme, self.context.me)
            self.app.switch_screen(following)

    def action_leave(self) -> None:
        self.dismiss()

    def action_show_values(self) -> None:
        if self._answer is not None:
            from yahtzee_tui.tui.table.values import ValuesScreen

            advice, loader = self._answer.advice, self.context.value_tables.find(self.ruleset)
            find = partial(loader.find_reasons, advice)
            self.context.ask(ValuesScreen(advice, None, find, may_take=False))

    @property
    def _is_given(self) -> bool:
        return self._exercise.theme is Theme.GIVEN

    def hints(self) -> Hints:
        return NO_HINTS if self._answer is None else self._coach.hints(self._answer.advice)

    def button_view(self) -> ButtonView:
        if self._answer is not None:
            labels = (_("DONE"),) if self._is_given else (_("NEXT POSITION"), _("NEXT"))
            return ButtonView(labels, self._roll_key, Next.NEXT)
        return super().button_view()

    def refresh_table(self) -> None:
        self.margin = _("practice")
        super().refresh_table()

    def _decide(self, action: Action) -> None:
        choice = self._trainer.find_choice(self.table.game, action)
        self._answer = self._trainer.answer(self._exercise, choice)
        self.limits = hide_except("answered")
        self.input.die = self.input.cursor = None
        self.context.ring()
        self.refresh_table()
        self._show_answer(self._answer, ())
        self._show_values(self._answer)
        start_worker(self, partial(self._explain, self._answer))

    def _show_values(self, answer: Answer) -> None:
        """Show what all choices are worth, where there is room beside the card."""
        from yahtzee_tui.tui.table.values import CoachPanel

        panel = CoachPanel(id="coach")
        self.mount(panel, before="#scorecard")
        panel.is_wanted = True
        panel.show(answer.advice, None)

    async def _explain(self, answer: Answer) -> None:
        """Find the reasons in a thread, which takes up to some tenths of a second."""
        self._show_answer(answer, await asyncio.to_thread(self._trainer.explain, answer))

    def _show_answer(self, answer: Answer, why: Sequence[str]) -> None:
        said, briefer = describe_answer(answer), list_answers(answer)
        problem = self._trainer.problem
        if problem is not None:
            unsaved = f"{_('Not saved.')} {problem}"
            self._bubble.say(f"{briefer[0]} {unsaved}", unsaved)
        else:
            explained = (f"{verdict} {each}" for each in why for verdict in (said, briefer[0]))
            self._bubble.say(*explained, said, *briefer)

    def _ask(self) -> None:
        options = self.context.options
        game, theme = self.table.game, self._exercise.theme.title
        if not game.rolls_left:
            task = _("No rolls left: choose a box.")
        elif options.dice_click == "reroll":
            task = _("Choose dice to reroll, then {key}, or score.", key=self._roll_key)
        else:
            holds = hold_keys(game.ruleset, options)
            key = self._roll_key
            task = _(
                "Hold dice ({keys}) and reroll ({key}), or score in a box.", keys=holds, key=key
            )
        self._bubble.say(f"{theme}. {task} {_('What is best?')}", f"{theme}. {task}")

    @property
    def _roll_key(self) -> str:
        return main_key("roll", self.context.options)

    def _complain(self, sentence: str | None) -> None:
        if sentence is not None:
            self.refresh_table()
            self._bubble.say(sentence)

    def say_state(self, warning: bool = False) -> None:  # noqa: ARG002 - there are no states
        """Ask again; there is no line for the state of a game."""
        if self._answer is None and self.is_mounted:
            self._ask()
