"""The base of the table screens: dice, turn, card, panels and the last event."""

from __future__ import annotations

import asyncio
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.geometry import Offset

from yahtzee_tui.rules import Rolled, Scored
from yahtzee_tui.services.coach import NO_HINTS
from yahtzee_tui.services.player_input import PlayerInput
from yahtzee_tui.table import EventKind
from yahtzee_tui.table.judged import find_options
from yahtzee_tui.table.sentences import SAVING
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.lifecycle import GameScreen, after_refresh, start_worker
from yahtzee_tui.tui.table import actions, grid, status_sentences, view_model
from yahtzee_tui.tui.table.actions import WATCH_KEYS, table_actions
from yahtzee_tui.tui.table.coach import LiveChance
from yahtzee_tui.tui.table.grid import TableLayout
from yahtzee_tui.tui.table.widgets.dice_tray import CELEBRATIONS, FRAMES, Cheer, DiceTray
from yahtzee_tui.tui.table.widgets.message_line import MessageLine
from yahtzee_tui.tui.table.widgets.panels import (
    LEAST_TURNS,
    Chance,
    ChancesPanel,
    ChancesView,
    RacePanel,
    TurnLog,
    logged_turns,
)
from yahtzee_tui.tui.table.widgets.scorecard import Scorecard
from yahtzee_tui.tui.table.widgets.scorecard_layout import count_rows
from yahtzee_tui.tui.table.widgets.turn_panel import (
    ButtonView,
    NoteLine,
    RaceHeader,
    RollButton,
    RuleLine,
    TurnLine,
)
from yahtzee_tui.tui.terminal.cursor import find_text_start
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from textual import events
    from textual.app import ComposeResult
    from textual.widget import AwaitMount

    from yahtzee_tui.rules import Game, Ruleset
    from yahtzee_tui.services.coach import Hints
    from yahtzee_tui.settings import DiceSpeed, Options
    from yahtzee_tui.store.autosave import SavedTable
    from yahtzee_tui.table import TableEvent
    from yahtzee_tui.tui.table.actions import Fact
    from yahtzee_tui.tui.table.result import ResultScreen


WATCHING = N_("You are watching.")

_COMPUTED = 5, 6
"""The dice, and the faces of each, whose chances are computed."""

_REROLLING = {"hold": N_("Dice"), "hold_all": N_("All dice")}
"""The labels in the bar where the number keys choose the dice to reroll."""

_SETTLED_SECONDS = 0.15
"""How long after a roll a click on the button was meant for the roll itself."""

_SUSPENSE_SECONDS = 0.3
"""How much longer the last die turns if all others are alike."""


