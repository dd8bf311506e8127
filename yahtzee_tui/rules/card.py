"""One player's card: what is written in it, its totals, and what dice would score in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain, combinations_with_replacement
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.errors import check_arguments
from yahtzee_tui.rules.actions import read_points
from yahtzee_tui.rules.builtin_rulesets import find_ruleset
from yahtzee_tui.rules.errors import Forbidden, Malformed
from yahtzee_tui.rules.ruleset import Order, Potential, Section, count_faces, most_paid
from yahtzee_tui.text import cell_width, join_words, pad, quote
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yahtzee_tui.rules.ruleset import Box, Faces, Reading, Ruleset


@dataclass(frozen=True)
class Card:
    """The card of one player, frozen: the points in each box in order, None where it is open.

    >>> card = Card.parse(find_ruleset("official"), "1,.,9,.,.,.,.,.,25,.,.,50,.+1")
    >>> card["threes"], card["chance"], card.upper_total, card.grand_total
    (9, None, 10, 185)
    >>> card.potential("chance", (3, 3, 3, 4, 4)).points
    17
    """

    ruleset: Ruleset
    scores: tuple[int | None, ...]
    repeats: int = 0  # how many Yahtzee bonuses were earned

    @classmethod
    def empty(cls, ruleset: Ruleset | str) -> Card:
        """Return a card with all boxes open, of a rule set or its id; see `find_ruleset`."""
        ruleset = find_ruleset(ruleset)
        return cls(ruleset, (None,) * len(ruleset.boxes))

    @classmethod
    @check_arguments
    def parse(cls, ruleset: Ruleset | str, text: str) -> Card:
        """Read a card such as `1,.,9,.,.,.,.,.,25,.,.,50,.+1`; see `format_scores`.

        Raises `Malformed` if there are too few or too many boxes, or one can't hold its points.
        """
        ruleset = find_ruleset(ruleset)
        boxes, plus, bonuses = text.partition("+")
        cells = boxes.split(",")
        if len(cells) != len(ruleset.boxes):
            sentence = ngettext(
                "A card of {game} has {count} box, not {given}.",
                "A card of {game} has {count} boxes, not {given}.",
                len(ruleset.boxes),
                game=ruleset.name,
                given=len(cells),
            )
            raise Malformed("bad_card", sentence)
        scores: list[int | None] = []
        for box, cell in zip(ruleset.boxes, cells, strict=True):
            scores.append(None if cell == "." else read_points(cell))
            if scores[-1] is not None:
                check_points(ruleset, box, cell)
        card = cls(ruleset, tuple(scores), read_points(bonuses) if plus else 0)
        if card.repeats and not card._may_have_repeats:
            sentence = _("{number} bonuses can't be on this card.", number=quote(bonuses))
            raise Malformed("bad_bonuses", sentence)
        return card

    def format_scores(self) -> str:
        """Return the points of the boxes in the order of the card, periods for open boxes.

        The number of Yahtzee bonuses follows if there are any, as in `.,.,9,50,.+1`.
        """
        cells = ",".join("." if points is None else str(points) for points in self.scores)
        return f"{cells}+{self.repeats}" if self.repeats else cells

    def __repr__(self) -> str:
        return f"Card({self.ruleset.key} {self.format_scores()})"

    def __str__(self) -> str:
        """Return the card as text, a line for each box."""
        return draw_cards((self,))

    def svg(self) -> str:
        """Return a picture of the card, for notebooks and pages."""
        from yahtzee_tui.rules.svg import draw_svg  # few programs need it

        return draw_svg(str(self))

    _repr_html_ = svg

    @property
    def _may_have_repeats(self) -> bool:
        """Whether the box of the bonus holds its points, and others are filled for the bonuses."""
        bonus = self.ruleset.repeat_bonus
        if bonus is None or self[bonus.box] not in self.ruleset.arming:
            return False
        return self.repeats < len(self.scores) - len(self.open)

    def __getitem__(self, box: str) -> int | None:
        """Return the points in a box, None if it is open; raise as `Ruleset.place` does."""
        place = self.ruleset.places.get(box)
        return self.scores[self.ruleset.place(box) if place is None else place]

    @cached_property
    def open(self) -> tuple[Box, ...]:
        """The boxes still to be filled, in the order of the card."""
        cells = zip(self.ruleset.boxes, self.scores, strict=True)
        return tuple([box for box, points in cells if points is None])

    @property
    def is_full(self) -> bool:
        return None not in self.scores

    @cached_property
    def upper_total(self) -> int:
        """The sum of the upper boxes, without bonus."""
        return self._section_total(Section.UPPER)

    @cached_property
    def upper_bonus(self) -> int:
        """The upper bonus as earned so far."""
        bonus = self.ruleset.upper_bonus
        return bonus.paid(self.upper_total) if bonus else 0

    @property
    def repeat_points(self) -> int:
        """The Yahtzee bonuses as points."""
        bonus = self.ruleset.repeat_bonus
        return self.repeats * bonus.points if bonus else 0

    @cached_property
    def lower_total(self) -> int:
        """The sum of the lower boxes with the Yahtzee bonuses."""
        return self._section_total(Section.LOWER) + self.repeat_points

    @property
    def grand_total(self) -> int:
        """The score so far."""
        return self.upper_total + self.upper_bonus + self.lower_total

    @cached_property
    def upper_par(self) -> int | None:
        """Points above or below an even pace to the next tier of the upper bonus; None without one.

        With five dice and 63 points the pace is three of each face filled so far.
        """
        bonus, matching = self.ruleset.upper_bonus, self.ruleset.matching
        if bonus is None:
            return None
        places, (needed, _) = self.ruleset.places, bonus.next_tier(self.upper_total)
        filled = sum([f for f, box in matching.items() if self.scores[places[box.id]] is not None])
        return self.upper_total - needed * filled // max(1, sum(matching))

    @cached_property
    def upper_bonus_in_reach(self) -> bool:
        """Whether the open upper boxes could still earn a higher upper bonus than now."""
        bonus = self.ruleset.upper_bonus
        if bonus is None:
            return False
        ruleset = self.ruleset
        # What is quick to find is often enough: points without a joker, in the last boxes first,
        # which hold the most.
        still_open = [box for box in reversed(self.open) if box.section is Section.UPPER]
        plain = (most_paid(box, ruleset.dice, ruleset.sides) for box in still_open)
        best = (max(attainable_points(ruleset, box.id)) for box in still_open)
        most = chain(accumulate(plain), accumulate(best))
        return any(bonus.paid(self.upper_total + each) > self.upper_bonus for each in most)

    def check_entry(self, box: str, points: int, bonus: int = 0) -> None:
        """Raise a `Refusal` if a box can't get points and a Yahtzee bonus, whatever the dice."""
        found = self.ruleset.box(box)
        if refusal := self._why_filled(found) or self._out_of_order(found):
            raise refusal
        check_points(self.ruleset, found, str(points))
        repeat = self.ruleset.repeat_bonus
        is_armed = repeat is not None and self[repeat.box] in self.ruleset.arming
        if bonus and (not is_armed or repeat is None or bonus != repeat.points):
            sentence = _("A bonus of {points} can't be earned here.", points=bonus)
            raise Malformed("bad_bonus", sentence)

    def write(self, box: str, points: int, bonus: int = 0) -> Card:
        """Return the card with points written into a box; trusts that they are right."""
        place = self.ruleset.places[box]
        scores = (*self.scores[:place], points, *self.scores[place + 1 :])
        return Card(self.ruleset, scores, self.repeats + (bonus > 0))

    def repeat_bonus(self, faces: Faces) -> int:
        """Return the Yahtzee bonus that this roll earns when it is scored, in any box."""
        return self._repeat_bonus(self.ruleset.read(faces))

    def _repeat_bonus(self, reading: Reading) -> int:
        bonus = self.ruleset.repeat_bonus
        if bonus is None or bonus.box not in reading.shown:
            return 0
        return bonus.points if self[bonus.box] in self.ruleset.arming else 0

    def potential(self, box: str, faces: Faces, *, is_first: bool = False) -> Potential:
        """Return what these dice would score in a box, or why they may not; see `Ruleset.place`.

        `is_first` says that they were thrown at once, for which some games pay more.
        """
        place = self.ruleset.place(box)
        found = self.ruleset.boxes[place]
        if refusal := self._why_filled(found):
            return Potential(found, 0, refusal=refusal)
        reading = self.ruleset.read(faces, is_first=is_first)
        plain = reading.potentials[place]
        if reading.is_plain:
            return plain
        matching_box, bonus = self._matching_box(reading), self._repeat_bonus(reading)
        return self._potential(plain, faces, matching_box, bonus, is_first=is_first)

    def potentials(self, faces: Faces, *, is_first: bool = False) -> tuple[Potential, ...]:
        """Return what these dice would score in every open box, in the order of the card."""
        reading = self.ruleset.read(faces, is_first=is_first)
        cells = zip(reading.potentials, self.scores, strict=True)
        plain = [found for found, points in cells if points is None]
        if reading.is_plain:
            return tuple(plain)
        matching_box, bonus = self._matching_box(reading), self._repeat_bonus(reading)
        return tuple(
            [self._potential(f, faces, matching_box, bonus, is_first=is_first) for f in plain]
        )

    def _potential(
        self,
        plain: Potential,
        faces: Faces,
        matching_box: Box | None,
        bonus: int,
        *,
        is_first: bool,
    ) -> Potential:
        ruleset, box = self.ruleset, plain.box
        refusal = self._out_of_order(box)
        if refusal is None and matching_box is not None:
            refusal = self._joker_refusal(box, matching_box)
        if refusal is not None:
            return Potential(box, 0, refusal=refusal)
        joker = ruleset.joker
        if matching_box is None or joker is None or self[matching_box.id] is None:
            return plain._replace(bonus=bonus) if bonus else plain
        points = plain.points
        if box.section is Section.LOWER:
            counts = count_faces(faces, ruleset.sides)
            points = max(points, box.points.full(box.pattern, counts, is_first=is_first))
        elif joker.upper_total:
            points = max(points, sum(faces))
        return Potential(box, points, bonus, joker=points != plain.points)

    def _matching_box(self, reading: Reading) -> Box | None:
        """Return the upper box of a joker's face, None if the dice are no joker on this card."""
        joker, face = self.ruleset.joker, reading.joker_face
        if joker is None or face is None or self[joker.box] is None:
            return None
        return self.ruleset.matching[face]

    def _joker_refusal(self, box: Box, matching_box: Box) -> Forbidden | None:
        joker = self.ruleset.joker
        if joker is None or not joker.forced or box is matching_box:
            return None
        if self.ruleset.order is not Order.ANY:
            # The one box that is due must take the dice, or the game could not go on.
            return None
        name = self.ruleset.box(joker.box).name
        if self[matching_box.id] is None:
            to = matching_box.name
            sentence = _("Joker: score this {yahtzee} in {box}.", yahtzee=name, box=to)
            return Forbidden("joker_forced", sentence)
        if box.section is Section.UPPER and any(b.section is Section.LOWER for b in self.open):
            # Translators: at most 50 cells
            sentence = _("Joker: score this {yahtzee} in an open lower box.", yahtzee=name)
            return Forbidden("joker_lower", sentence)
        return None

    def _why_filled(self, box: Box) -> Forbidden | None:
        if self[box.id] is None:
            return None
        return Forbidden("box_filled", _("{box} is already filled.", box=box.name))

    def _out_of_order(self, box: Box) -> Forbidden | None:
        if self.ruleset.order is Order.ANY:
            return None
        due = self.open[0 if self.ruleset.order is Order.DOWN else -1]
        if box is due:
            return None
        sentence = _("Boxes are filled in order. Next is {box}.", box=due.name)
        return Forbidden("out_of_order", sentence)

    def _section_total(self, section: Section) -> int:
        return sum(
            points
            for box, points in zip(self.ruleset.boxes, self.scores, strict=True)
            if points is not None and box.section is section
        )


