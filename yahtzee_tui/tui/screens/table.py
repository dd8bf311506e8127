"""The table: dice, whose turn it is, the card, and every action of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from yahtzee_tui.rules import Hold, Refusal, Roll, Rolled, Score, Scored, match_boxes
from yahtzee_tui.table import Kind, tell
from yahtzee_tui.tui.options import DiceClick
from yahtzee_tui.tui.screens import table_view
from yahtzee_tui.tui.screens.base import GameScreen
from yahtzee_tui.tui.widgets.die import Die
from yahtzee_tui.tui.widgets.hint_bar import HintBar
from yahtzee_tui.tui.widgets.scorecard import Scorecard
from yahtzee_tui.tui.widgets.status_line import StatusLine
from yahtzee_tui.tui.widgets.tray import DiceTray
from yahtzee_tui.tui.widgets.turn_log import TurnLog
from yahtzee_tui.tui.widgets.turn_panel import TurnPanel

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.timer import Timer

    from yahtzee_tui.rules import Action, Game
    from yahtzee_tui.table import Change, Invitation, Table
    from yahtzee_tui.tui.widgets.box_finder import BoxFinder

_HOLD = Binding.Group("Hold")
_BOX = Binding.Group("Box", compact=True)


class TableScreen(GameScreen[None]):
    """Shows a table and acts on it. It keeps no rules and no score of its own."""

    DEFAULT_CSS = """
    TableScreen {
        #top { height: auto; padding: 1 1 0 1; }
        #scorecard { margin: 1 1 0 1; }
        StatusLine, BoxFinder { margin-top: 1; }
        &.-short {
            #top { padding: 0 1; }
            #scorecard, StatusLine, BoxFinder { margin-top: 0; }
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
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,r", "roll", "Roll", id="roll", tooltip="Roll the dice that aren't held"),
        Binding("a", "hold_all", "All", id="hold-all", tooltip="Hold all dice, or let all go"),
        Binding(
            "enter", "score", "Score", key_display="Enter", id="score",
            tooltip="Score in the marked box",
        ),
        Binding("u", "undo", "Undo", id="undo", tooltip="Take back a hold or a score"),
        Binding("U,ctrl+r", "redo", "Redo", id="redo", tooltip="Put back what was taken back"),
        Binding("e", "show_result", "Result", id="result", tooltip="The final ranking"),
        *(
            Binding(
                str(number), f"hold({number})", f"Hold die {number}", id=f"hold-{number}",
                tooltip=f"Hold die {number}, or let it go", group=_HOLD,
            )
            for number in range(1, 6)
        ),
        Binding("escape", "leave", "Menu", id="menu", tooltip="To the menu; the game waits"),
        Binding("up,k", "move(-1)", "Up", id="up", tooltip="The box above", group=_BOX),
        Binding("down,j", "move(1)", "Down", id="down", tooltip="The box below", group=_BOX),
        Binding("slash", "find", "Find", id="find", tooltip="Find a box by its name or code"),
        Binding("o", "app.show_options", "Options", id="options", tooltip="Options"),
        Binding(
            "left,right", "cross", "Across", id="cross", show=False,
            tooltip="The box in the other half of the card",
        ),
        Binding(
            "left_square_bracket", "look(-1)", "Players left", id="look-left", show=False,
            tooltip="Show the cards of players further left",
        ),
        Binding(
            "right_square_bracket", "look(1)", "Players right", id="look-right", show=False,
            tooltip="Show the cards of players further right",
        ),
    ]  # fmt: skip

    tray = getters.query_one(DiceTray)
    panel = getters.query_one(TurnPanel)
    status = getters.query_one(StatusLine)
    scorecard = getters.query_one(Scorecard)
    log_ = getters.query_one(TurnLog)

    def __init__(self, invitation: Invitation, table: Table) -> None:
        """Show a table.

        Args:
            invitation: What it was laid for, so that people can play again.
            table: The table.
        """
        super().__init__()
        self.invitation = invitation
        self.table = table
        self._cursor: str | None = None
        self._zero_asked: str | None = None
        self._pause: Timer | None = None
        self._seconds_left = 0
        self._finder: BoxFinder | None = None
        self._stop_watching = table.watch(self._changed)

    @property
    def shown(self) -> Game:
        """The position on the screen: after a posting the one before it, until the next roll."""
        return table_view.shown_game(self.table)

    def compose(self) -> ComposeResult:
        """Make the parts of the screen."""
        ruleset = self.table.game.ruleset
        with Horizontal(id="top"):
            yield DiceTray(ruleset.dice)
            yield TurnPanel()
        yield StatusLine()
        yield Scorecard(ruleset)
        yield TurnLog(id="log")
        yield HintBar()

    def on_mount(self) -> None:
        """Show the position, and roll if that is wanted."""
        self._cursor = self._posted_box or table_view.best_box(self.table.game)
        self.refresh_table()
        self._say_state()
        if self.app.options.auto_roll and not self.table.history.events:
            self.call_after_refresh(self.action_roll)

    def on_unmount(self) -> None:
        """Watch the table no longer."""
        self._stop_watching()
        self._cancel_pause()

    def on_resize(self) -> None:
        """Show the turns if there is room for them now."""
        self.call_after_refresh(self.log_.show, self.table)

    def on_key(self, event: events.Key) -> None:
        """Let any key cut the tumbling short, and do nothing else."""
        if self.tray.tumbling:
            self.tray.settle()
            event.stop()
            event.prevent_default()

    # What a player does

    def action_roll(self) -> None:
        """Roll, or cut short what is rolling."""
        if not self._interrupt():
            if self._picks_rerolls and not self._picked and self.table.game.roll:
                self.status.say("Pick the dice to roll again first.", warning=True)
                return
            self._act(Roll())

    def action_hold(self, number: int) -> None:
        """Hold a die or let it go; with the other meaning of a pick, the reverse."""
        if not self._interrupt():
            position = number - 1
            picked = set(self._picked) ^ {position}
            self._hold(picked)

    def action_hold_all(self) -> None:
        """Pick every die, or none if all are picked."""
        if not self._interrupt():
            dice = set(range(self.table.game.ruleset.dice))
            self._hold(dice if set(self._picked) != dice else set())

    def action_score(self) -> None:
        """Score in the marked box; at the very start of a game, roll."""
        if self._interrupt():
            return
        if not self.table.history.events:
            self.action_roll()
        elif self._cursor is None or self._cursor == self._posted_box:
            self._say_state(warning=True)
        else:
            self.score(self._cursor)

    def action_move(self, step: int) -> None:
        """Move the mark through the open boxes."""
        boxes = [box.id for box in self.shown.card.open] if self.shown.faces else []
        if not self._interrupt() and boxes:
            at = boxes.index(self._cursor) if self._cursor in boxes else -1 if step > 0 else 0
            self._mark(boxes[(at + step) % len(boxes)])

    def action_cross(self) -> None:
        """Move the mark to the other half of the card."""
        if self._interrupt() or self._cursor is None:
            return
        opened = {box.id for box in self.shown.card.open}
        for box in self.scorecard.across(self._cursor):
            if box in opened:
                self._mark(box)
                return

    def action_undo(self) -> None:
        """Take back the newest hold or posting."""
        if not self._interrupt() and (seat := self.table.undo_seat) is not None:
            self.table.undo(seat)

    def action_redo(self) -> None:
        """Put back what was taken back."""
        if not self._interrupt() and (seat := self.table.redo_seat) is not None:
            self.table.redo(seat)

    def action_find(self) -> None:
        """Type to find a box."""
        if not self._interrupt() and self.shown.faces and self._finder is None:
            from yahtzee_tui.tui.widgets.box_finder import BoxFinder

            self._finder = BoxFinder()
            self.status.display = False
            self.mount(self._finder, after=self.status)
            self.refresh_table()

    def action_look(self, step: int) -> None:
        """Show the columns of other players."""
        self.scorecard.look_aside(step)

    def action_leave(self) -> None:
        """Go back to the menu, where the game can be continued."""
        self._interrupt()
        self._cancel_pause()
        self.app.show_title()

    def action_show_result(self) -> None:
        """Show the ranking of a game that is over."""
        if self.table.game.is_over:
            self.app.show_result(self)

    def score(self, box: str) -> None:
        """Score in a box, or move the newest posting there; a zero asks once more."""
        if box == self._posted_box:
            return
        if refusal := self.shown.legal_actions.why_not(Score(box)):
            self.status.say(refusal.sentence, warning=True)
            return
        if self._asks_about_zero(box):
            return
        if self.table.history.posted:
            seat = self.table.undo_seat
            assert seat is not None
            self.table.repost(seat, box)
        else:
            self._act(Score(box))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Dim what can't be done now, and hide what can't be done at all."""
        game, history = self.table.game, self.table.history
        match action:
            case "roll":
                return True if game.rolls_left else None
            case "hold" | "hold_all":
                return True if game.roll and game.rolls_left else None
            case "score" | "move":
                return True if self.shown.faces or not history.events else None
            case "undo":
                return bool(history.done) or None
            case "redo":
                return bool(history.undone)
            case "find":
                return self._finder is None and (bool(self.shown.faces) or None)
            case "show_result":
                return game.is_over
            case _:
                return True

    # What the widgets tell

    @on(Die.Picked)
    def _die_picked(self, event: Die.Picked) -> None:
        if self.check_action("hold", ()):
            self.action_hold(event.die.position + 1)
        else:
            self._say_state(warning=True)

    @on(Scorecard.BoxPicked)
    def _box_picked(self, event: Scorecard.BoxPicked) -> None:
        if self._interrupt():
            return
        if event.seat is not None and event.seat != self.shown.seat:
            name = self.shown.players[self.shown.seat]
            self.status.say(f"The dice are for {name}'s card.", warning=True)
            return
        if self.shown.faces and event.box in {box.id for box in self.shown.card.open}:
            self._cursor = event.box
        self.score(event.box)

    def on_box_finder_typed(self) -> None:
        """Mark the likeliest box."""
        if found := self._found():
            self._cursor = found[0]
        self.refresh_table()

    def on_box_finder_stepped(self, event: BoxFinder.Stepped) -> None:
        """Mark another box of those that match."""
        if found := self._found():
            at = found.index(self._cursor) if self._cursor in found else 0
            self._mark(found[(at + event.step) % len(found)])

    def on_box_finder_closed(self, event: BoxFinder.Closed) -> None:
        """Put the status line back, and score if that was wanted."""
        if self._finder is None:
            return
        found, box = self._found(), self._cursor
        self._finder.remove()
        self._finder = None
        self.status.display = True
        self.refresh_table()
        if not event.chosen:
            self._say_state()
        elif not found or box is None:
            self.status.say("No open box is called that.", warning=True)
        else:
            self.score(box)

    @on(DiceTray.Settled)
    def _settled(self) -> None:
        self._cursor = table_view.best_box(self.table.game)
        self.refresh_table()
        self._say_state()

    # What the table tells

    def _changed(self, change: Change) -> None:
        self._zero_asked = None
        self._cancel_pause()
        event = change.event
        if isinstance(event, Rolled):
            self._cursor = None
            self.tray.tumble(self._tumble_seconds)
        elif isinstance(event, Scored):
            self._cursor = event.box
        self.refresh_table()
        if isinstance(event, Rolled):
            return
        self.status.say(tell(change))
        if isinstance(event, Scored):
            self._say_state()
            if change.kind is not Kind.UNDO:
                self._after_posting(change.game)

    def _after_posting(self, game: Game) -> None:
        if game.is_over:
            self.app.show_result(self)
        elif self.app.options.auto_roll:
            self._seconds_left = round(self.app.options.pause)
            self._pause = self.set_interval(1, self._count_down)
            self._say_state()

    def _count_down(self) -> None:
        if not self.is_current:
            return
        self._seconds_left -= 1
        if self._seconds_left > 0:
            self._say_state()
        else:
            self._cancel_pause()
            self.action_roll()

    def _cancel_pause(self) -> None:
        if self._pause is not None:
            self._pause.stop()
            self._pause = None

    # How it is shown

    def options_changed(self) -> None:
        """Show what options that were just chosen mean here."""
        self.refresh_table()
        self._say_state()

    def refresh_table(self) -> None:
        """Show the position, the marks and the options as they are now."""
        table, options = self.table, self.app.options
        tumbling = self.tray.tumbling
        self.tray.show(table_view.dice_view(table, options))
        self.panel.show(table_view.turn_view(table))
        found = tuple(self._found()) if self._finder else None
        self.scorecard.show(table_view.card_view(table, self._cursor, found, tumbling))
        self.log_.show(table)
        self.refresh_bindings()

    def _say_state(self, warning: bool = False) -> None:
        seconds = self._seconds_left if self._pause is not None else None
        sentence = table_view.state_sentence(self.table, self.app.options, seconds)
        self.status.say(sentence, warning)

    @property
    def _tumble_seconds(self) -> float:
        return 0.0 if self.app.animation_level == "none" else self.app.options.dice_speed.value

    @property
    def _picks_rerolls(self) -> bool:
        return self.app.options.dice_click is DiceClick.REROLL

    @property
    def _picked(self) -> tuple[int, ...]:
        return table_view.picked(self.table, self.app.options)

    @property
    def _posted_box(self) -> str | None:
        posted = self.table.history.posted
        return posted.box if posted else None

    def _act(self, action: Action) -> None:
        try:
            self.table.act(self.table.game.seat, action)
        except Refusal as refusal:
            self.status.say(refusal.sentence, warning=True)

    def _hold(self, picked: set[int]) -> None:
        dice = set(range(self.table.game.ruleset.dice))
        self._act(Hold(tuple(sorted(dice - picked if self._picks_rerolls else picked))))

    def _mark(self, box: str) -> None:
        self._cursor = box
        self._zero_asked = None
        self.refresh_table()
        if self._finder:
            return
        refusal = self.shown.legal_actions.why_not(Score(box))
        if refusal and box != self._posted_box:
            self.status.say(refusal.sentence, warning=True)
        else:
            self._say_state()

    def _found(self) -> list[str]:
        """Return the open boxes that what is typed may mean."""
        opened = set(self.shown.card.open)
        matches = match_boxes(self.table.game.ruleset, self._finder.value if self._finder else "")
        return [box.id for box in matches if box in opened]

    def _asks_about_zero(self, box: str) -> bool:
        """Ask about a zero where points could be had, unless that has just been asked."""
        if not self.app.options.confirm_zero or self._zero_asked == box:
            return False
        sentence = table_view.zero_question(self.shown, box)
        if sentence is None:
            return False
        self._zero_asked = self._cursor = box
        self.refresh_table()
        self.status.say(sentence, warning=True)
        return True

    def _interrupt(self) -> bool:
        """Cut short dice that tumble; return whether there were any."""
        if self.tray.tumbling:
            self.tray.settle()
            return True
        return False
