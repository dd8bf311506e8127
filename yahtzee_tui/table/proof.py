"""The proof of a record's dice: whether each face is the one that its seed or secret gives."""

from __future__ import annotations

from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.dice import CommittedDice, SeededDice, Throw, find_dice, is_commitment
from yahtzee_tui.rules import Held, Rolled, Scored, format_faces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.rules import Event, Faces, Positions, Setup


class Proof(Enum):
    """What a record shows about its dice."""

    PROVEN = "proven"
    UNPROVEN = "unproven"
    WRONG = "wrong"


class DiceCheck(NamedTuple):
    """The result of checking the dice of a record."""

    proof: Proof
    sentence: str
    # The index of the first event with other faces; None without one, or if the secret is wrong.
    event: int | None = None


def check_dice(setup: Setup, events: Iterable[Event]) -> DiceCheck:
    """Compare the dice of a record, whose events the rules allow, with their source."""
    dice = find_dice(setup.dice, setup.secret)
    if isinstance(dice, SeededDice):
        proven = "Every roll is the one that the seed gives."
    elif isinstance(dice, CommittedDice):
        proven = "Every roll is the one that the secret gives, whose hash the record names."
    elif not is_commitment(setup.dice):
        return DiceCheck(Proof.UNPROVEN, "Nothing in the record shows that its dice were rolled.")
    elif setup.secret:
        sentence = "The secret isn't the one whose hash the record names."
        return DiceCheck(Proof.WRONG, sentence)
    else:
        return DiceCheck(Proof.UNPROVEN, "The secret that decides the dice isn't published yet.")
    wrong = _find_wrong_roll(setup, dice, events)
    if wrong is None:
        return DiceCheck(Proof.PROVEN, proven)
    index, fell = wrong
    sentence = f"The dice give {format_faces(fell)} here, held ones apart; the record shows others."
    return DiceCheck(Proof.WRONG, sentence, index)


def _find_wrong_roll(
    setup: Setup, dice: SeededDice | CommittedDice, events: Iterable[Event]
) -> tuple[int, Faces] | None:
    """Return the index of the first event whose faces the dice don't give, and what they give.

    The text form doesn't say which of two equal dice was held, and its reader takes the first. So a
    roll is right if the dice give it with any of the equal ones held.
    """
    game = setup.start()
    seats, ruleset = len(setup.players), game.ruleset
    turns = roll = 0
    held: Positions = ()
    before: Faces = ()
    shown: set[Faces] = set()  # what the dice may have shown before, by position
    for index, event in enumerate(events):
        match event:
            case Rolled(faces):
                roll += 1
                seat, round_ = (setup.first + turns) % seats, turns // seats + 1
                fell = dice.roll(Throw(seat, round_, roll, ruleset.dice, ruleset.sides))
                kept = sorted(before[at] for at in held)
                fresh = [face for at, face in enumerate(faces) if at not in held]
                shown = {*_find_results(shown or {fell}, kept, fresh, fell)}
                if not shown:
                    return index, fell
                before = faces
            case Held(positions):
                held = positions
            case Scored():
                turns, roll, held, shown = turns + 1, 0, (), set()
    return None


def _find_results(
    shown: Iterable[Faces], kept: list[int], fresh: list[int], fell: Faces
) -> Iterator[Faces]:
    """Yield what the dice may show after a roll that kept some faces and gave fresh ones."""
    for faces in shown:
        for positions in combinations(range(len(fell)), len(kept)):
            rolled = [face for at, face in enumerate(fell) if at not in positions]
            if rolled == fresh and sorted(faces[at] for at in positions) == kept:
                yield tuple(faces[at] if at in positions else face for at, face in enumerate(fell))