_MOST_LISTED = 7  # points that a box can hold, where they are listed


def check_points(ruleset: Ruleset, box: Box, points: str) -> int:
    """Return the points in a text; raise `Malformed` if the box can't hold so many."""
    attainable = attainable_points(ruleset, box.id)
    if points.isascii() and points.isdigit() and len(points) <= 4 and int(points) in attainable:
        return int(points)
    sentence = N_("{box} can't hold {points}.")
    if len(attainable) <= _MOST_LISTED:
        sentence = N_("{box} can't hold {points}, only {others}.")
    others = join_words(sorted(attainable), "or")
    raise Malformed("bad_points", _(sentence, box=box.name, points=quote(points), others=others))


@lru_cache(maxsize=256)
def attainable_points(ruleset: Ruleset, box: str) -> frozenset[int]:
    """Return all points that a box can come to hold, as a joker too, and 0; see `Ruleset.place`."""
    place, places = ruleset.place(box), range(len(ruleset.boxes))
    # With every box filled that can be, dice are a joker here wherever they can be one.
    is_open = {Order.ANY: {place}, Order.DOWN: {*places[place:]}, Order.UP: {*places[: place + 1]}}
    last = Card(ruleset, tuple(None if at in is_open[ruleset.order] else 0 for at in places))
    found = {0}
    joker = ruleset.box(ruleset.joker.box).pattern if ruleset.joker is not None else None
    for faces in combinations_with_replacement(range(1, ruleset.sides + 1), ruleset.dice):
        counts = count_faces(faces, ruleset.sides)
        for is_first in (False, True)[: 1 + ruleset.pays_first_rolls]:
            found.add(ruleset.boxes[place].score(counts, is_first=is_first))
            if joker is not None and joker.matched(counts) is not None:
                found.add(last.potential(box, faces, is_first=is_first).points)
    return frozenset(found)


