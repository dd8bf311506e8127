"""The screen of a player's table: input, coach, bots, automatic roll, saving, box finder."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, ClassVar

from textual import on

from yahtzee_tui.rules import Card, Refusal, Rolled, Scored
from yahtzee_tui.services.bot_driver import BotDriver
from yahtzee_tui.services.player_input import best_box, refusal_of
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table import EventKind, describe_event
from yahtzee_tui.table.judged import find_event
from yahtzee_tui.translation import N_, _, ngettext
from yahtzee_tui.tui.lifecycle import after_refresh, start_worker
from yahtzee_tui.tui.table import status_sentences, view_model
from yahtzee_tui.tui.table.actions import ONLY_DICE, TABLE_KEYS, main_key
from yahtzee_tui.tui.table.base_screen import TableScreenBase
from yahtzee_tui.tui.table.coach import CoachController
from yahtzee_tui.tui.table.widgets.dice_tray import DiceTray
from yahtzee_tui.tui.table.widgets.scorecard import Scorecard
from yahtzee_tui.tui.table.widgets.scorecard_layout import BOX_KEYS
from yahtzee_tui.tui.table.widgets.turn_panel import ButtonView, Next

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from textual import events
    from textual.timer import Timer

    from yahtzee_tui.rules import Game, Positions
    from yahtzee_tui.services.coach import Hints
    from yahtzee_tui.services.typed_scores import TypedScore
    from yahtzee_tui.settings import DiceSpeed, NumberKeys
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.autosave import SavedTable
    from yahtzee_tui.table import TableEvent
    from yahtzee_tui.tui.table.actions import Fact
    from yahtzee_tui.tui.table.tips import TipLine

_PREPARE_SECONDS = 0.5
"""Seconds until the coach begins to load best play, so that the first picture doesn't wait."""

_SKIPPING = dict.fromkeys(("roll", "start_turn"), N_("Skip"))
"""The labels in the bar while computers play."""

_TYPING = {"hold": N_("Face")}
"""The label of the digits while they are the faces of real dice."""

_LOOK_SECONDS = 2.0
"""Seconds from the last roll of a card to the automatic score in its last box."""

REROLL_ALL = N_("No die is held. Press {key} again to reroll all dice.")
_AGREED = "reroll-all-"
_MOST_QUESTIONS = 3
"""How often a player agrees to reroll all dice until they are asked no more."""
_GUIDED = 3
"""The rounds of a first game in which the message says what to do."""

_TAKEOVER_SECONDS = 5.0
"""Seconds between two checks whether another program continues the game."""


