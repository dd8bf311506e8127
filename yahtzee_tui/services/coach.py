"""What best play tells the players who want it: the coach's advice, and the live chance of winning.

The record of a game notes which seats had either.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from yahtzee_tui.rules import Held, NotNow, Refusal
from yahtzee_tui.services.player_input import picked
from yahtzee_tui.table.judged import find_event
from yahtzee_tui.text import format_percent
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from yahtzee_tui.rules import Card, Faces, Game, Positions
    from yahtzee_tui.services.value_tables import ValueTableLoader
    from yahtzee_tui.settings import ChanceMode, HasOptions
    from yahtzee_tui.strategy import Advice, HoldChoice, Reason
    from yahtzee_tui.strategy.forecast import WinAdvice
    from yahtzee_tui.strategy.solver.turn_recursion import TurnValues
    from yahtzee_tui.table import Table


class Hints(NamedTuple):
    """The coach's marks: the dice to hold, if that is best, and what each box loses.

    A loss is in points, or in percentage points of the chance of a target if `in_percent` is true.
    """

    keep: Positions = ()
    losses: dict[str, float] | None = None
    in_percent: bool = False


NO_HINTS = Hints()

COACH_IN_EVENTS = N_("The coach is off in an event.")


_TurnKey: TypeAlias = "tuple[tuple[Card, ...], int, int | None]"
"""The cards before a turn, its seat and its target, which determine the chances in it."""


class Coach:
    """Gives advice at a table, only to players who want it."""

    def __init__(
        self,
        table: Table,
        chosen: HasOptions,
        loader: Callable[[], ValueTableLoader],
        seats: Container[int],
    ) -> None:
        """Create a coach for the seats that are played at this screen."""
        self._table, self._chosen, self._loader = table, chosen, loader
        self._seats = seats
        self._toggled_seats: set[int] = set()
        self._targets: dict[int, int] = {}  # by seat
        self._latest: Advice | None = None
        self._forecast_turn: _TurnKey | None = None
        self._wins: TurnValues | None = None
        # With the advice and the held dice that they are about.
        self._reasons: tuple[Advice, HoldChoice | None, tuple[Reason, ...]] | None = None

    @property
    def is_enabled(self) -> bool:
        return self._chosen.options.coach != "off"

    @property
    def is_wanted(self) -> bool:
        game, coach = self._table.game, self._chosen.options.coach
        wanted = (coach == "always") != (game.seat in self._toggled_seats)
        is_enabled = coach != "off" and not game.is_over
        return wanted and is_enabled and game.seat in self._seats

    def toggle(self) -> None:
        self._toggled_seats ^= {self._table.game.seat}

    def forget(self) -> None:
        """Find out the next advice anew: boxes have other names now."""
        self._latest = self._reasons = None

    @property
    def target(self) -> int | None:
        """The final score that the player to move wants to reach, None for the best average."""
        return self._targets.get(self._table.game.seat)

    def aim(self, target: int | None) -> None:
        """Advise the player to move for a final score, and from now on if that wasn't wanted."""
        seat = self._table.game.seat
        self._targets.pop(seat, None)
        if target is not None:
            self._targets[seat] = target
            if not self.is_wanted:
                self.toggle()

    @property
    def advice(self) -> Advice | None:
        """The values of all choices, None if advice is not wanted or no dice were rolled."""
        game, latest = self._table.game, self._latest
        if not self.is_wanted or not game.roll:
            return None
        position = (game.card, game.faces, game.rolls_left)
        if latest is None or (latest.card, latest.faces, latest.rolls_left) != position:
            self._latest = latest = self._loader().advise(*position)
        try:
            if latest is not None:
                self._table.note_coach(game.seat)
        except Refusal:  # there is no advice that the record can't note
            return None
        return latest

    @property
    def needs_loading(self) -> bool:
        """Whether advice is wanted that needs a value table or chances of winning first."""
        if not self.is_wanted:
            return False
        return self._loader().adviser is None or self._needs_chances or self._needs_reasons

    async def load(self, report: Callable[[], None]) -> None:
        """Load the value table, the chances of winning or of the target, and the reasons.

        `report` is called during that, and at the end.
        """
        import asyncio  # plain text does without it

        loader = self._loader()
        if loader.adviser is None:
            await loader.load(report)
        if self._needs_chances and not loader.can_forecast(self._table.game, self.target):
            await loader.load_outcomes()
        game, target, key = self._table.game, self.target, self._turn_key
        is_known = self._wins is not None and not self._needs_chances
        if loader.can_forecast(game, target) and not is_known:
            self._forecast_turn, self._wins = key, None
            wins = await asyncio.to_thread(loader.find_wins, game, target)
            if self._forecast_turn == key:
                self._wins = wins
                if self.is_wanted:
                    report()
        if self._needs_reasons:
            await self._find_reasons(report)

    async def _find_reasons(self, report: Callable[[], None]) -> None:
        """Find out why the best choice is better than the held dice or another plan."""
        import asyncio  # plain text does without it

        from yahtzee_tui.strategy import find_other_plan

        loader, advice = self._loader(), self.advice
        if advice is None:
            return
        held = self.find_held(advice)
        self._reasons = advice, held, ()  # none until they are known
        if (other := find_other_plan(advice, held)) is None:
            return
        reasons = await asyncio.to_thread(loader.find_reasons, advice, other)
        if reasons is None and await loader.load_outcomes():
            reasons = await asyncio.to_thread(loader.find_reasons, advice, other)
        if reasons and self._reasons == (advice, held, ()):
            self._reasons = advice, held, reasons
            if self.is_wanted:
                report()

    def find_held(self, advice: Advice | None) -> HoldChoice | None:
        """Return the choice of the held dice, None if none or all are."""
        game = self._table.game
        if advice is None or not 0 < len(game.held) < game.ruleset.dice:
            return None
        return advice.hold(game.held) if picked(self._table, self._chosen.options) else None

    def wins(self, advice: Advice | None) -> WinAdvice | None:
        """Return the chances of winning or of the target, None until they are known."""
        if advice is None or self._wins is None or self._forecast_turn != self._turn_key:
            return None
        from yahtzee_tui.strategy.forecast import WinAdvice

        return WinAdvice(advice, self._wins, self.target)

    def hints(self, advice: Advice | None) -> Hints:
        if advice is None:
            return NO_HINTS
        from yahtzee_tui.strategy import HoldChoice

        keep: Positions = ()
        aimed = self.wins(advice) if self.target is not None else None
        best = advice.best if aimed is None else aimed.best
        if isinstance(best, HoldChoice):
            keep = advice.positions(best, self._table.game.held)
        if aimed is None:
            return Hints(keep, {choice.box.id: advice.loss(choice) for choice in advice.boxes})
        losses = {choice.box.id: 100 * aimed.loss(choice) for choice in advice.boxes}
        return Hints(keep, losses, in_percent=True)

    def find_box(self, advice: Advice) -> str:
        """Return the id of the box that is best now, for the target if there is one."""
        aimed = self.wins(advice) if self.target is not None else None
        if aimed is None:
            return max(advice.boxes, key=attrgetter("value")).box.id
        return max(advice.boxes, key=lambda each: (aimed.share(each), each.value)).box.id

    def advise_now(self, target: int | None) -> tuple[Advice, WinAdvice | None]:
        """Return the values and chances of winning of all choices, and note the coach.

        The chances are those of reaching a target if there is one. They are None until the outcomes
        are loaded, which begins with this.

        Raises a `Refusal` if the coach is off, no dice were rolled, or the solver can't do the
        rules.
        """
        game, loader = self._table.game, self._loader()
        if find_event(self._table.setup) is not None:
            raise NotNow("no_coach", _(COACH_IN_EVENTS), game)
        if not self.is_enabled:
            raise NotNow("no_coach", _("The coach is off in your settings."), game)
        game.legal_actions.check_dice()
        from yahtzee_tui.strategy import Advice
        from yahtzee_tui.strategy.forecast import WinAdvice

        advice = Advice(loader.load_adviser(), game.card, game.faces, game.rolls_left)
        self._table.note_coach(game.seat)
        loader.start_outcomes()
        wins = loader.find_wins(game, target) if loader.can_forecast(game, target) else None
        return advice, None if wins is None else WinAdvice(advice, wins, target)

    def explain(self, advice: Advice) -> str | None:
        """Return why the best choice is best, box by box, None until the outcomes are loaded."""
        from yahtzee_tui.strategy import describe_why

        values = self._loader().values
        return None if values is None else describe_why(values, advice)

    def describe_reasons(self, advice: Advice | None) -> tuple[str, ...]:
        """Return the sentence of `describe` with the reasons, the longest form first."""
        if advice is None or not self._has_reasons(advice) or self._reasons is None:
            return ()
        from yahtzee_tui.strategy import add_reasons

        if self.target is not None:
            return ()
        _about, held, reasons = self._reasons
        return add_reasons(advice, reasons, self.wins(advice), held)

    def describe(self, advice: Advice | None) -> tuple[str, ...]:
        """Return the best choice and why, the longest form first, or the progress of loading.

        Empty if it is not wanted.
        """
        if advice is not None:
            from yahtzee_tui.strategy import list_advice, list_win_advice

            wins, held = self.wins(advice), self.find_held(advice)
            if wins is not None:
                return list_win_advice(wins, held)
            return list_advice(advice, held=held)
        if not self.is_wanted:
            return ()
        loader = self._loader()
        if loader.problem is not None:
            return (loader.problem,)
        if loader.adviser is None:
            percent = format_percent(loader.progress, 1)
            return (_("The coach is calculating best play: {percent}.", percent=percent),)
        return ()

    @property
    def _needs_chances(self) -> bool:
        game = self._table.game
        if game.is_over or game.saved:
            return False
        has_chances = len(game.cards) > 1 or self.target is not None
        return has_chances and self._forecast_turn != self._turn_key

    @property
    def _needs_reasons(self) -> bool:
        """Whether the reasons of the present advice aren't known; it must be wanted."""
        advice = self.advice
        return advice is not None and not self._has_reasons(advice)

    def _has_reasons(self, advice: Advice) -> bool:
        """Return whether the reasons are, or are being, found for this advice and these dice."""
        found = self._reasons
        return found is not None and found[0] is advice and found[1] == self.find_held(advice)

    @property
    def _turn_key(self) -> _TurnKey:
        return self._table.game.cards, self._table.game.seat, self.target


class ChancePosition(NamedTuple):
    """A position, and the dice that its player has chosen to keep, None while that is open."""

    game: Game
    hold: Faces | None

    @classmethod
    def of(cls, table: Table, own: Container[int]) -> ChancePosition:
        """Return the present position of a table.

        `own` are the seats that are played here. Their players can compare holds by the chances,
        so the record notes the coach; if it can't, the chance is that of the best hold.
        """
        game, done = table.game, table.history.done
        if not (game.held and done and isinstance(done[-1], Held)):
            return cls(game, None)
        if game.seat in own:
            try:
                table.note_coach(game.seat)
            except Refusal:
                return cls(game, None)
        return cls(game, tuple(game.faces[at] for at in game.held))


def shows_chance(mode: ChanceMode, game: Game, own: Container[int]) -> bool:
    """Return whether the chances of winning are shown now; `own` are the seats played here."""
    seats = range(len(game.players))
    if mode == "off" or len(seats) == 1 or game.is_over:
        return False
    return mode == "always" or not any(map(own.__contains__, seats))