class CardLine(NamedTuple):
    """A line of a card."""

    name: str
    points: Callable[[Card], int | None]  # what a card has there, None in an open box
    box: Box | None = None  # None for a bonus and the total


def list_lines(ruleset: Ruleset) -> list[CardLine]:
    """Return the lines of a card from top to bottom."""
    lines = [CardLine(box.name, itemgetter(box.id), box) for box in ruleset.upper]
    if ruleset.upper_bonus is not None:
        lines.append(CardLine(_("Upper bonus"), attrgetter("upper_bonus")))
    lines += [CardLine(box.name, itemgetter(box.id), box) for box in ruleset.lower]
    if ruleset.repeat_bonus is not None:
        name = ruleset.box(ruleset.repeat_bonus.box).name
        lines.append(CardLine(_("{box} bonus", box=name), attrgetter("repeat_points")))
    return [*lines, CardLine(_("Total"), attrgetter("grand_total"))]


def draw_cards(cards: Sequence[Card], players: Sequence[str] = ()) -> str:
    """Return cards of one rule set side by side, a line for each box; open boxes have a period."""
    rows = [("", *players)] if players else []
    for name, points, _box in list_lines(cards[0].ruleset):
        rows.append((name, *("." if each is None else str(each) for each in map(points, cards))))
    label, *widths = (max(map(cell_width, column)) for column in zip(*rows, strict=True))
    return "\n".join(
        pad(name, label) + "".join(f"  {pad(each, width, right=True)}" for each, width in cells)
        for name, *texts in rows
        for cells in [zip(texts, widths, strict=True)]
    )