class TableScreen(TableScreenBase, inherit_bindings=False):
    """Turns keys and clicks into actions of the players at this screen."""

    BINDINGS = TABLE_KEYS
    gives_tips: ClassVar[bool] = True
    rolls_by_itself: ClassVar[bool] = True
    """Whether it rolls where the player's options say so; computers do anyway."""

    def __init__(self, saved_table: SavedTable) -> None:
        self.table = saved_table.table
        self._bots = self.create_bot_driver()
        self.seats = self._bots.seats  # which the input of the players needs at once
        super().__init__(saved_table)
        self._problem = saved_table.problem
        self._is_judged = find_event(self.table.setup) is not None
        self._coach = CoachController(self)
        self._tips: TipLine | None = None
        self._cursor_before: str | None = None
        self._has_marker = self._is_asked = False
        self._agreed = 0
        self.input.find_box = self._find_box
        self.input.mark_again()
        self._seconds_left = 0
        self._countdown: Timer | None = None

    def on_mount(self) -> None:
        self._coach.start_loading()
        self._start_loading_marker()
        self.set_timer(_PREPARE_SECONDS, partial(start_worker, self, self._coach.prepare))
        self._continue()
        self.set_interval(_TAKEOVER_SECONDS, self._check_takeover)
        if self.gives_tips:
            start_worker(self, self._read_learned)
        if self.options.auto_roll and self.rolls_by_itself:
            after_refresh(self, partial(start_worker, self, self._begin))

    @property
    def is_busy(self) -> bool:
        return not self.is_active or self.is_animated

    def start_bots(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        start_worker(self, work, "computers")

    def create_bot_driver(self) -> BotDriver:
        return BotDriver(self, self.table)

    def interrupt(self) -> bool:
        """End the animations; return whether that is all that a key does, as in one's own turn."""
        return super().interrupt() and not self._bots.current_rank

    @property
    def _dice_speed(self) -> DiceSpeed:
        speed, rank = super()._dice_speed, self._bots.current_rank
        if rank and self._bots.is_skipped:
            return "off"
        return "short" if rank and self._bots.pace == "quick" and speed == "full" else speed

    def action_roll(self) -> None:
        """Roll, or skip the turns of bots."""
        if self._bots.current_rank:
            self._bots.wake(at_once=True)
        elif self._asks_before_roll():
            self._refuse(_(REROLL_ALL, key=main_key("roll", self.options)))
        else:
            self._refuse(self.input.roll())
            if self.input.typed == "":
                self._show_typed()

    def _asks_before_roll(self) -> bool:
        """Return whether to ask, once a roll, before a pair or a made box is rerolled whole."""
        game, was_asked = self.table.game, self._is_asked
        has_chosen = game.held or self.table.history.done
        rerolls_all = game.roll > 0 and game.seat in self.seats and not has_chosen
        has_pair = len(set(game.faces)) < len(game.faces)
        is_made = any(each.points and each.box.points.fixed for each in game.potentials)
        is_wanted = self.options.confirm_reroll and self._agreed < _MOST_QUESTIONS
        self._is_asked = not was_asked and is_wanted and rerolls_all and (has_pair or is_made)
        if was_asked and rerolls_all:
            self._agreed += 1
            if (store := self.context.navigator.store) is not None:
                from yahtzee_tui.tui.table.tips import note_tip

                start_worker(self, partial(note_tip, store, f"{_AGREED}{self._agreed}"))
        return self._is_asked

    def action_hold(self, number: int) -> None:
        """Hold or release a die, or by option all dice of a number."""
        self._pick(number, self.options.number_keys)

    def action_hold_other(self, number: int) -> None:
        """Do what the number keys don't: hold or release all dice of a number, or a die."""
        is_place = self.options.number_keys == "place"
        self._pick(number, "face" if is_place else "place")

    def _pick(self, number: int, keys: NumberKeys) -> None:
        if keys == "face":
            self._refuse(self.input.pick_face(number))
        elif number <= self.ruleset.dice:
            self._refuse(self.input.pick(number - 1))
        else:
            self._refuse(_(ONLY_DICE, dice=self.ruleset.dice))

    def action_hold_selected(self) -> None:
        """Hold or release the selected die."""
        if self.input.die is not None:
            self._refuse(self.input.pick(self.input.die))

    def action_select_die(self, step: int) -> None:
        self.input.select_die(step, self.tray.order)
        self._show_die()

    def action_switch(self) -> None:
        """Select dice by the arrows instead of boxes, or boxes again."""
        if self.input.die is None:
            self.input.select_die(1, self.tray.order)
        else:
            self.input.die = None
        self._show_die()

    def _show_die(self) -> None:
        self.refresh_table()
        self.say_state()
        if (sentence := status_sentences.die_sentence(self.input)) is not None:
            self.line.say(sentence)

    def action_hold_all(self) -> None:
        self._refuse(self.input.pick_all())

    async def action_move(self, step: int) -> None:
        await self._load_marker()
        self._marked(self.input.move(step))

    async def action_cross(self) -> None:
        await self._load_marker()
        if self.input.cursor is None:
            self._marked(self.input.move(1))
        else:
            self._marked(self.input.cross(self.scorecard.across(self.input.cursor)))

    async def action_score(self) -> None:
        """Score in the marked box."""
        await self._load_marker()
        if self.input.cursor is not None:
            self.score(self.input.cursor)

    def action_start_turn(self) -> None:
        """Make the first roll of a turn, or skip those of bots."""
        self.action_roll()

    def action_undo(self) -> None:
        if self.input.typed is None:
            self._refuse(self.input.undo())
        else:  # a roll that isn't complete yet
            self.input.typed = None
            self._show_typed()

    def action_redo(self) -> None:
        self._refuse(self.input.redo())

    def action_coach(self) -> None:
        self._coach.toggle()
        self.input.mark_again()
        self.refresh_table()
        self.say_state()
        if not self._coach.is_wanted:
            self.line.say(_("Coach off."))

    def action_show_values(self) -> None:
        if self._coach.show_values():
            return
        if not self._coach.is_wanted:
            coach, values = (main_key(key, self.options) for key in ("coach", "values"))
            said = _(
                "Press {coach} for the coach first, then {values} to list all values.",
                coach=coach, values=values,
            )  # fmt: skip
            self.line.say(said)
        else:
            self.say_state(warning=True)

    def action_beat(self) -> None:
        """Ask for the score that the coach plays for."""
        from yahtzee_tui.tui.table.target import TargetScreen, find_targets

        loader, navigator = self.context.value_tables.find(self.ruleset), self.context.navigator
        find = partial(find_targets, self.table, navigator.store, self.game_id)
        values = loader.values
        average = None if values is None else values.value_of(Card.empty(self.ruleset))
        dialog = TargetScreen(find, average, self.target)
        # Later, as only the screen on top shows advice.
        self.context.ask(dialog, lambda target: self.app.call_later(self._aim, target))

    def _aim(self, target: int) -> None:
        self._coach.aim(target or None)
        self._coach.start_loading()
        self.input.mark_again()
        self.refresh_table()
        self.say_state()
        aimed = ngettext(
            "The coach now plays for {count} point.", "The coach now plays for {count} points.",
            target,
        )  # fmt: skip
        self.line.say(aimed if target else _("The coach now plays for the highest average."))

    @property
    def target(self) -> int | None:
        return self._coach.target

    def action_leave(self) -> None:
        if self.input.cancel_question():
            self.say_state()
        else:
            super().action_leave()

    def on_key(self, event: events.Key) -> None:
        """Take the faces of real dice, or score in the box that has this letter, if they have."""
        if self.table.game.is_real and self.line.typed is None:
            self._face_typed(event)
        if not self.options.box_keys or self.line.typed is not None:
            return
        place = BOX_KEYS.find(event.character or " ")
        boxes = self.ruleset.boxes
        if 0 <= place < len(boxes):
            event.prevent_default()
            self._box_picked(Scorecard.BoxPicked(boxes[place].id, None))

    def _face_typed(self, event: events.Key) -> None:
        digit = event.character or " "
        if self.input.asks_faces and digit in "0123456789":
            self._type_face(digit)
        elif event.key == "backspace" and self.input.untype():
            self._show_typed()
        else:
            return
        event.stop()  # else it holds a die, too
        event.prevent_default()

    def _type_face(self, digit: str) -> None:
        complaint = self.input.type_face(digit) if digit.isdecimal() else None
        if complaint is None and self.input.typed is not None:
            self._show_typed()
        self._refuse(complaint)

    def _show_typed(self) -> None:
        self.refresh_table()
        self.say_state()

    @property
    def is_in_turn(self) -> bool:
        game = self.table.game
        return not game.is_over and game.seat in self.seats and game.roll > 0

    def facts(self) -> frozenset[Fact]:
        player, game, coach = self.input, self.table.game, self._coach
        shown, posted = self.table.history.displayed, self.table.history.posted
        ours, has_rolled = game.seat in self.seats, game.roll > 0
        asks = self.types_faces
        rolls_left, may_undo, has_coach = game.rolls_left > 0, player.may_undo, coach.is_enabled
        may_mark, cursor = player.may_mark, player.cursor
        acts = ours if shown is game else shown.seat in self.seats
        is_marked = cursor is not None or not self._has_marker  # for which Enter waits
        is_new = posted is None or cursor != posted.box
        scores = all((acts, may_mark, is_marked, is_new))
        skips = self._bots.current_rank and not scores
        at_dice = all((ours, has_rolled, rolls_left, player.is_at_dice))
        has_loose = len(game.held) < game.ruleset.dice
        if self.options.dice_click == "reroll":
            has_loose = has_loose and not player.must_pick
        found: dict[Fact, object] = {
            "seated": True,
            "over": game.is_over,
            "going": not game.is_over,
            "ours": ours,
            "rolled": has_rolled,
            "rolls_left": rolls_left,
            "may_roll": all((ours, rolls_left, has_loose, not asks)) or self._bots.current_rank,
            "may_hold": all((ours, has_rolled, rolls_left)) or asks,
            "starts_turn": skips or (ours and not has_rolled and not may_undo and not asks),
            "may_mark": may_mark,
            "may_find": may_mark or (game.is_real and ours),
            "scores": scores,
            "not_scored": posted is None or not may_undo,
            "at_die": player.die is not None,
            "at_box": player.die is None,
            "at_dice": at_dice,
            "at_card": not at_dice,
            "not_finding": self.line.typed is None,
            "hides_players": self.scorecard.hides_players,
            "may_undo": may_undo or player.typed is not None,
            "may_redo": player.may_redo,
            "unjudged": not self._is_judged,
            "has_coach": has_coach,
            "may_advise": has_rolled or coach.is_wanted,
            "may_aim": has_coach and not game.saved,  # an estimate has no chances
        }
        return frozenset(compress(found, found.values()))

    def describe_refusal(self, action: str) -> str:
        return status_sentences.fill_refusal(
            super().describe_refusal(action), self.input, self.options
        )

    def score(self, box: str) -> None:
        self._refuse(self.input.score(box))

    def choose(self, box: str) -> None:
        """Score in a box that was clicked, or whose letter was typed."""
        if box in self.input.open:
            self.input.mark(box, asked=True)  # shown together with the result of `score`
        self.score(box)

    def mark(self, box: str) -> None:
        self._marked(self.input.mark(box))

    def hold(self, positions: Positions) -> None:
        self._complain(self.input.hold(positions))

    async def action_find(self, text: str = "") -> None:
        """Open the box finder with a text; keys typed ahead wait until its field is mounted."""
        if self.line.typed is not None:
            return
        self._cursor_before = self.input.cursor
        await self.line.open_finder(self.table.game.is_real, text)
        self.refresh_table()

    def press_button(self, character: str) -> None:
        if self.input.asks_faces:
            self._type_face(character)
        elif self.table.game.is_over:
            self.action_show_result()
        elif self.input.must_pick and self.check_action("hold_all", ()):
            self.action_hold_all()
        else:
            self.action_roll()

    @on(DiceTray.Picked)
    def _die_picked(self, event: DiceTray.Picked) -> None:
        if self.interrupt() or self.input.asks_faces:
            return
        if self.check_action("hold", ()):
            self._refuse(self.input.pick(event.position))
        else:
            self._refuse(self.describe_refusal("hold"))

    @on(Scorecard.BoxPicked)
    def _box_picked(self, event: Scorecard.BoxPicked) -> None:
        if self.interrupt():
            return
        shown = self.input.shown
        seat = shown.seat if event.seat is None else event.seat
        is_filled = shown.cards[seat][event.box] is not None
        if shown.is_real and is_filled and event.box != self.input.posted:
            named = f"{shown.players[seat]} {self.ruleset.box(event.box).name} "
            self.call_later(self.action_find, named)
            return
        if seat != shown.seat:
            self._refuse(_("These dice belong on {player}'s card.", player=shown.player))
            return
        if event.box == self.input.posted:
            self._marked(self.input.mark(event.box, asked=True))
        else:
            self.choose(event.box)

    def on_input_changed(self) -> None:
        found = self.input.find(self.line.typed or "")
        self.input.cursor = found[0] if found else None
        self.refresh_table()

    def action_seek(self, step: int) -> None:
        """Mark the next (1) or previous (-1) box that matches the search."""
        self.input.move(step, self.input.find(self.line.typed or ""))
        self.refresh_table()

    def on_input_submitted(self) -> None:
        box, typed, is_real = self.input.cursor, None, self.table.game.is_real
        if is_real and self.line.typed is not None:
            from yahtzee_tui.services.typed_scores import read_score

            try:
                typed = read_score(self.table, self.line.typed)
            except Refusal as refusal:
                self.on_box_search_cancelled()
                self._refuse(refusal.sentence)
                return
        if typed is not None:
            self.line.close_finder()
            self.input.cursor = self._cursor_before
            self._refuse(refusal_of(self._take_score, typed))
        elif self.line.typed is not None and box is not None:
            self.line.close_finder()
            self.input.mark(box, asked=True)
            self.score(box)
        elif self.line.typed is not None:
            self.on_box_search_cancelled()
            sentence = N_("No open box matches.")
            if is_real:
                sentence = N_("No open box matches. To correct a score, type: Ann chance 22")
            self.line.say(_(sentence), warning=True)

    def _take_score(self, typed: TypedScore) -> None:
        """Score without dice, or correct the score of a player whose box is filled."""
        from yahtzee_tui.services.typed_scores import enter_score, find_correction

        game = self.table.game
        seat = game.seat if typed.seat is None else typed.seat
        if typed.to is None and seat == game.seat and game.cards[seat][typed.box.id] is None:
            if not enter_score(self.table, typed):
                self.score(typed.box.id)
            return
        found = find_correction(self.table, typed._replace(seat=seat))
        if not found.question:
            found.make(self.table)
            return

        def agreed() -> None:
            self._refuse(refusal_of(found.make, self.table))

        # Translators: both are buttons below a question
        self.context.confirm(f"{found.question}?", _("Change"), _("Keep"), agreed)

    def on_box_search_cancelled(self) -> None:
        if self.line.typed is not None:
            self.line.close_finder()
            self.input.cursor = self._cursor_before
            self.refresh_table()
            self.say_state()

    def show_change(self, change: TableEvent) -> None:
        self._stop_countdown()
        self._is_asked = False
        self.line.close_finder()
        # An action here is void once another program continues the game.
        if not self.saved_table.is_stale:
            self._coach.start_loading()
            super().show_change(change)
        self._start_loading_marker()
        self._show_saving()
        if isinstance(change.event, Rolled):
            self.set_timer(_LOOK_SECONDS, self._fill_last)

    def _fill_last(self) -> None:
        """Score in the last open box after the last roll, where rolls come by themselves."""
        game, wants = self.table.game, self.options.auto_roll and self.rolls_by_itself
        if wants and self.is_in_turn and not game.rolls_left and not self.is_busy:
            first, *others = game.card.open
            if not others:
                self.score(first.id)

    def say_change(self, change: TableEvent) -> None:
        if change.kind is EventKind.UNDO:
            sentence, *shorter = status_sentences.undone_sentences(
                self.table, self.options, describe_event(change)
            )
            self.line.say(sentence, shorter=shorter)
        elif change.kind is EventKind.CORRECT and isinstance(change.event, Scored):
            self.line.say(describe_event(change))
        elif self._bots.current_rank and not isinstance(change.event, Scored):
            super().say_change(change)
        else:
            if isinstance(change.event, Scored):
                self._continue()
            self.say_state()

    def advice_changed(self) -> None:
        """Show new advice, unless a posting or an animation is on the screen."""
        if self.input.posted is None and not self.tray.tumbling:
            self.input.mark_again()
            self.refresh_table()
            self.say_state()

    def translate(self) -> None:
        super().translate()
        self._coach.forget()

    def apply_options(self) -> None:
        self._coach.start_loading()
        self._continue()
        super().apply_options()

    def refresh_table(self) -> None:
        self.types_faces = self.input.asks_faces
        labels = _TYPING if self.types_faces else {}
        labels = _SKIPPING if self._bots.current_rank else labels
        if labels or self.bar_labels in (_SKIPPING, _TYPING):
            self.bar_labels = labels
        super().refresh_table()
        if self._tips is not None:
            self.line.is_guide = self._tips.is_beginner and self.table.game.round <= _GUIDED
            is_own = self._keys["undo"] if self.table.history.posted else self.input.is_own_turn
            # While dice tumble there is none: it would be of those before, or give these away.
            may_tell = bool(is_own) and not self.tray.tumbling and not self.line.is_guide
            self._tips.show(self.table, self.options, may_tell)

    def _start_loading_marker(self) -> None:
        """Load what marks a box, and the chances, once there are dice to score."""
        if not self._has_marker and self.input.is_own_turn and self.table.game.roll:
            self._start_loading_chances()
            start_worker(self, self._load_marker, "marker")

    async def _load_marker(self) -> None:
        """Mark a box as soon as that can be done; the keys that act on it wait for it."""
        await self.context.shown.wait()
        if not self._has_marker:
            await self.context.bots.load_marker(self.ruleset)
            self._has_marker = True
            self.input.mark_again()
            self.refresh_table()

    def _find_box(self, game: Game) -> str | None:
        """Return the box to mark: the coach's while it advises, else a good computer player's.

        In an event, where that would be advice, it is the one with the most points.
        """
        if not self._has_marker:
            return None
        if self._is_judged:
            return best_box(game)
        advice = self._coach.advice if game is self.table.game else None
        if advice is not None and advice.boxes:
            return self._coach.find_box(advice)
        return self.context.bots.find_box(game) or best_box(game)

    def hints(self) -> Hints:
        return self._coach.update()

    def button_view(self) -> ButtonView:
        options = self.options
        if not self._bots.current_rank:
            asks, is_next = self.types_faces, self._enter_is_next
            return view_model.button_view(self.table, options, asks, is_next)
        # Translators: the button that makes a computer play faster
        long = _("SKIP AHEAD")
        # Translators: that button where there is little room; at most 9 cells
        short = _("SKIP")
        return ButtonView((long, short), main_key("roll", options), Next.POSSIBLE)

    def say_state(self, warning: bool = False) -> None:
        if self.input.typed is not None:
            self.line.say(self.input.describe_faces())
            return
        seconds = self._seconds_left or None
        is_own, rank = self.input.is_own_turn, self._bots.current_rank
        told = rank and self._bots.describe(main_key("roll", self.options))
        said = (told,) if told else self._coach.describe_newest()
        if self.line.is_guide and not said and is_own:
            said = status_sentences.guide_sentences(self.table, self.options)
        reasoned = self._coach.describe_newest_reasons() if said else ()
        may_undo = self.table.history.posted is not None and self.input.may_undo
        sentences = status_sentences.state_sentences(
            self.table, self.options, seconds, said, may_undo, reasoned, is_own
        )
        self.line.say(sentences[0], warning, sentences[1:])

    def _read_best(self, store: Store) -> int | None:
        """Return the best total of the player in other games of these rules, None without any."""
        setup, game = self.table.setup, self.game_id
        with suppress(StoreProblem):  # the app says so
            return store.scores.rank_total(setup.players[0].casefold(), setup.rules, 0, game).best
        return None

    async def _read_learned(self) -> None:
        """Find out what the player has scored and learned; give tips in games played here."""
        await self.context.shown.wait()
        from yahtzee_tui.tui.table.tips import TipLine, read_learned

        navigator = self.context.navigator
        if (store := navigator.store) is None:
            return
        if len(self.table.setup.players) == 1:
            self._best = await asyncio.to_thread(self._read_best, store)
        learned = await read_learned(store, self.context.me)
        if learned is None or not self.is_open:
            return
        self._agreed = sum(tip.startswith(_AGREED) for tip in learned.seen)
        if navigator.saved_table is self.saved_table:
            self._tips = TipLine(store, learned)
            await self.mount(self._tips, before="#scorecard")
        self.refresh_table()
        if self.line.is_guide:
            self.say_state()

    async def _begin(self) -> None:
        """Make the first roll of a game, unless keys typed ahead did so or left the screen."""
        await self.context.navigator.opened.wait()
        has_begun = self.table.history.events or self.table.game.roll
        if self.is_active and self.input.is_own_turn and not has_begun:
            self.action_roll()

    def _continue(self) -> None:
        """Start the bot, or the pause before the automatic roll, in which a score can be undone."""
        self._stop_countdown()
        options, rolls = self.options, self.input.is_own_turn and self.rolls_by_itself
        if rolls and options.auto_roll and self.input.posted and not self.table.game.is_over:
            self._seconds_left = round(options.pause)
            self._countdown = self.set_interval(1, self._count_down)
        else:
            self._bots.wake()

    def _count_down(self) -> None:
        """Roll once the pause is over; it stops while another screen is on top."""
        if not self.is_active:
            return
        self._seconds_left -= 1
        if self._seconds_left > 0:
            self.say_state()
        else:
            self._stop_countdown()
            self.action_roll()

    def _stop_countdown(self) -> None:
        self._seconds_left = 0
        if self._countdown is not None:
            self._countdown.stop()
            self._countdown = None

    async def _check_takeover(self) -> None:
        if await self.saved_table.check_takeover() and self.is_active:
            self._show_saving()

    def _show_saving(self) -> None:
        """Show a change of saving: it fails, works again, or another program has the game."""
        before, self._problem = self._problem, self.saved_table.problem
        if self.saved_table.is_stale and self.saved_table.game_id is not None:
            self.context.navigator.ask_takeover(self.saved_table.game_id)
        elif self._problem is not None and self._problem != before:
            sentence = f"{_('Not saved.')} {self._problem}"
            self.context.note(sentence)
            self.show_message(sentence)
        elif before is not None and self._problem is None:
            self.line.say(_("The game is being saved again."))

    def _marked(self, complaint: str | None) -> None:
        self.refresh_table()
        self.say_state()
        if complaint is None and (move := self.input.describe_move()):
            self.line.say(move)
        self._complain(complaint)

    def _refuse(self, sentence: str | None) -> None:
        if sentence is not None:
            self.context.ring()
        self._complain(sentence)

    def _complain(self, sentence: str | None) -> None:
        if sentence is not None:
            self.refresh_table()
            self.line.say(sentence, warning=True)
