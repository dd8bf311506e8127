"""The seven rule sets that the program plays, by stable id.

Sources: the present rules of the boxed game (`official`, `classic`), the instructions of the 1986
Macintosh game (`macintosh`), of a 15-box Yatzy (`yatzy50`), of a Yahtzee with free-choice jokers
(`free-joker`) and of YZ (`yz`), and Scandinavian Yatzy as it is sold in the Nordic countries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules.patterns import Anything, Counted, Groups, Matching, Points, Run
from yahtzee_tui.rules.refusal import Malformed
from yahtzee_tui.rules.ruleset import Box, Joker, RepeatBonus, Ruleset, Section, UpperBonus
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from yahtzee_tui.rules.patterns import Faces, Pattern

_MATCHED = Points(dice=Counted.MATCHED)
_ALL = Points(dice=Counted.ALL)

_FACE_WORDS = ("one", "two", "three", "four", "five", "six")
_FACE_NAMES = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
_FACE_EXAMPLES = (
    (1, 1, 1, 3, 6),
    (2, 2, 4, 5, 2),
    (3, 3, 3, 1, 5),
    (4, 2, 4, 4, 4),
    (5, 5, 6, 5, 1),
    (6, 6, 3, 6, 2),
)


def _upper(names: tuple[str, ...] = _FACE_NAMES) -> tuple[Box, ...]:
    return tuple(
        Box(
            id=f"{_FACE_WORDS[face - 1]}{'es' if face == 6 else 's'}",
            name=name,
            short=name,
            code=f"A{face}",
            section=Section.UPPER,
            pattern=Matching(face),
            points=_MATCHED,
            wants=f"Any dice that show {_FACE_WORDS[face - 1]}",
            example=_FACE_EXAMPLES[face - 1],
        )
        for face, name in enumerate(names, 1)
    )


def _lower(
    box_id: str,
    code: str,
    name: str,
    pattern: Pattern,
    points: Points,
    wants: str,
    example: Faces,
    short: str = "",
) -> Box:
    return Box(box_id, name, short or name, code, Section.LOWER, pattern, points, wants, example)


def _of_a_kind(size: int, points: Points, name: str = "") -> Box:
    word = {3: "three", 4: "four"}[size]
    return _lower(
        f"{word}_of_a_kind",
        f"B{size - 2}",
        name or f"{word.capitalize()} of a kind",
        Groups((size,)),
        points,
        f"{word.capitalize()} dice of one face",
        {3: (5, 5, 5, 2, 1), 4: (2, 2, 2, 2, 6)}[size],
        short=f"{size} of a kind",
    )


def _full_house(points: Points) -> Box:
    wants = "Three dice of one face and two of another"
    return _lower("full_house", "B3", "Full house", Groups((3, 2)), points, wants, (3, 3, 3, 5, 5))


def _small_straight(pattern: Run, points: int, wants: str, name: str = "Small straight") -> Box:
    example = (1, 2, 3, 4, 5) if pattern.start else (3, 4, 3, 5, 6)
    return _lower(
        "small_straight", "B4", name, pattern, Points(points), wants, example, short="Sm straight"
    )


def _large_straight(pattern: Run, points: int, wants: str, name: str = "Large straight") -> Box:
    return _lower(
        "large_straight",
        "B5",
        name,
        pattern,
        Points(points),
        wants,
        (2, 3, 4, 5, 6),
        short="Lg straight",
    )


def _yahtzee(name: str) -> Box:
    wants = "Five dice of one face"
    return _lower("yahtzee", "B6", name, Groups((5,)), Points(50), wants, (4, 4, 4, 4, 4))


_CHANCE = _lower("chance", "B7", "Chance", Anything(), _ALL, "Any dice", (1, 4, 5, 6, 6))
_PAIRS = (
    _lower("one_pair", "P1", "One pair", Groups((2,)), _MATCHED, "Two dice of one face, the "
           "highest pair", (5, 5, 3, 3, 1)),
    _lower("two_pairs", "P2", "Two pairs", Groups((2, 2)), _MATCHED, "Two dice of one face and "
           "two of another", (5, 5, 3, 3, 1)),
)  # fmt: skip
_FOUR_IN_A_ROW = "Four faces in a row"
_FIVE_IN_A_ROW = "Five faces in a row"


def _american(
    yahtzee: str = "Yahtzee",
    three: str = "Three of a kind",
    four: str = "Four of a kind",
    small: str = "Small straight",
    large: str = "Large straight",
) -> tuple[Box, ...]:
    """Return the seven lower boxes of the 13-box games, chance last."""
    return (
        _of_a_kind(3, _ALL, three),
        _of_a_kind(4, _ALL, four),
        _full_house(Points(25)),
        _small_straight(Run(4), 30, _FOUR_IN_A_ROW, small),
        _large_straight(Run(5), 40, _FIVE_IN_A_ROW, large),
        _yahtzee(yahtzee),
        _CHANCE,
    )


_BONUS_35 = UpperBonus(((63, 35),))
_BONUS_50 = UpperBonus(((63, 50),))
_REPEAT_100 = RepeatBonus("yahtzee", holds=50, points=100)

OFFICIAL = Ruleset(
    id="official",
    name="Yahtzee",
    summary="13 boxes, forced joker, +100 for every further Yahtzee",
    boxes=_upper() + _american(),
    highest_total=1575,
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
    joker=Joker("yahtzee", forced=True),
)

CLASSIC = Ruleset(
    id="classic",
    name="Yahtzee, no jokers",
    summary="13 boxes, no joker, +100 for every further Yahtzee",
    boxes=_upper(("Aces", *_FACE_NAMES[1:])) + _american(three="3 of a kind", four="4 of a kind"),
    highest_total=1480,
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
)

MACINTOSH = Ruleset(
    id="macintosh",
    name="Yahtzee, 1986",
    summary="13 boxes, a joker may score its total in the upper section too",
    boxes=(*_upper(), _CHANCE, *_american(three="3 of a kind", four="4 of a kind")[:-1]),
    highest_total=1650,
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
    joker=Joker("yahtzee", upper_total=True),
)

YATZY50 = Ruleset(
    id="yatzy50",
    name="Yatzy, 15 boxes",
    summary="15 boxes, straights 30 and 40, upper bonus 50, no joker",
    boxes=_upper() + _PAIRS + _american("Yatzy"),
    highest_total=424,
    upper_bonus=_BONUS_50,
)

FREE_JOKER = Ruleset(
    id="free-joker",
    name="Yahtzee, free joker",
    summary="13 boxes, a joker forces nothing, bonus chips of 100",
    boxes=_upper(("1's", "2's", "3's", "4's", "5's", "6's"))
    + _american(three="3 of a kind", four="4 of a kind"),
    highest_total=1575,
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
    joker=Joker("yahtzee"),
)

YZ = Ruleset(
    id="yz",
    name="YZ",
    summary="13 boxes called A1–A6 and B1–B7, no upper bonus, free joker",
    boxes=_upper()
    + _american("YZ", "3 of a kind", "4 of a kind", small="Sm straight", large="Lg straight"),
    highest_total=1540,
    repeat_bonus=_REPEAT_100,
    joker=Joker("yahtzee"),
    shows_codes=True,
)

YATZY = Ruleset(
    id="yatzy",
    name="Scandinavian Yatzy",
    summary="15 boxes, most score only the dice that count, upper bonus 50",
    boxes=(
        *_upper(),
        *_PAIRS,
        _of_a_kind(3, _MATCHED),
        _of_a_kind(4, _MATCHED),
        _small_straight(Run(5, start=1), 15, "1-2-3-4-5"),
        _large_straight(Run(5, start=2), 20, "2-3-4-5-6"),
        _full_house(_ALL),
        _CHANCE,
        _yahtzee("Yatzy"),
    ),
    highest_total=374,
    upper_bonus=_BONUS_50,
)

RULESETS: dict[str, Ruleset] = {
    ruleset.id: ruleset
    for ruleset in (OFFICIAL, CLASSIC, MACINTOSH, YATZY50, FREE_JOKER, YZ, YATZY)
}
"""Every registered rule set by its id, the default first."""


def find_ruleset(ruleset_id: str) -> Ruleset:
    """Return the rule set with this id.

    Raises:
        Malformed: If there is none; the sentence names those that there are.
    """
    ruleset = RULESETS.get(ruleset_id)
    if ruleset is None:
        known = ", ".join(RULESETS)
        raise Malformed("unknown_rules", f"No rule set {quote(ruleset_id)}; there are {known}.")
    return ruleset
