"""What a record shows about its dice: whether each face is the one that its seed or secret gives.

That alone says little, as the author of a record chooses its secret, and may try many. What says
more doesn't come from the record: a host's signature, or the saved games of this computer.
"""

from __future__ import annotations

from enum import Enum
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.dice import CommittedDice, RealDice, SeededDice, Throw, find_dice, is_commitment
from yahtzee_tui.rules import Held, Rolled, Scored, format_faces
from yahtzee_tui.text import join_words
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from yahtzee_tui.rules import Event, Faces, Positions, Setup


class Proof(Enum):
    """What is known about the dice of a record."""

    CONSISTENT = "consistent"  # they follow from its seed or secret, which anybody may have chosen
    RECORDED = "recorded"  # they do, and the game was recorded here before its first roll
    SIGNED = "signed"  # they do, and a host whose key is known signed the finished record
    NOT_SHOWN = "not_shown"
    WRONG = "wrong"  # the record has other dice than its seed or secret gives


class DiceCheck(NamedTuple):
    """The result of checking the dice of a record."""

    proof: Proof
    sentence: str
    # The index of the first event with other faces; None without one, or if the secret is wrong.
    event: int | None = None
    host: str = ""  # who signed it

    @property
    def title(self) -> str:
        """The result in a few words."""
        return _(_TITLES[self.proof], host=self.host)


_TITLES = {
    Proof.CONSISTENT: N_("Consistent"),
    Proof.RECORDED: N_("Recorded here before the first roll"),
    Proof.SIGNED: N_("Signed by {host}"),
    Proof.NOT_SHOWN: N_("Not shown"),
    Proof.WRONG: N_("Wrong"),
}


def check_dice(setup: Setup, events: Sequence[Event]) -> DiceCheck:
    """Compare the dice of a record, whose events the rules allow, with their source."""
    dice = find_dice(setup.dice, setup.secret, setup.words)
    if not isinstance(dice, SeededDice | CommittedDice):
        if isinstance(dice, RealDice):
            sentence = _("The dice were rolled on a table, where no program saw them.")
        elif not is_commitment(setup.dice):
            sentence = _("Nothing in the record shows that its dice were rolled.")
        elif not setup.secret:
            sentence = _("The record doesn't have the secret that decides the dice.")
        else:
            sentence = _("The secret isn't the one whose hash the record names.")
            return DiceCheck(Proof.WRONG, sentence)
        return DiceCheck(Proof.NOT_SHOWN, sentence)
    wrong = _find_wrong_roll(setup, dice, events)
    if wrong is None:
        return DiceCheck(Proof.CONSISTENT, _describe(Proof.CONSISTENT, setup, events))
    index, fell = wrong
    sentence = N_("The dice rolled here must be {faces}; the record shows others.")
    return DiceCheck(Proof.WRONG, _(sentence, faces=format_faces(fell)), index)


def confirm(setup: Setup, events: Sequence[Event], host: str = "") -> DiceCheck:
    """Return the result for a finished game with consistent dice that a host signed, or ours."""
    proof = Proof.SIGNED if host else Proof.RECORDED
    return DiceCheck(proof, _describe(proof, setup, events), host=host)


_FOLLOWS = {
    Proof.CONSISTENT: (
        N_("Every roll follows from the seed, but the writer of the record may have chosen it."),
        N_("Every roll follows from the secret, but the writer of the record may have chosen it."),
    ),
    Proof.RECORDED: (
        N_("Every roll follows from the seed, and the game was saved here from its first roll on."),
        N_(
            "Every roll follows from the secret, and the game was saved here from its first roll "
            "on."
        ),
    ),
    Proof.SIGNED: (
        N_("Every roll follows from the seed, and nothing in the record has changed since."),
        N_("Every roll follows from the secret, and nothing in the record has changed since."),
    ),
}
"""What speaks for dice that follow from a seed, or from a secret."""

_NO_WORDS = {
    Proof.CONSISTENT: N_("For fair dice, you must trust the computer that wrote the record."),
    Proof.RECORDED: N_("For fair dice, you must trust this computer."),
    Proof.SIGNED: N_("For fair dice, you must trust the host."),
}
"""Whose word the dice are where no player could add one."""


def _describe(proof: Proof, setup: Setup, events: Sequence[Event]) -> str:
    """Return what speaks for dice that follow from their source, and what is missing."""
    is_secret = is_commitment(setup.dice)
    game = setup.start()
    turns = sum(isinstance(event, Scored) for event in events)
    is_cut = bool(setup.secret) and turns < game.rounds * len(setup.players)
    is_daily = setup.dice.startswith("daily")
    sentences = [
        _(_FOLLOWS[proof][is_secret]),
        _("The game isn't finished, so its end may be cut off.") if is_cut else "",
        _("{command} shows the hash of that day.", command="ssh HOST daily") if is_daily else "",
        _describe_words(setup, proof) if is_secret else "",
    ]
    return " ".join(filter(None, sentences))


def _describe_words(setup: Setup, proof: Proof) -> str:
    """Return which players added a word to the secret that was drawn, and whose is missing."""
    if not setup.words:
        return _(_NO_WORDS[proof])
    seats = enumerate(setup.players)
    people = [(name, setup.words[at]) for at, name in seats if not setup.computer(at)]
    added = [f"{name} ({word})" for name, word in people if word]
    missing = join_words(name for name, word in people if not word)
    if not added:
        return _("No player added a word.")
    told = _("Words were added by {players}.", players=join_words(added))
    lacking = _("The word of {players} is missing.", players=missing) if missing else ""
    return f"{told} {lacking}".rstrip()


def _find_wrong_roll(
    setup: Setup, dice: SeededDice | CommittedDice, events: Sequence[Event]
) -> tuple[int, Faces] | None:
    """Return the index of the first event whose faces the dice don't give, and what they give.

    A text of earlier versions doesn't say which of two equal dice was held; its reader takes the
    first. So from there on, a roll of that turn is right if the dice give it with any of them held.
    """
    seats, ruleset = len(setup.players), setup.start().ruleset
    turns = roll = 0
    held: Positions = ()
    is_open = False  # whether other dice of these faces may have been held
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
                ways = combinations(range(len(fell)), len(kept)) if is_open else (held,)
                shown = {*_find_results(shown or {fell}, kept, fresh, fell, ways)}
                if not shown:
                    return index, fell
                before = faces
            case Held(positions, by_face):
                held, is_open = positions, is_open or by_face
            case Scored():
                turns, roll, held, is_open, shown = turns + 1, 0, (), False, set()
    return None


def _find_results(
    shown: Iterable[Faces],
    kept: list[int],
    fresh: list[int],
    fell: Faces,
    ways: Iterable[Positions],
) -> Iterator[Faces]:
    """Yield what the dice may show after a roll that kept some faces and gave fresh ones.

    `ways` are the positions that may have been held.
    """
    for faces, positions in product(shown, ways):
        rolled = [face for at, face in enumerate(fell) if at not in positions]
        if rolled == fresh and sorted(faces[at] for at in positions) == kept:
            yield tuple(faces[at] if at in positions else face for at, face in enumerate(fell))