class TableScreenBase(GameScreen[None]):
    """Shows a table and its events; rules and scores stay in the table."""

    BINDINGS = WATCH_KEYS
    may_play_again: ClassVar[bool] = True
    seats: Container[int] = frozenset()
    """The seats that are played at this screen; a watcher has none."""
    margin: str = ""
    """What the end of the first line says in place of the game's own facts."""
    limits: Mapping[str, bool | None] = MappingProxyType({})
    """Actions that the screen takes away: dimmed if None, hidden if False."""
    bar_labels: Mapping[str, str] = MappingProxyType({})
    """Labels in the bar, by action, in place of the usual ones."""
    types_faces: bool = False
    """Whether the keys that hold dice are the faces of real dice now."""
    opening: ClassVar[str] = ""
    """A sentence before the one of the position."""

    def __init__(self, saved_table: SavedTable) -> None:
        super().__init__()
        self.saved_table = saved_table
        self.table = saved_table.table
        self.input = PlayerInput(self.table, self, self.seats)
        # Attributes, as a key asks for them a dozen times, and Textual's queries take long.
        self.header, self.tray, self.scorecard = (
            RaceHeader(id="header"),
            DiceTray(self.ruleset.dice, self.ruleset.colors),
            Scorecard(self.ruleset),
        )
        self.turn_line, self.button = TurnLine(id="turn"), RollButton(id="roll")
        self.note, self.rule, self.line = NoteLine(id="note"), RuleLine(id="rule"), MessageLine()
        self.chances, self.race = ChancesPanel(id="chances"), RacePanel("", id="race")
        self.log_ = TurnLog(self.ruleset)
        self._grid = TableLayout(self._describe_table)
        self._has_repeats = self._has_race = self._enter_is_next = False
        # What the header and the rule were last shown for: to find what they say takes long.
        self._race_key: tuple[object, ...] = ()
        self._live_chance = LiveChance(self, self._show_race)
        self._best: int | None = None  # the best earlier total of a player alone
        self._rule_key: tuple[object, ...] = ()
        self._find_chances: Callable[..., dict[str, float]] | None = None
        self._keys: Mapping[str, bool | None] = {}
        self._actions: dict[str, tuple[str, ...]] = {}
        self._ranking: ResultScreen | None = None
        self._settled = 0.0
        self._stop_watching = self.table.watch(self.show_change)

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        actions.end_animations_first(cls)

    def compose(self) -> ComposeResult:
        yield from (self.header, self.tray, self.turn_line, self.button, self.note, self.rule)
        yield from (self.line, self.scorecard, self.chances, self.race, self.log_)
        yield KeyBar()

    @property
    def layout(self) -> TableLayout:
        """The layout; a style could only name one of Textual's own."""
        return self._grid

    def _describe_table(self, shown: frozenset[str]) -> grid.TableShape:
        game = self.table.game
        rows = count_rows(self.ruleset, any(card.repeats for card in game.cards))
        if self.tray.moment is not None:
            shown |= {grid.MOMENT}
        if self.line.is_guide:
            shown |= {grid.GUIDE}
        dice, sides = self.ruleset.dice, self.ruleset.sides
        has_chances = (dice, sides) == _COMPUTED
        players = len(game.players)
        return grid.TableShape(dice, players, rows, shown, has_chances, self._has_race)

    def on_mount(self) -> None:
        self._actions = table_actions(self.options)
        self.refresh_table()
        self.say_state()

    def on_unmount(self) -> None:
        self._stop_watching()

    def on_key(self, event: events.Key) -> None:
        """Let any key end the animations, and say why a key can't act now.

        Those that roll and score don't act during a roll, and only end it.
        """
        names = self._actions.get(event.key, ())
        if self.is_animated:
            if self.interrupt() and {"roll", "score"}.intersection(names):
                event.stop()
            return
        keys = self._keys
        allowed = [keys.get(name, keys.get(name.partition("(")[0], True)) for name in names]
        if names and not any(allowed) and self.line.typed is None:
            name = names[allowed.index(None) if None in allowed else 0]
            self._refuse(self.describe_refusal(name.partition("(")[0]))
        elif not names and event.is_printable and event.key not in self.active_bindings:
            key = event.character
            self._refuse(_("{key} does nothing here. F2 shows the keys.", key=key))

    def needs_fresh_press(self, key: str) -> bool:
        is_irrevocable = not actions.IRREVOCABLE.isdisjoint(self._actions.get(key, ()))
        return is_irrevocable and not self.is_animated and self.focused is None

    @property
    def is_tumbling(self) -> bool:
        """Whether dice are being animated."""
        return self.tray.tumbling

    @property
    def is_animated(self) -> bool:
        """Whether a roll or a celebration is being animated."""
        return self.tray.tumbling or self.tray.moment is not None

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the terminal's cursor is: the warning, the die just held, the marked box."""
        player_input, status = self.input, self.line.status
        die = player_input.changed_die if player_input.die is None else player_input.die
        if not status.warning and die is not None:
            return self._find_word_of(die)
        is_marked = player_input.is_own_turn or player_input.may_undo
        if not status.warning and is_marked and player_input.cursor in player_input.open:
            return self.scorecard.content_region.offset + self.scorecard.find_name(
                player_input.cursor
            )
        return find_text_start(status)

    def _find_word_of(self, die: int) -> Offset:
        """Return where the word below a die begins."""
        region = self.tray.region_of(die)
        word = self.tray.render_line(region.height - 1).crop(region.x, region.right).text
        start = len(word) - len(word.lstrip(" ━="))
        return self.tray.content_region.offset + Offset(region.x + start, region.height - 1)

    @property
    def ruleset(self) -> Ruleset:
        return self.table.game.ruleset

    @cached_property
    def options(self) -> Options:
        """The options that hold at this table, until they change; a key asks many times."""
        return find_options(self.context.options, self.table)

    @property
    def target(self) -> int | None:
        """The final score that the coach plays for, None without one."""
        return None

    def action_look(self, step: int) -> None:
        if not self.scorecard.scroll_players(step):
            left, right = _("No more players further left."), _("No more players further right.")
            self._refuse(left if step < 0 else right)

    def action_scroll_log(self, pages: int) -> None:
        if self.log_.region:
            self.log_.scroll(pages * (self.log_.size.height - 2))
        else:
            self._refuse(_("The list of turns needs a wider window."))

    def action_show_scores(self) -> None:
        self.context.action_show_scores()

    def action_leave(self) -> None:
        self.context.show_title()

    def play_again(self) -> None:
        self.context.navigator.play(self.saved_table.config.next_game())

    def play_something_else(self) -> None:
        self.context.show_new_game()

    def action_show_result(self) -> None:
        if self.is_active:
            self._open_result()

    async def action_copy_result(self) -> None:
        """Show the result, and copy its line."""
        if self.is_active:
            result, mounted = self._open_result()
            await mounted
            await result.action_copy()

    def action_review(self) -> None:
        self.context.show_review(lambda: self.table.record)

    def _open_result(self) -> tuple[ResultScreen, AwaitMount]:
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
        result = self._ranking = ResultScreen(
            table.game,
            record,
            may_undo,
            self.may_play_again,
            seats=tuple(seat for seat in range(len(table.game.players)) if seat in self.seats),
            game_id=self.game_id,
        )
        return result, self.app.push_screen(result, chosen)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # The cached answer: each event refreshes it, and each key asks twice.
        keys = self._keys
        return self.is_mounted and keys.get(f"{action}{parameters}", keys.get(action, True))

    def allowed(self) -> Mapping[str, bool | None]:
        """Return what may be impossible now: actions, also with parameters, as `hold(6,)`."""
        keys = actions.count_hold_keys(self.ruleset, self.options)
        if self.types_faces:
            keys = self.ruleset.sides
        found = actions.find_states(self.facts(), keys)
        if not self.limits:
            return found
        limited = {
            name: limit for name, limit in self.limits.items() if limit is False or found[name]
        }
        return {**found, **limited}

    def facts(self) -> frozenset[Fact]:
        """Return what holds now of that which the rows of actions name."""
        found: set[Fact] = {"over" if self.table.game.is_over else "going"}
        return frozenset(found | {"hides_players"} if self.scorecard.hides_players else found)

    def describe_refusal(self, action: str) -> str:
        """Return why an action of a table's keys can't be done now."""
        if self.limits.get(action) is False:
            return _(actions.ELSEWHERE)
        refusal = actions.find_refusal(action, self.facts())
        return _(refusal)

    def _refuse(self, sentence: str | None) -> None:
        if sentence is not None:
            self.context.ring()
            self.line.say(sentence, warning=True)

    def show_change(self, change: TableEvent) -> None:
        if self._ranking is not None:  # the ranking of a game that goes on
            self._ranking.dismiss(None)
        self.input.changed(change)
        is_roll = isinstance(change.event, Rolled)
        if is_roll:
            self._tumble(change.game)
        if is_roll and not self.tray.tumbling:
            self.settled()
        else:
            self.refresh_table()
        if not is_roll:
            self.say_change(change)
        if isinstance(change.event, Scored) and change.kind is not EventKind.UNDO:
            before, after = (
                game.cards[change.seat].upper_bonus for game in (self.input.shown, change.game)
            )
            if after > before:
                name = change.game.players[change.seat]
                self._cheer(Cheer(_("BONUS!"), f"{name} · +{after}"), is_long=False)
        if isinstance(change.event, (Rolled, Scored)) and change.kind is not EventKind.UNDO:
            self.context.ring()
        if change.game.is_over:
            self.show_end()

    def show_end(self) -> None:
        self.action_show_result()

    def _tumble(self, game: Game) -> None:
        """Animate a roll; a warning, which was about the dice before, goes with it."""
        frames = () if game.is_real else FRAMES[self._dice_speed]
        if frames and status_sentences.is_one_die_to_come(game):
            frames = (*frames[:-1], frames[-1] + _SUSPENSE_SECONDS)
            self.line.say(_("One die to come."))
        elif self.line.status.warning:
            self.line.say("")
        self.tray.tumble(frames)

    def say_change(self, change: TableEvent) -> None:
        sentence, *shorter = status_sentences.change_sentences(change)
        self.line.say(sentence, shorter=shorter)

    def say_state(self, warning: bool = False) -> None:
        sentence, *shorter = status_sentences.watch_sentences(
            self.table.game, _(self.opening) if self.opening else ""
        )
        self.line.say(sentence, warning, shorter)

    def show_message(self, sentence: str, warning: bool = True) -> None:
        """Show a sentence about the program, until the next one about the game."""
        first, dot, rest = sentence.partition(". ")
        noted = rest and sentence in self.context.notices
        brief = f"{first}{dot}{_('See Options for details.')}"
        self.line.say(sentence, warning, [brief] if noted else ())

    def show_waiting(self, waits: bool) -> None:
        if not waits:
            self.say_state()
            return
        self.line.say(_(SAVING))
        self.paint_at_once(self.line.status)

    def refresh_table(self) -> None:
        table, options, tumbling = self.table, self.options, self.tray.tumbling
        found = None if self.line.typed is None else self.input.find(self.line.typed)
        hints = self.hints()
        # Whether scoring is what the player does next, rather than rolling.
        self._enter_is_next = not tumbling and self.input.scores_next
        keys = self.allowed()
        if options.dice_click == "reroll" and not self.bar_labels:
            self.bar_labels = _REROLLING
        self.tray.show(
            view_model.dice_view(
                table, options, bool(keys.get("hold")), hints, self.input, self.types_faces
            )
        )
        self._live_chance.update()
        self._show_race()
        self.turn_line.view = view_model.turn_view(table.game)
        self.button.view = self.button_view()
        self.note.texts = view_model.describe_note(table)
        card = view_model.card_view(
            table, self.input, found, tumbling, hints, self._enter_is_next, options.box_keys
        )
        if card.has_repeats is not self._has_repeats:
            self._has_repeats = card.has_repeats
            self.scorecard.refresh(layout=True)  # Textual keeps the layout unless a child asks
        self.scorecard.show(card, card.posted is not None and self._dice_speed != "off")
        self._show_rule()
        self._show_chances()
        self._show_turns()
        # Drawing the key bar takes as long as all other widgets.
        if keys != self._keys:
            self._keys = keys
            self.refresh_bindings()

    @property
    def game_id(self) -> str | None:
        """The id of the game in the store, None if it isn't there."""
        return self.saved_table.game_id

    def options_changed(self) -> None:
        before = self.options
        del self.options
        if before.language != self.options.language:
            self.translate()
        self.apply_options()

    def translate(self) -> None:
        """Show everything in another language, with the names that boxes have there."""
        self.table.translate()
        self._race_key = self._rule_key = ()
        self.scorecard.translate(self.ruleset)
        self.log_.translate()
        for each in self.children:
            each.refresh()

    def apply_options(self) -> None:
        self._actions = table_actions(self.options)
        for each in (self.tray, self.button, self.scorecard):
            each.notify_style_update()
        self.bar_labels = {}
        self.refresh_table()
        self.refresh_bindings()
        self.say_state()

    def on_resize(self) -> None:
        after_refresh(self, self.refresh_table)  # there is room for more or less of it

    def _show_race(self) -> None:
        table, chances = self.table, self._live_chance.words
        unsaved = self.saved_table.problem is not None
        game, details = table.game, (unsaved, self._best, self.target, chances)
        race = game.cards, game.seat, game.is_over, self.margin, *details
        if race != self._race_key:
            self._race_key = race
            view = view_model.race_view(table, *details)
            self.header.view = view._replace(margin=self.margin) if self.margin else view

    def _show_turns(self) -> None:
        """Show the turns where there is room."""
        if self.log_.region or self.race.region:
            turns = logged_turns(self.table.history)
            if self._has_race is not (len(turns) >= LEAST_TURNS):
                self._has_race = not self._has_race
                self.log_.refresh(layout=True)
            self.log_.show(turns, self.ruleset)
            self.race.show_race(self.table.game, turns)

    def _show_chances(self) -> None:
        """Show the chances of this roll where there is room; numpy is loaded for it once."""
        if not self.chances.region or self.tray.tumbling:
            return
        if self._find_chances is None:
            self._start_loading_chances()
            return
        game = self.input.shown
        if not game.faces or game.is_over or self.input.posted:
            self.chances.show(ChancesView(words="" if game.is_over else _("Roll to see chances.")))
            return
        held = view_model.held_faces(game)
        found = self._find_chances(game.ruleset, game.faces, game.rolls_left, held)
        chances = [
            Chance(box.name, box.short, found[box.id]) for box in game.card.open if box.id in found
        ]
        self.chances.show(ChancesView(tuple(chances), another=view_model.find_another(game)))

    def _start_loading_chances(self) -> None:
        """Load numpy in a thread, once."""
        if self._find_chances is None:
            self._find_chances = lambda *_position: {}
            start_worker(self, self._load_chances, "chances")

    async def _load_chances(self) -> None:
        await self.context.shown.wait()
        self._find_chances = await asyncio.to_thread(_import_chances)
        self._show_chances()
        self._show_rule()

    @on(Scorecard.HiddenChanged)
    def _hidden_changed(self) -> None:
        self.refresh_table()

    @on(Scorecard.Hovered)
    def _show_rule(self) -> None:
        """Show the rule of the box under the mouse, or else of the selected one."""
        hovered, cursor = self.scorecard.hovered, self.input.cursor
        game = self.table.history.displayed
        is_shown = bool(game.faces) and not self.tray.tumbling
        box = hovered or (cursor if is_shown else None)
        posted = self.input.posted
        find = None if self.tray.tumbling or posted else self._find_chances
        held = game.held if self.rule.view.has_chance else ()
        dice = game.faces, held, game.rolls_left
        key = box, is_shown and box == cursor, posted, dice, game.cards, find
        if key != self._rule_key:
            self._rule_key = key
            is_marked = is_shown and box == cursor
            self.rule.view = view_model.rule_view(game, box, is_marked, posted, find)

    def hints(self) -> Hints:
        return NO_HINTS

    def button_view(self) -> ButtonView:
        if self.table.game.is_over:
            return view_model.button_view(self.table, self.options)
        return ButtonView((_("WATCHING"),))

    def interrupt(self) -> bool:
        """End the animations; return whether there was one that takes the key for itself."""
        if self.tray.tumbling:
            self.tray.settle()
            self.settled()
            return True
        return self.tray.stop_cheering()

    @on(DiceTray.Settled)
    def settled(self) -> None:
        # They may have been rolled again before this message was handled.
        if not self.tray.tumbling and self.input.mark_best():
            self._settled = DiceTray.Settled().time  # as clicks have theirs
            self.refresh_table()
            self.say_state()
            if len(set(self.table.game.faces)) == 1 < self.ruleset.dice:
                game = self.table.game
                self._cheer(status_sentences.celebrate(game), is_long=not game.is_real)

    def _cheer(self, cheer: Cheer, is_long: bool = True) -> None:
        """Celebrate over the dice; over SSH with few pictures, which are many bytes."""
        speed = self._dice_speed
        if speed == "full" and not (is_long and self.context.IS_AT_HOME):
            speed = "short"
        self.tray.cheer(CELEBRATIONS[speed], cheer, eats_key=is_long)

    @on(RollButton.Pressed)
    def _button_pressed(self, event: RollButton.Pressed) -> None:
        if self.context.presses.time - self._settled >= _SETTLED_SECONDS:
            self.press_button(event.character)

    def press_button(self, character: str) -> None:  # noqa: ARG002
        """Do what the button says; `character` is what was clicked there."""
        if self.table.game.is_over:
            self.action_show_result()

    @property
    def _dice_speed(self) -> DiceSpeed:
        is_still = self.app.animation_level == "none"
        return "off" if is_still else self.options.dice_speed


actions.end_animations_first(TableScreenBase)


def _import_chances() -> Callable[..., dict[str, float]]:
    from yahtzee_tui.strategy.box_chances import find_chances

    return find_chances
