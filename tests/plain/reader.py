"""Follows a game by the lines printed, and checks every number against the rules."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from yahtzee_tui.rules import Held, History, Rolled, Scored
from yahtzee_tui.table import describe_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Box, Game, Setup

_ROLLED = re.compile(
    r"(?P<player>.+) rolled (?P<faces>\d(?: \w+)?(?:, \d(?: \w+)?)*)\."
    r"(?: (?P<left>\d+|No) rolls? left(?: \((?P<saved>\d+) saved\))?"
    r"(?:; type s to score|, (?:die|dice) (?P<held>.+) held)?\.)?"
)
_HELD = re.compile(
    r"(?P<back>Undone\. )?(?P<player>.+) holds "
    r"(?:no dice|(?:(?:die|dice) (?P<places>[^:]+): )?(?P<faces>\d(?: \w+)?(?:, \d(?: \w+)?)*))\."
)
_SCORED = re.compile(
    r"(?P<player>.+) scored (?P<points>\d+) in (?P<box>.+?)(?:, Yahtzee bonus (?P<bonus>\d+))?"
    r"(?:, upper bonus (?P<upper>\d+))?, total (?P<total>\d+)\."
    r"(?: (?P<saved>\d+|No) rolls? saved\.)?"
)
_TAKEN_BACK = re.compile(r"Undone: .+\.")
_OFFERED = re.compile(
    r"(?P<number>\d+)\. (?P<box>.+?)(?:, (?P<code>[AB]\d))?, (?P<points>\d+) points?"
    r"(?P<joker> as a joker)?(?:, \w+ bonus (?P<bonus>\d+))?\."
)
_ENTERED = re.compile(
    r"(?P<number>\d+)\. (?P<box>.+?)(?:, [AB]\d)?, (?:open|(?P<points>\d+) points?)\."
)
_CARD = re.compile(r"(?P<player>.+)'s card, total (?P<total>\d+)\.")
_RANKED = re.compile(
    r"(?P<place>\d+)\. (?P<player>.+) (?P<total>\d+): upper section (?P<upper>\d+)"
    r"(?:, upper bonus (?P<bonus>\d+))?, lower section (?P<lower>\d+).*\."
)
_SECTIONS = re.compile(r"Upper section \d+.*")
_DICE = re.compile(
    r"(?P<player>.+)'s dice show (?P<faces>\d(?: \w+)?(?:, \d(?: \w+)?)*)\."
    r"(?: (?P<left>\d+|No) rolls? left.*?(?:, (?:die|dice) (?P<held>.+) held)?[.;].*)?"
)
_TOTALS = re.compile(r"Totals: (?P<totals>.+)\.")


class Reader:
    """Reads line after line.

    Attributes:
        history: The game as it was told.
        question: What was asked last, without the colon behind it.
        told: How many lines of each kind were understood.
    """

    def __init__(self, setup: Setup) -> None:
        self.history = History(setup.start())
        self.question = ""
        self.told = Counter[str]()
        self.computers = setup.computers
        self.owner: int | None = None
        self.kinds: dict[re.Pattern[str], Callable[[re.Match[str]], None]] = {
            _ROLLED: self.rolled,
            _HELD: self.held,
            _SCORED: self.scored,
            _TAKEN_BACK: self.taken_back,
            _CARD: self.card,
            _SECTIONS: self.card_ended,
            _RANKED: self.ranked,
            _DICE: self.dice,
            _TOTALS: self.totals,
        }

    @property
    def game(self) -> Game:
        return self.history.game

    def read(self, line: str) -> None:
        assert line.isprintable()
        if line.endswith(":"):
            self.question = line[:-1]
            return
        if entry := (_ENTERED if self.owner is not None else _OFFERED).fullmatch(line):
            self.told["box"] += 1
            (self.entered if self.owner is not None else self.offered)(entry)
            return
        for pattern, take in self.kinds.items():
            if found := pattern.fullmatch(line):
                self.told[take.__name__] += 1
                take(found)
                return
        if self.game.is_over and line == describe_end(self.game):
            self.told["end"] += 1

    def rolled(self, found: re.Match[str]) -> None:
        assert found["player"] == self.game.player
        event = Rolled(_numbers(found["faces"]))
        if not self.is_computer:  # of whose holds only the faces are told
            self.game.check(event)
        self.history = self.history.play(event)
        if found["left"]:
            assert found["left"] == (str(self.game.rolls_left) if self.game.rolls_left else "No")
            assert int(found["saved"] or 0) == self.game.saved_left
            assert (found["held"] is not None) == bool(self.game.held and self.game.rolls_left)

    def held(self, found: re.Match[str]) -> None:
        assert found["player"] == self.game.player
        if self.is_computer:
            return
        if found["back"]:
            self.history = self.history.undo()
            assert (found["faces"] is None) == (not self.game.held)
            return
        places = found["places"].replace(" and ", ", ") if found["places"] else ""
        event = Held(tuple(number - 1 for number in _numbers(places)))
        shown = tuple(self.game.faces[position] for position in event.positions)
        assert shown == _numbers(found["faces"] or "")
        self.game.check(event)
        self.history = self.history.play(event)

    def scored(self, found: re.Match[str]) -> None:
        game, seat = self.game, self.game.seat
        assert found["player"] == game.player
        box = self.box(found["box"])
        event = Scored(box.id, int(found["points"]), int(found["bonus"] or 0))
        game.play(event)
        self.history = self.history.play(event)
        card = self.game.cards[seat]
        assert card.grand_total == int(found["total"])
        assert card.upper_bonus - game.card.upper_bonus == int(found["upper"] or 0)
        saved = int(found["saved"].replace("No", "0")) if found["saved"] else None
        assert saved == (self.game.saved[seat] if self.game.saved else None)

    def taken_back(self, _: re.Match[str]) -> None:
        self.history = self.history.undo()

    def offered(self, found: re.Match[str]) -> None:
        box = self.box(found["box"])
        assert int(found["number"]) == self.game.ruleset.place(box.id) + 1
        assert (found["code"] is not None) == self.game.ruleset.shows_codes
        potential = self.game.potential(box.id)
        assert potential.refusal is None
        assert potential.points == int(found["points"])
        assert potential.bonus == int(found["bonus"] or 0)
        assert potential.joker == bool(found["joker"])

    def card(self, found: re.Match[str]) -> None:
        self.owner = self.game.players.index(found["player"])
        assert self.game.cards[self.owner].grand_total == int(found["total"])

    def entered(self, found: re.Match[str]) -> None:
        assert self.owner is not None
        card, box = self.game.cards[self.owner], self.box(found["box"])
        assert int(found["number"]) == self.game.ruleset.place(box.id) + 1
        assert card[box.id] == (None if found["points"] is None else int(found["points"]))

    def card_ended(self, _: re.Match[str]) -> None:
        self.owner = None

    def ranked(self, found: re.Match[str]) -> None:
        seat = self.game.players.index(found["player"])
        card = self.game.cards[seat]
        assert (int(found["place"]), seat, int(found["total"])) in self.game.ranking
        assert card.upper_total == int(found["upper"])
        assert card.upper_bonus == int(found["bonus"] or 0)
        assert card.lower_total == int(found["lower"])

    def dice(self, found: re.Match[str]) -> None:
        game = self.game
        assert (found["player"], _numbers(found["faces"])) == (game.player, game.faces)
        if found["left"]:
            assert int(found["left"].replace("No", "0")) == game.rolls_left
            held = re.findall(r"\d+", found["held"] or "")
            assert not game.rolls_left or [int(each) - 1 for each in held] == [*game.held]

    def totals(self, found: re.Match[str]) -> None:
        cards = zip(self.game.players, self.game.cards, strict=True)
        assert found["totals"] == ", ".join(f"{name} {card.grand_total}" for name, card in cards)

    def box(self, name: str) -> Box:
        return next(box for box in self.game.ruleset.boxes if box.name == name)

    @property
    def is_computer(self) -> bool:
        return bool(self.computers and self.computers[self.game.seat])


def _numbers(text: str) -> tuple[int, ...]:
    """Return numbers separated by commas, without the colors that dice may have behind them."""
    return tuple(int(word.split()[0]) for word in text.split(", ")) if text else ()
