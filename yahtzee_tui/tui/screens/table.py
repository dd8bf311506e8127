"""The table at which one plays: every action of a game, the coach, computers, and saving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from yahtzee_tui.rules import Held, Scored
from yahtzee_tui.settings import DiceClick
from yahtzee_tui.table import Kind, tell
from yahtzee_tui.tui import table_view
from yahtzee_tui.tui.coaching import Coaching
from yahtzee_tui.tui.computers import Computers
from yahtzee_tui.tui.countdown import Countdown
from yahtzee_tui.tui.screens.seen_table import SeenTable
from yahtzee_tui.tui.screens.table_keys import TABLE_KEYS
from yahtzee_tui.tui.widgets.die import Die
from yahtzee_tui.tui.widgets.scorecard import Scorecard

if TYPE_CHECKING:
    from yahtzee_tui.strategy import Advice, Choice
    from yahtzee_tui.table import Change
    from yahtzee_tui.tui.coaching import Hints
    from yahtzee_tui.tui.screens.values import ValuesScreen
    from yahtzee_tui.tui.sitting import Sitting
    from yahtzee_tui.tui.widgets.box_finder import BoxFinder
    from yahtzee_tui.tui.widgets.turn_panel import TurnView

_LOOK_AROUND = 2.0
"""Seconds between two looks whether the game goes on elsewhere."""


class TableScreen(SeenTable, inherit_bindings=False):
    """Turns keys and clicks into actions at a table, for everybody who sits here."""

    BINDINGS = TABLE_KEYS

    def __init__(self, sitting: Sitting) -> None:
        """Sit down.

        Args:
            sitting: The table, and whether its game is saved.
        """
        super().__init__(sitting, self.acts_for)
        self._computers = self.seat_computers()
        self._problem = sitting.problem
        self._advice: Advice | None = None
        self._values: ValuesScreen | None = None
        self._coaching = Coaching(
            self.table,
            lambda: self.app.options,
            lambda: self.app.teacher(self.ruleset),
            self.acts_for,
        )
        self._countdown = Countdown(self, tick=self.say_state, done=self.action_roll)
        self._cursor_before: str | None = None

    def on_mount(self) -> None:
        """Roll if that is wanted, or let a computer begin."""
        self._teach()
        self._go_on()
        self.set_interval(_LOOK_AROUND, self._look_around)
        if self.app.options.auto_roll:
            self.call_after_refresh(self._begin)

    def on_unmount(self) -> None:
        """Let nothing happen by itself any more."""
        self._countdown.stop()

    def seat_computers(self) -> Computers:
        """Return what plays at the seats where nobody sits."""
        return Computers(self, self.table)

    def acts_for(self, seat: int) -> bool:
        """Return whether those who sit here act for a seat."""
        return not self._computers.plays(seat)

    # What a player does

    def action_roll(self) -> None:
        """Roll, or cut short what is rolling; hurry a computer whose turn it is."""
        if self.interrupt():
            return
        if self._computers.playing:
            self._countdown.stop()
            self._computers.wake(at_once=True)
        else:
            self._refuse(self.hand.roll())

    def action_hold(self, number: int) -> None:
        """Hold a die or let it go; with the other meaning of a pick, the reverse."""
        if not self.interrupt():
            self._refuse(self.hand.pick(number - 1))

    def action_hold_all(self) -> None:
        """Pick every die, or none if all are picked."""
        if not self.interrupt():
            self._refuse(self.hand.pick_all())

    def action_move(self, step: int) -> None:
        """Move the mark through the open boxes."""
        if not self.interrupt():
            self._marked(self.hand.move(step))

    def action_cross(self) -> None:
        """Move the mark to the other half of the card."""
        if not self.interrupt() and self.hand.cursor is not None:
            self._marked(self.hand.cross(self.scorecard.across(self.hand.cursor)))

    def action_score(self) -> None:
        """Score in the marked box; at the very start of a game, roll."""
        if self.interrupt():
            return
        if not self.table.history.events:
            self.action_roll()
        elif self.hand.cursor not in (None, self.hand.posted):
            self._score(self.hand.cursor)
        elif self.table.game.is_over:
            self.action_show_result()
        else:
            self.say_state(warning=True)

    def action_undo(self) -> None:
        """Take back the newest hold or posting."""
        if not self.interrupt():
            self._refuse(self.hand.undo())

    def action_redo(self) -> None:
        """Put back what was taken back."""
        if not self.interrupt():
            self._refuse(self.hand.redo())

    async def action_find(self) -> None:
        """Type to find a box; keys typed ahead wait until there is a field for them."""
        if not self.interrupt():
            self._cursor_before = self.hand.cursor
            await self.line.open_finder()
            self.refresh_table()

    def action_coach(self) -> None:
        """Say what is best for the player whose turn it is, or say no more."""
        if not self.interrupt():
            self._coaching.toggle()
            self._teach()
            self.refresh_table()
            self.say_state()
            if not self._coaching.is_wanted:
                self.line.say("The coach is silent.")

    def action_show_values(self) -> None:
        """Show what everything is worth that can be done now."""
        if self.interrupt() or (advice := self._advice) is None:
            return
        from yahtzee_tui.tui.screens.values import ValuesScreen

        self._values = ValuesScreen(advice, self._coaching.wins(advice))
        self.app.push_screen(self._values, self._take_advice)

    def allowed(self) -> dict[str, bool | None]:
        """Return what can be done now: None for what is dimmed, False for what is hidden."""
        game, history, marks = self.table.game, self.table.history, bool(self.hand.open)
        ours, computer = self.hand.is_ours, self._computers.playing
        rolled = ours and game.roll > 0
        holds = False if game.is_over else (rolled and game.rolls_left > 0) or None
        acts = ours or self.hand.may_undo
        return {
            "roll": False if game.is_over else bool(computer) or game.rolls_left > 0 or None,
            "hold": holds,
            "hold_all": holds,
            "score": (acts and marks) or not history.events or None,
            "move": marks or None,
            "find": self.line.typed is None and (marks or None),
            "undo": self.hand.may_undo or None,
            "redo": self.hand.may_redo,
            **super().allowed(),
            "coach": self._coaching.may_speak and not game.is_over and (ours or None),
            "show_values": self._coaching.is_wanted and (self._advice is not None or None),
        }

    # What the widgets tell

    def press_button(self) -> None:
        """Roll, or show the ranking."""
        if self.table.game.is_over:
            self.action_show_result()
        else:
            self.action_roll()

    @on(Die.Picked)
    def _die_picked(self, event: Die.Picked) -> None:
        if self.interrupt():
            return
        if self.check_action("hold", ()):
            self._refuse(self.hand.pick(event.die.position))
        else:
            self.say_state(warning=True)

    @on(Scorecard.BoxPicked)
    def _box_picked(self, event: Scorecard.BoxPicked) -> None:
        if self.interrupt():
            return
        shown = self.hand.shown
        if event.seat is not None and event.seat != shown.seat:
            name = shown.players[shown.seat]
            self._refuse(f"The dice are for {name}'s card.")
            return
        if event.box in self.hand.open:
            self._marked(self.hand.mark(event.box, asked=True))
        self._score(event.box)

    def on_box_finder_typed(self) -> None:
        """Mark the likeliest box."""
        found = self.hand.find(self.line.typed or "")
        self.hand.cursor = found[0] if found else None
        self.refresh_table()

    def on_box_finder_stepped(self, event: BoxFinder.Stepped) -> None:
        """Mark another box of those that match."""
        self.hand.move(event.step, self.hand.find(self.line.typed or ""))
        self.refresh_table()

    def on_box_finder_closed(self, event: BoxFinder.Closed) -> None:
        """Put the status line back, and score if that was wanted."""
        if self.line.typed is None:
            return
        box = self.hand.cursor
        self.line.close_finder()
        if event.chosen and box is not None:
            self.refresh_table()
            self._score(box)
            return
        self.hand.cursor = self._cursor_before
        self.refresh_table()
        self.say_state()
        if event.chosen:
            self.line.say("No open box is called that.", warning=True)

    # What the table tells

    def show_change(self, change: Change) -> None:
        """Show what happened, and let go on what goes on by itself."""
        self._countdown.stop()
        self.line.close_finder()
        if not self.sitting.is_stale:  # what was done here counts no more then, and is not shown
            self._teach()
            super().show_change(change)
        self._tell_saving()

    def say_change(self, change: Change) -> None:
        """Say what happened, or what comes next where that says it too."""
        event, options = change.event, self.app.options
        if isinstance(event, Scored) and change.kind is not Kind.UNDO:
            self._go_on()
            self.say_state()
        elif isinstance(event, Held) and (
            options.dice_click is DiceClick.REROLL or self._coaching.is_wanted
        ):
            self.say_state()
        else:
            self.line.say(tell(change))

    # How it is shown

    def options_changed(self) -> None:
        """Show what options that were just chosen mean here."""
        self._teach()
        self._go_on()
        self.refresh_table()
        self.say_state()

    def hints(self) -> Hints:
        """Return what the coach marks."""
        self._advice = None if self.tray.tumbling else self._coaching.advice
        return self._coaching.hints(self._advice)

    def turn(self) -> TurnView:
        """Return what the panel beside the dice shows."""
        unsaved = self.sitting.problem is not None
        turn = table_view.turn_view(self.table, self.app.options, unsaved)
        return turn._replace(button="Go on", can_press=True) if self._computers.playing else turn

    def say_state(self, warning: bool = False) -> None:
        """Say what just happened and what comes next, or what is best."""
        seconds = self._countdown.left or None
        sentences = table_view.state_sentences(self.table, self.app.options, seconds)
        if not self.hand.posted:
            said = self._computers.say() or self._coaching.say(self._advice)
            sentences = table_view.shortened(said) if said else sentences
        self.line.say(sentences[0], warning, sentences[1:])

    async def _look_around(self) -> None:
        if await self.sitting.look_around() and self.is_active:
            self._tell_saving()

    def _tell_saving(self) -> None:
        """Say so when the game can't be saved any more, or can be again."""
        problem, self._problem = self._problem, self.sitting.problem
        if self.sitting.is_stale and self.sitting.game_id is not None:
            self.app.host.ask_elsewhere(self.sitting.game_id)
        elif self._problem is not None and self._problem != problem:
            self.app.note(f"Not saved. {self._problem}")
            self.tell(f"Not saved. {self._problem}")
        elif problem is not None and self._problem is None:
            self.line.say("The game is saved again.")

    def _begin(self) -> None:
        """Make the first roll of a game, unless keys typed ahead have done so or left."""
        if self.is_active and self.hand.is_ours and not self.table.history.events:
            self.action_roll()

    def _go_on(self) -> None:
        """Let happen what comes by itself, after a pause in which a posting can be taken back."""
        self._countdown.stop()
        playing = self._computers.playing
        comes = self.hand.may_undo if playing else self.app.options.auto_roll and self.hand.is_ours
        if comes and self.hand.posted and not self.table.game.is_over:
            self._countdown.start(round(self.app.options.pause))
        else:
            self._computers.wake()

    def _score(self, box: str) -> None:
        self._refuse(self.hand.score(box))

    def _marked(self, complaint: str | None) -> None:
        self.refresh_table()
        self.say_state()
        if complaint is None and (move := self.hand.tell_move()):
            self.line.say(move)
        self._complain(complaint)

    def _refuse(self, sentence: str | None) -> None:
        """Say why something wasn't done, if it wasn't; that can be heard too."""
        if sentence is not None:
            self.app.ring()
        self._complain(sentence)

    def _complain(self, sentence: str | None) -> None:
        if sentence is not None:
            self.refresh_table()
            self.line.say(sentence, warning=True)

    def _teach(self) -> None:
        """Let the coach learn what it is to say, if anybody wants to hear it."""
        if self._coaching.has_to_learn:
            self.run_worker(self._coaching.learn(self._learned), group="teacher", exclusive=True)

    def _learned(self) -> None:
        values = self._values if self.app.screen is self._values else None
        shows = self.is_active or values is not None
        if shows and self.hand.posted is None and not self.tray.tumbling:
            self.refresh_table()
            self.say_state()
        if values is not None:
            values.show_wins(self._coaching.wins(self._advice))

    def _take_advice(self, choice: Choice | None) -> None:
        from yahtzee_tui.strategy import BoxChoice

        if choice is None or self._advice is None or choice not in self._advice.choices:
            return
        if isinstance(choice, BoxChoice):
            self._marked(self.hand.mark(choice.box.id))
        else:
            self._complain(self.hand.hold(self._advice.positions(choice, self.table.game.held)))
