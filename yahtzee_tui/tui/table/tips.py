"""Tips: a line near the card that explains a situation when the player first meets it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules.patterns import Groups
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.translation import _
from yahtzee_tui.tui.lifecycle import start_worker
from yahtzee_tui.tui.table.actions import main_key
from yahtzee_tui.tui.widgets.painted import TextLine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.rules import Game
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.table import Table


_UPPER_BOXES = 3
"""How many upper boxes must be filled before the pace for the upper bonus says something."""


class Learned(NamedTuple):
    """What a player knows: the ids of the tips seen, and whether they are a beginner."""

    seen: frozenset[str]
    is_beginner: bool


async def read_learned(store: Store, player: str) -> Learned | None:
    """Read what a player knows, in a thread; None if the store can't be read, as the app says."""

    def read() -> Learned:
        return Learned(frozenset(store.notes.seen_tips()), store.notes.is_beginner(player))

    with suppress(StoreProblem):
        return await asyncio.to_thread(read)
    return None


class TipLine(TextLine):
    """A line for tips, each shown once to a player; where there is no room none counts as shown."""

    DEFAULT_CSS = """
    TipLine {
        height: 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        color: $card-muted;
    }
    """

    def __init__(self, store: Store, learned: Learned) -> None:
        super().__init__(id="tip", markup=False)
        self._store = store
        self._seen, self.is_beginner = {*learned.seen}, learned.is_beginner
        self._shown = ""

    def show(self, table: Table, options: Options, is_own: bool) -> None:
        """Show the most urgent new tip; `is_own` says whether the player acts in this position."""
        if not self.region:
            return
        tips = dict(find_tips(table, options)) if is_own else {}
        if self._shown not in tips:
            self._shown = next((tip for tip in tips if tip not in self._seen), "")
            if self._shown:
                self._seen.add(self._shown)
                start_worker(self, partial(note_tip, self._store, self._shown), "tips")
        text = tips.get(self._shown, "")
        if text != self.content:
            self.update(text, layout=False)


async def note_tip(store: Store, tip: str) -> None:
    """Note in a thread that a player has seen a tip."""
    with suppress(StoreProblem):  # the app says so
        await asyncio.to_thread(store.notes.note_tip, tip)


def find_tips(table: Table, options: Options) -> Iterator[tuple[str, str]]:
    """Yield the ids and texts, at most 58 columns wide, of the tips for a position, best first."""
    game, history = table.game, table.history
    if history.posted:
        key = main_key("undo", options)
        # Translators: a tip; a line has 58 columns
        yield "undo", _("Press {key} to undo, or choose another box to move it.", key=key)
    elif game.roll:
        yield from _find_tips_on_dice(game)
        if game.rolls_left:
            yield from _find_tips_before_last_roll(game, options)
        elif any(each.worth for each in game.potentials):
            # Translators: at most 58 cells
            yield "last-roll", _("Fill one box now. It scores 0 if the dice don't fit it.")
        else:
            # Translators: at most 58 cells
            yield "zero", _("No open box fits. Take the 0 in the box you'll miss least.")


def _find_tips_on_dice(game: Game) -> Iterator[tuple[str, str]]:
    ruleset, potentials = game.ruleset, game.potentials
    refusals = [each.refusal.code for each in potentials if each.refusal is not None]
    # Lists, as each step of a generator is a call, and every key comes here.
    is_joker = [each for each in potentials if each.joker]
    if ruleset.joker and (is_joker or {"joker_forced", "joker_lower"}.intersection(refusals)):
        extra = ruleset.box(ruleset.joker.box).short
        # Translators: a tip; a line has 58 columns
        yield "joker", _("Joker: an extra {box} scores in full in another box.", box=extra)
    bonus = max([each.bonus for each in potentials])
    if ruleset.repeat_bonus and bonus:
        extra = ruleset.box(ruleset.repeat_bonus.box).short
        # Translators: a tip; a line has 58 columns
        sentence = _("An extra {box} adds {points} points in any box.", box=extra, points=bonus)
        yield "repeat", sentence
    elif not refusals and len(set(game.faces)) == 1:
        best = max(potentials, key=lambda each: each.worth)
        if best.box.pattern == Groups((ruleset.dice,)):
            box, points = best.box.name, best.points
            # Translators: a tip; a line has 58 columns
            sentence = _(
                "All dice alike: score them in {box} for {points}.", box=box, points=points
            )
            yield "yahtzee", sentence


def _find_tips_before_last_roll(game: Game, options: Options) -> Iterator[tuple[str, str]]:
    if game.held:
        if options.dice_click == "reroll":
            # Translators: at most 58 cells
            yield "held", _("The dice you chose are rerolled; the rest stay.")
        else:
            # Translators: at most 58 cells
            yield "held", _("Held dice stay; the rest are rerolled.")
        return
    if game.saved:
        # Translators: at most 58 cells
        yield "saved-rolls", _("Rolls that you don't use are saved for your later turns.")
    # Translators: at most 58 cells
    yield "offers", _("‹12› is what a box would score now; · means 0.")
    card, bonus = game.card, game.ruleset.upper_bonus
    if bonus is not None and not card.upper_bonus:
        needed, points = bonus.tiers[0]
        filled = len(game.ruleset.upper) - len(set(card.open).intersection(game.ruleset.upper))
        if not card.upper_bonus_in_reach:
            # Translators: at most 58 cells
            yield "bonus-gone", _("The upper bonus is out of reach. A low box can take a 0.")
        elif filled >= _UPPER_BOXES and (card.upper_par or 0) >= 0:
            # Translators: a tip; a line has 58 columns
            sentence = _(
                "{missing} more in the upper section earn {points} extra points.",
                missing=needed - card.upper_total, points=points,
            )  # fmt: skip
            yield "bonus", sentence
    if len(card.open) < len(game.ruleset.boxes):
        coach, find = main_key("coach", options), main_key("find", options)
        # Translators: a tip; a line has 58 columns
        sentence = _(
            "Press {coach} for advice, {find} to find a box by name.", coach=coach, find=find
        )
        yield "coach", sentence
