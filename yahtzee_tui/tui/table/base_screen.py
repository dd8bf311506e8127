"""The base of the table screens (dice, turn, card, last event), and the screen of a watcher."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Container, Horizontal, Vertical

from yahtzee_tui.rules import Rolled
from yahtzee_tui.services.coach import NO_HINTS
from yahtzee_tui.services.player_input import PlayerInput
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.tui.keymap import WATCH_KEYS, bind
from yahtzee_tui.tui.lifecycle import GameScreen, after_refresh
from yahtzee_tui.tui.table import phrases, view_model
from yahtzee_tui.tui.table.widgets.dice_tray import DiceTray
from yahtzee_tui.tui.table.widgets.die import Die
from yahtzee_tui.tui.table.widgets.message_line import MessageLine
from yahtzee_tui.tui.table.widgets.scorecard import Scorecard
from yahtzee_tui.tui.table.widgets.turn_panel import RollButton, TurnLog, TurnPanel
from yahtzee_tui.tui.terminal.cursor import find_text_start
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult
    from textual.geometry import Offset

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.services.coach import Hints
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.autosave import SavedTable
    from yahtzee_tui.store.saved_game import GameVersion
    from yahtzee_tui.table import TableEvent
    from yahtzee_tui.tui.table.result import ResultScreen
    from yahtzee_tui.tui.table.widgets.turn_panel import TurnView


WIDTHS = [(0, "-narrow"), (78, "-normal"), (104, "-wide"), (120, "-broad"), (170, "-vast")]
HEIGHTS = [(0, "-short"), (24, "-middle"), (34, "-tall"), (54, "-high")]
"""The CSS classes of a table by its least number of columns, and of rows."""


def find_classes(size: tuple[int, int]) -> list[str]:
    """Return the CSS classes of a table in a terminal of so many columns and rows."""
    return [
        max(step for step in steps if step[0] <= room)[1]
        for room, steps in zip(size, (WIDTHS, HEIGHTS), strict=True)
    ]


_SEVERAL = range(3, 5)
"""Numbers of players whose columns leave room beside the card."""

WATCHING = "You are watching."


class TableScreenBase(GameScreen[None]):
    """Shows a table and its events; rules and scores stay in the table."""

    # `-several` and `-crowd` are classes for 3 to 4 and for more players.
    DEFAULT_CSS = """
    TableScreenBase {
        align: center middle;
        & > * { max-width: 136; }
        KeyBar { max-width: 100% !important; }
        &.-several > * { max-width: 168; }
        &.-crowd > * { max-width: 220; }
        #top { height: auto; padding: 1 1 0 1; }
        #below { height: 1fr; max-height: 29; }
        #beside { height: 1fr; margin-top: 1; }
        #scorecard { margin: 1 1 0 1; }
        MessageLine { margin-top: 1; }
        &.-first-game TipLine { display: block; }
        &.-first-game.-short TipLine { display: none; }
        &.-first-game #scorecard { margin: 0 1; }
        &.-first-game #beside { margin-top: 0; }
        &.-short {
            #top { padding: 0 1; }
            #scorecard, MessageLine, #beside { margin-top: 0; }
            Die { height: 6; }
            TurnPanel { height: 6; }
        }
        &.-tall, &.-high {
            TurnLog { display: block; }
        }
        &.-narrow Die { width: 7; }
        &.-wide.-tall, &.-wide.-high, &.-broad.-tall, &.-broad.-high, &.-vast.-tall {
            Die { width: 13; height: 9; }
            TurnPanel { height: 9; }
        }
        &.-vast.-high {
            Die { width: 21; height: 13; }
            TurnPanel { height: 13; }
        }
        &.-broad, &.-vast {
            #below { layout: horizontal; }
            #beside { width: 35%; min-width: 44; max-width: 60; }
            TurnLog, CoachPanel.-speaks { display: block; }
        }
        &.-broad.-high #below, &.-vast.-high #below { max-height: 40; }
        &.-broad.-crowd {
            #below { layout: vertical; }
            #beside { width: 100%; max-width: 100%; }
            CoachPanel.-speaks { display: none; }
        }
        &.-broad.-crowd.-short, &.-broad.-crowd.-middle {
            TurnLog { display: none; }
        }
    }
    """
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS = WATCH_KEYS
    may_play_again: ClassVar[bool] = True
    opening: ClassVar[str] = ""
    """A sentence before the one of the position."""

    def __init__(
        self, saved_table: SavedTable, acts_for: Callable[[int], bool] = lambda _: False
    ) -> None:
        """Create a screen; `acts_for` returns whether a seat is played at it."""
        super().__init__()
        self.saved_table = saved_table
        self.table = saved_table.table
        players = len(self.table.game.players)
        self.set_class(players in _SEVERAL, "-several")
        self.set_class(players > max(_SEVERAL), "-crowd")
        # Attributes, as a key asks for them a dozen times, and Textual's queries take long.
        self.tray, self.panel, self.line = DiceTray(self.ruleset.dice), TurnPanel(), MessageLine()
        self.scorecard, self.log_ = Scorecard(self.ruleset), TurnLog(id="log", markup=False)
        self.input = PlayerInput(self.table, lambda: self.context.options, acts_for)
        self._keys: dict[str, bool | None] = {}
        self._ranking: ResultScreen | None = None
        self._stop_watching = self.table.watch(self.show_change)

    def compose(self) -> ComposeResult:
        # Now rather than at the first resize, which would apply all styles again.
        self.add_class(*find_classes(self.app.size), update=False)
        with Horizontal(id="top"):
            yield self.tray
            yield self.panel
        yield self.line
        with Container(id="below"):
            yield self.scorecard
            with Vertical(id="beside"):
                yield self.log_
        yield KeyBar()

    def on_mount(self) -> None:
        self.refresh_table()
        self.say_state()

    def on_unmount(self) -> None:
        self._stop_watching()

    def on_resize(self) -> None:
        """Show the turn log if it has become visible."""
        after_refresh(self, partial(self.log_.show, self.table))

    def on_key(self, event: events.Key) -> None:
        """Let any key end the animation of the dice; those that roll and score do no more."""
        if self.tray.tumbling:
            found = self.active_bindings.get(event.key)
            if found is None or found.binding.action not in ("roll", "score"):
                self.interrupt()

    @property
    def is_tumbling(self) -> bool:
        """Whether dice are being animated."""
        return self.tray.tumbling

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the terminal's cursor is: the warning, the die just held, the marked box."""
        player_input, status = self.input, self.line.status
        if not status.warning and player_input.changed_die is not None:
            die = self.tray.query_one(f"#die-{player_input.changed_die + 1}", Die)
            return find_text_start(die, die.size.height - 1)
        is_marked = player_input.is_own_turn or player_input.may_undo
        if not status.warning and is_marked and player_input.cursor in player_input.open:
            return self.scorecard.content_region.offset + self.scorecard.find_name(
                player_input.cursor
            )
        return find_text_start(status)

    @property
    def ruleset(self) -> Ruleset:
        return self.table.game.ruleset

    def action_look(self, step: int) -> None:
        self.scorecard.scroll_players(step)

    def action_leave(self) -> None:
        self.interrupt()
        self.context.show_title()

    def play_again(self) -> None:
        self.context.navigator.play(self.saved_table.config.next_game())

    def play_something_else(self) -> None:
        self.context.show_new_game()

    def action_show_result(self) -> None:
        if self.is_active:
            self._open_result()

    def _open_result(self) -> None:
        from yahtzee_tui.tui.table.result import ResultScreen

        def chosen(choice: str | None) -> None:
            match choice:
                case "again":
                    self.play_again()
                case "new":
                    self.play_something_else()
                case "undo":
                    if sentence := self.input.undo():
                        self.show_message(sentence)
                case "title":
                    self.context.show_title()

        table, may_undo = self.table, self.input.may_undo
        # Best play needs the dice of the day, whose secret isn't in the record yet.
        record = table.record._replace(setup=table.setup._replace(secret=table.secret))
        self._ranking = ResultScreen(table.game, record, may_undo, self.may_play_again)
        self.app.push_screen(self._ranking, chosen)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        # The cached answer: each event refreshes it, and each key asks twice.
        return self.is_mounted and self._keys.get(action, True)

    def allowed(self) -> dict[str, bool | None]:
        return {"show_result": self.table.game.is_over}

    def show_change(self, change: TableEvent) -> None:
        if self._ranking is not None:  # the ranking of a game that goes on
            self._ranking.dismiss(None)
        self.input.changed(change)
        is_roll = isinstance(change.event, Rolled)
        if is_roll:
            self.tray.tumble(self._tumble_seconds)
        if is_roll and not self.tray.tumbling:
            self.settled()
        else:
            self.refresh_table()
        if not is_roll:
            self.say_change(change)
        if change.game.is_over:
            self.context.ring()
            self.action_show_result()

    def say_change(self, change: TableEvent) -> None:
        sentence, *shorter = phrases.change_sentences(change)
        self.line.say(sentence, shorter=shorter)

    def say_state(self, warning: bool = False) -> None:
        sentence, *shorter = phrases.watch_sentences(self.table.game, self.opening)
        self.line.say(sentence, warning, shorter)

    def show_message(self, sentence: str) -> None:
        """Show a sentence about the program, until the next one about the game."""
        first, _, rest = sentence.partition(". ")
        noted = rest and sentence in self.context.notices
        self.line.say(sentence, True, [f"{first}. The options say why."] if noted else ())

    def refresh_table(self) -> None:
        table, options, tumbling = self.table, self.context.options, self.tray.tumbling
        found = None if self.line.typed is None else self.input.find(self.line.typed)
        hints = self.hints()
        self.tray.show(view_model.dice_view(table, options, hints))
        self.panel.show(self.turn())
        self.scorecard.show(view_model.card_view(table, self.input.cursor, found, tumbling, hints))
        self.log_.show(table)
        # Drawing the key bar takes as long as all other widgets.
        if (keys := self.allowed()) != self._keys:
            self._keys = keys
            self.refresh_bindings()

    def hints(self) -> Hints:
        return NO_HINTS

    def turn(self) -> TurnView:
        turn = view_model.turn_view(self.table, self.context.options)
        if self.table.game.is_over:
            return turn
        return turn._replace(button="Watching", can_press=False)

    def interrupt(self) -> bool:
        """End the animation of the dice; return whether there was one."""
        if self.tray.tumbling:
            self.tray.settle()
            self.settled()
            return True
        return False

    @on(DiceTray.Settled)
    def settled(self) -> None:
        # They may have been rolled again before this message was handled.
        if not self.tray.tumbling and self.input.mark_best():
            self.refresh_table()
            self.say_state()
            if len(set(self.table.game.faces)) == 1:
                self.context.ring()
                self.tray.cheer(self._tumble_seconds)

    @on(RollButton.Pressed)
    def _button_pressed(self) -> None:
        self.press_button()

    def press_button(self) -> None:
        if self.table.game.is_over:
            self.action_show_result()

    @property
    def _tumble_seconds(self) -> float:
        return 0.0 if self.app.animation_level == "none" else self.context.options.dice_speed.value


_SECONDS = 0.5


class WatchScreen(TableScreenBase):
    """Polls the store for changes of a game."""

    BINDINGS = [  # noqa: RUF012 - no ClassVar in the class above either
        bind("t", "take", "Take over", "take-over", "Go on with the game here")
    ]
    opening = WATCHING

    def __init__(self, saved_table: SavedTable, version: GameVersion, store: Store) -> None:
        super().__init__(saved_table)
        self._version = version
        self._store = store

    def on_mount(self) -> None:
        self.set_interval(_SECONDS, self._poll)

    def action_take(self) -> None:
        self.context.navigator.open_game(self._version.game, by_force=True)

    async def _poll(self) -> None:
        try:
            version = await asyncio.to_thread(self._store.games.version, self._version.game)
            if version == self._version.number:
                return
            saved = await asyncio.to_thread(self._store.games.read, self._version.game)
            _, history = saved.load()
        except StoreProblem as problem:
            self.line.say(f"Nothing to be seen. {problem.sentence}", warning=True)
            return
        self._version = saved.version
        self.table.sync(history)
