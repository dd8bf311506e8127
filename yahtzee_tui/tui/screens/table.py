"""The table: dice, whose turn it is, the card, and every action of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import getters, on
from textual.containers import Horizontal

from yahtzee_tui.rules import Held, Rolled, Scored
from yahtzee_tui.settings import DiceClick
from yahtzee_tui.table import Kind, tell
from yahtzee_tui.tui import table_view
from yahtzee_tui.tui.countdown import Countdown
from yahtzee_tui.tui.hand import Hand
from yahtzee_tui.tui.screens.base import GameScreen
from yahtzee_tui.tui.screens.table_keys import TABLE_KEYS
from yahtzee_tui.tui.widgets.die import Die
from yahtzee_tui.tui.widgets.hint_bar import HintBar
from yahtzee_tui.tui.widgets.message_line import MessageLine
from yahtzee_tui.tui.widgets.roll_button import RollButton
from yahtzee_tui.tui.widgets.scorecard import Scorecard
from yahtzee_tui.tui.widgets.tray import DiceTray
from yahtzee_tui.tui.widgets.turn_log import TurnLog
from yahtzee_tui.tui.widgets.turn_panel import TurnPanel

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from yahtzee_tui.table import Change
    from yahtzee_tui.tui.sitting import Sitting
    from yahtzee_tui.tui.widgets.box_finder import BoxFinder


_DEEDS = ("roll", "hold", "hold_all", "score", "move", "cross", "find", "undo", "redo")
"""What only those do who play."""


class TableScreen(GameScreen[None]):
    """Shows a table and acts on it. It keeps no rules and no score of its own."""

    DEFAULT_CSS = """
    TableScreen {
        #top { height: auto; padding: 1 1 0 1; }
        #scorecard { margin: 1 1 0 1; }
        MessageLine { margin-top: 1; }
        &.-short {
            #top { padding: 0 1; }
            #scorecard, MessageLine { margin-top: 0; }
            Die { height: 6; }
            TurnPanel { height: 6; }
        }
        &.-tall TurnLog { display: block; }
        &.-narrow Die { width: 7; }
        &.-wide.-tall Die { width: 13; height: 9; }
        &.-wide.-tall TurnPanel { height: 9; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - no ClassVar in Textual either
        (0, "-narrow"),
        (78, "-normal"),
        (104, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-short"),
        (24, "-middle"),
        (34, "-tall"),
    ]
    BINDINGS = TABLE_KEYS

    tray = getters.query_one(DiceTray)
    panel = getters.query_one(TurnPanel)
    line = getters.query_one(MessageLine)
    scorecard = getters.query_one(Scorecard)
    log_ = getters.query_one(TurnLog)

    def __init__(self, sitting: Sitting, watches: bool = False) -> None:
        """Show a table.

        Args:
            sitting: The table, and whether its game is saved.
            watches: Whether whoever sits here only looks on.
        """
        super().__init__()
        self.sitting = sitting
        self.table = sitting.table
        self.hand = Hand(self.table, lambda: self.app.options, watches)
        self._problem = sitting.problem
        self._countdown = Countdown(self, tick=self._say_state, done=self.action_roll)
        self._cursor_before: str | None = None
        self._keys: dict[str, bool | None] = {}
        self._stop_watching = self.table.watch(self._changed)

    def compose(self) -> ComposeResult:
        """Make the parts of the screen."""
        ruleset = self.table.game.ruleset
        with Horizontal(id="top"):
            yield DiceTray(ruleset.dice)
            yield TurnPanel()
        yield MessageLine()
        yield Scorecard(ruleset)
        yield TurnLog(id="log", markup=False)
        yield HintBar()

    def on_mount(self) -> None:
        """Show the position, and roll if that is wanted."""
        self.refresh_table()
        self._say_state()
        self._arm_countdown()
        if self.app.options.auto_roll:
            self.call_after_refresh(self._begin)

    def on_unmount(self) -> None:
        """Watch the table no longer."""
        self._stop_watching()
        self._countdown.stop()

    def on_resize(self) -> None:
        """Show the turns if there is room for them now."""
        self.call_after_refresh(self.log_.show, self.table)

    def on_key(self, event: events.Key) -> None:
        """Let any key cut the tumbling short, and do nothing else."""
        if self._interrupt():
            event.stop()
            event.prevent_default()

    # What a player does

    def action_roll(self) -> None:
        """Roll, or cut short what is rolling."""
        if not self._interrupt():
            self._refuse(self.hand.roll())

    def action_hold(self, number: int) -> None:
        """Hold a die or let it go; with the other meaning of a pick, the reverse."""
        if not self._interrupt():
            self._refuse(self.hand.pick(number - 1))

    def action_hold_all(self) -> None:
        """Pick every die, or none if all are picked."""
        if not self._interrupt():
            self._refuse(self.hand.pick_all())

    def action_move(self, step: int) -> None:
        """Move the mark through the open boxes."""
        if not self._interrupt():
            self._marked(self.hand.move(step))

    def action_cross(self) -> None:
        """Move the mark to the other half of the card."""
        if not self._interrupt() and self.hand.cursor is not None:
            self._marked(self.hand.cross(self.scorecard.across(self.hand.cursor)))

    def action_score(self) -> None:
        """Score in the marked box; at the very start of a game, roll."""
        if self._interrupt():
            return
        if not self.table.history.events:
            self.action_roll()
        elif self.hand.cursor not in (None, self.hand.posted):
            self._score(self.hand.cursor)
        elif self.table.game.is_over:
            self.action_show_result()
        else:
            self._say_state(warning=True)

    def action_undo(self) -> None:
        """Take back the newest hold or posting."""
        if not self._interrupt():
            self.hand.undo()

    def action_redo(self) -> None:
        """Put back what was taken back."""
        if not self._interrupt():
            self.hand.redo()

    async def action_find(self) -> None:
        """Type to find a box; keys typed ahead wait until there is a field for them."""
        if not self._interrupt():
            self._cursor_before = self.hand.cursor
            await self.line.open_finder()
            self.refresh_table()

    def action_look(self, step: int) -> None:
        """Show the columns of other players."""
        self.scorecard.look_aside(step)

    def action_leave(self) -> None:
        """Go back to the menu, where the game can be continued."""
        self._interrupt()
        self.app.show_title()

    def action_show_result(self) -> None:
        """Show the ranking of a game that is over."""
        self.app.show_result(self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim what can't be done now, and hide what can't be done at all."""
        if not super().check_action(action, parameters):
            return False
        return self._allowed().get(action, True)

    def _allowed(self) -> dict[str, bool | None]:
        game, history, marks = self.table.game, self.table.history, bool(self.hand.open)
        if self.hand.watches:
            return {**dict.fromkeys(_DEEDS, False), "show_result": game.is_over}
        holds = False if game.is_over else (game.roll > 0 and game.rolls_left > 0) or None
        return {
            "roll": False if game.is_over else game.rolls_left > 0 or None,
            "hold": holds,
            "hold_all": holds,
            "score": marks or not history.events or None,
            "move": marks or None,
            "find": self.line.typed is None and (marks or None),
            "undo": bool(history.done) or None,
            "redo": bool(history.undone),
            "show_result": game.is_over,
        }

    # What the widgets tell

    @on(RollButton.Pressed)
    def _button_pressed(self) -> None:
        if self.table.game.is_over:
            self.action_show_result()
        else:
            self.action_roll()

    @on(Die.Picked)
    def _die_picked(self, event: Die.Picked) -> None:
        if self._interrupt():
            return
        if self.check_action("hold", ()):
            self._refuse(self.hand.pick(event.die.position))
        else:
            self._say_state(warning=True)

    @on(Scorecard.BoxPicked)
    def _box_picked(self, event: Scorecard.BoxPicked) -> None:
        if self._interrupt():
            return
        shown = self.hand.shown
        if event.seat is not None and event.seat != shown.seat:
            name = shown.players[shown.seat]
            self._refuse(f"The dice are for {name}'s card.")
            return
        if event.box in self.hand.open:
            self._marked(self.hand.mark(event.box, asked=True))
        self._score(event.box)

    @on(DiceTray.Settled)
    def _settled(self) -> None:
        if self.hand.mark_best():
            if len(set(self.table.game.faces)) == 1:
                self.app.ring()
            self.refresh_table()
            self._say_state()

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
        self._say_state()
        if event.chosen:
            self.line.say("No open box is called that.", warning=True)

    # What the table tells

    def _changed(self, change: Change) -> None:
        self._countdown.stop()
        self.line.close_finder()
        self.hand.changed(change)
        if isinstance(change.event, Rolled):
            self.tray.tumble(self._tumble_seconds)
            self.refresh_table()
            if not self.tray.tumbling:
                self._settled()
            self._tell_saving()
            return
        self.refresh_table()
        if isinstance(change.event, Held) and self.app.options.dice_click is DiceClick.REROLL:
            self._say_state()
        elif change.kind is Kind.UNDO or not isinstance(change.event, Scored):
            self.line.say(tell(change))
        elif change.game.is_over:
            self.app.ring()
            self._say_state()
            self.app.show_result(self)
        else:
            self._arm_countdown()
            self._say_state()
        self._tell_saving()

    # How it is shown

    def options_changed(self) -> None:
        """Show what options that were just chosen mean here."""
        self._arm_countdown()
        self.refresh_table()
        self._say_state()

    def tell(self, sentence: str) -> None:
        """Say something about the program, until there is something to say about the game."""
        self.line.say(sentence, warning=True)

    def refresh_table(self) -> None:
        """Show the position, the marks and the options as they are now."""
        table, options, tumbling = self.table, self.app.options, self.tray.tumbling
        found = None if self.line.typed is None else self.hand.find(self.line.typed)
        self.tray.show(table_view.dice_view(table, options))
        turn = table_view.turn_view(table, options, unsaved=self.sitting.problem is not None)
        if self.hand.watches and not table.game.is_over:
            turn = turn._replace(button="Others play", can_press=False)
        self.panel.show(turn)
        self.scorecard.show(table_view.card_view(table, self.hand.cursor, found, tumbling))
        self.log_.show(table)
        # Drawing the key line takes as long as all the rest, so only if it changed.
        if (keys := self._allowed()) != self._keys:
            self._keys = keys
            self.refresh_bindings()

    def _tell_saving(self) -> None:
        """Say so when the game can't be saved any more, or can be again."""
        problem, self._problem = self._problem, self.sitting.problem
        if self.sitting.is_stale and self.sitting.game_id is not None:
            self.app.host.ask_elsewhere(self.sitting.game_id)
        elif self._problem is not None and self._problem != problem:
            self.line.say(f"Not saved. {self._problem}", warning=True)
        elif problem is not None and self._problem is None:
            self.line.say("The game is saved again.")

    def _begin(self) -> None:
        """Make the first roll of a game, unless keys typed ahead have done so or left."""
        if self.is_current and not self.table.history.events:
            self.action_roll()

    def _arm_countdown(self) -> None:
        """Count down to the next player's first roll where it is to come by itself."""
        self._countdown.stop()
        if self.app.options.auto_roll and self.hand.posted and not self.table.game.is_over:
            self._countdown.start(round(self.app.options.pause))

    @property
    def _tumble_seconds(self) -> float:
        return 0.0 if self.app.animation_level == "none" else self.app.options.dice_speed.value

    def _score(self, box: str) -> None:
        self._refuse(self.hand.score(box))

    def _marked(self, complaint: str | None) -> None:
        self.refresh_table()
        self._say_state()
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

    def _say_state(self, warning: bool = False) -> None:
        seconds = self._countdown.left or None
        self.line.say(table_view.state_sentence(self.table, self.app.options, seconds), warning)

    def _interrupt(self) -> bool:
        """Cut short dice that tumble; return whether there were any."""
        if self.tray.tumbling:
            self.tray.settle()
            self._settled()
            return True
        return False
