"""The seven rule sets as data, and finding one, or a box of one, by what people call it.

Sources: the present rules of the boxed game (`official`, `classic`), the instructions of the 1986
Macintosh game (`macintosh`), of a 15-box Yatzy (`yatzy50`), of a Yahtzee with free-choice jokers
(`free-joker`) and of YZ (`yz`), and Scandinavian Yatzy as it is sold in the Nordic countries.
"""

from __future__ import annotations

import copyreg

from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.rules.ruleset import (
    Anything,
    Box,
    Counted,
    Groups,
    Joker,
    Matching,
    Pattern,
    Points,
    RepeatBonus,
    Ruleset,
    Run,
    Section,
    UpperBonus,
)
from yahtzee_tui.text import quote

_MATCHED = Points(dice=Counted.MATCHED)
_ALL = Points(dice=Counted.ALL)


def _box(
    code: str,
    box_id: str,
    wants: str,
    pattern: Pattern,
    points: Points,
    example: str,
    short: str = "",
) -> Box:
    name = box_id.replace("_", " ").capitalize()
    section = Section.UPPER if code.startswith("A") else Section.LOWER
    dice = tuple(map(int, example))
    return Box(box_id, name, short or name, code, section, pattern, points, wants, dice)


def _named(boxes: tuple[Box, ...], **names: str) -> tuple[Box, ...]:
    """Return boxes with other names, which are given by box id and short enough everywhere."""
    return tuple(
        box._replace(name=names[box.id], short=names[box.id]) if box.id in names else box
        for box in boxes
    )


_UPPER = (
    _box("A1", "ones", "Any dice that show one", Matching(1), _MATCHED, "11136"),
    _box("A2", "twos", "Any dice that show two", Matching(2), _MATCHED, "22452"),
    _box("A3", "threes", "Any dice that show three", Matching(3), _MATCHED, "33315"),
    _box("A4", "fours", "Any dice that show four", Matching(4), _MATCHED, "42444"),
    _box("A5", "fives", "Any dice that show five", Matching(5), _MATCHED, "55651"),
    _box("A6", "sixes", "Any dice that show six", Matching(6), _MATCHED, "66362"),
)
_PAIRS = (
    _box(
        "P1", "one_pair", "Two dice of one face, the highest pair", Groups((2,)), _MATCHED, "55331"
    ),
    _box(
        "P2",
        "two_pairs",
        "Two dice of one face and two of another",
        Groups((2, 2)),
        _MATCHED,
        "55331",
    ),
)
_THREE = _box(
    "B1", "three_of_a_kind", "Three dice of one face", Groups((3,)), _ALL, "55521", "3 of a kind"
)
_FOUR = _box(
    "B2", "four_of_a_kind", "Four dice of one face", Groups((4,)), _ALL, "22226", "4 of a kind"
)
_FULL_HOUSE = _box(
    "B3",
    "full_house",
    "Three dice of one face and two of another",
    Groups((3, 2)),
    Points(25),
    "33355",
)
_SMALL = _box(
    "B4", "small_straight", "Four faces in a row", Run(4), Points(30), "34356", "Sm straight"
)
_LARGE = _box(
    "B5", "large_straight", "Five faces in a row", Run(5), Points(40), "23456", "Lg straight"
)
_YAHTZEE = _box("B6", "yahtzee", "Five dice of one face", Groups((5,)), Points(50), "44444")
_CHANCE = _box("B7", "chance", "Any dice", Anything(), _ALL, "14566")
_LOWER = (_THREE, _FOUR, _FULL_HOUSE, _SMALL, _LARGE, _YAHTZEE, _CHANCE)
_LOWER_WITH_DIGITS = _named(_LOWER, three_of_a_kind="3 of a kind", four_of_a_kind="4 of a kind")

_BONUS_35 = UpperBonus(((63, 35),))
_BONUS_50 = UpperBonus(((63, 50),))
_REPEAT_100 = RepeatBonus("yahtzee", holds=50, points=100)

OFFICIAL = Ruleset(
    id="official",
    name="Yahtzee",
    summary="13 boxes, forced joker, +100 for every further Yahtzee",
    boxes=_UPPER + _LOWER,
    highest_total=1575,
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
    joker=Joker("yahtzee", forced=True),
)

CLASSIC = Ruleset(
    id="classic",
    name="Yahtzee, no jokers",
    summary="13 boxes, no joker, +100 for every further Yahtzee",
    boxes=_named(_UPPER, ones="Aces") + _LOWER_WITH_DIGITS,
    highest_total=1480,
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
)

MACINTOSH = Ruleset(
    id="macintosh",
    name="Yahtzee, 1986",
    summary="13 boxes, a joker may score its total in the upper section too",
    boxes=(*_UPPER, _CHANCE, *_LOWER_WITH_DIGITS[:-1]),
    highest_total=1650,
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
    joker=Joker("yahtzee", upper_total=True),
)

YATZY50 = Ruleset(
    id="yatzy50",
    name="Yatzy, 15 boxes",
    summary="15 boxes, straights 30 and 40, upper bonus 50, no joker",
    boxes=_UPPER + _PAIRS + _named(_LOWER, yahtzee="Yatzy"),
    highest_total=424,
    upper_bonus=_BONUS_50,
)

FREE_JOKER = Ruleset(
    id="free-joker",
    name="Yahtzee, free joker",
    summary="13 boxes, a joker forces nothing, bonus chips of 100",
    boxes=_named(
        _UPPER, ones="1's", twos="2's", threes="3's", fours="4's", fives="5's", sixes="6's"
    )
    + _LOWER_WITH_DIGITS,
    highest_total=1575,
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
    joker=Joker("yahtzee"),
)

YZ = Ruleset(
    id="yz",
    name="YZ",
    summary="13 boxes called A1–A6 and B1–B7, no upper bonus, free joker",
    boxes=_UPPER
    + _named(
        _LOWER_WITH_DIGITS,
        small_straight="Sm straight",
        large_straight="Lg straight",
        yahtzee="YZ",
    ),
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
        *_UPPER,
        *_PAIRS,
        _THREE._replace(points=_MATCHED),
        _FOUR._replace(points=_MATCHED),
        _SMALL._replace(
            pattern=Run(5, start=1), points=Points(15), wants="1-2-3-4-5", example=(1, 2, 3, 4, 5)
        ),
        _LARGE._replace(pattern=Run(5, start=2), points=Points(20), wants="2-3-4-5-6"),
        _FULL_HOUSE._replace(points=_ALL),
        _CHANCE,
        *_named((_YAHTZEE,), yahtzee="Yatzy"),
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
    """Return the rule set with this id, or raise `Malformed` with the ids that there are."""
    ruleset = RULESETS.get(ruleset_id)
    if ruleset is None:
        known = ", ".join(RULESETS)
        raise Malformed("unknown_rules", f"No rule set {quote(ruleset_id)}; there are {known}.")
    return ruleset


def _reduce(ruleset: Ruleset) -> tuple[object, ...] | str:
    """Pickle and copy a rule set of the program as itself: only the same object is equal to it."""
    if RULESETS.get(ruleset.id) is ruleset:
        return find_ruleset, (ruleset.id,)
    return ruleset.__reduce_ex__(4)


copyreg.pickle(Ruleset, _reduce)  # type: ignore[arg-type]


_ALIASES: dict[str, tuple[str, ...]] = {
    "ones": ("aces", "ace", "1s", "1"),
    "twos": ("deuces", "2s", "2"),
    "threes": ("treys", "3s", "3"),
    "fours": ("4s", "4"),
    "fives": ("5s", "5"),
    "sixes": ("6s", "6"),
    "one_pair": ("pair", "1 pair", "1p"),
    "two_pairs": ("2 pairs", "2 pair", "two pair", "2p"),
    "three_of_a_kind": ("3 of a kind", "3k", "3kind", "trips"),
    "four_of_a_kind": ("4 of a kind", "4k", "4kind", "quads"),
    "full_house": ("fh", "house", "full"),
    "small_straight": ("ss", "sm straight", "small", "short straight"),
    "large_straight": ("ls", "lg straight", "large", "long straight"),
    "yahtzee": ("yatzy", "yz", "five of a kind", "5 of a kind", "5k", "y"),
    "chance": ("ch", "c"),
}


def find_box(ruleset: Ruleset, text: str) -> Box:
    """Return the box that a text names exactly by id, name, code or alias, or raise `Malformed`."""
    wanted = _fold(text)
    for box in ruleset.boxes:
        if wanted and wanted in _names(box):
            return box
    raise Malformed("unknown_box", f"{ruleset.name} has no box {quote(text)}.")


def match_boxes(ruleset: Ruleset, text: str) -> tuple[Box, ...]:
    """Return the boxes that a text being typed may mean, the likeliest first.

    A name that equals the text comes before one that begins with it, and that before one of which
    a later word does; within each, the order of the card holds.
    """
    wanted = _fold(text)
    if not wanted:
        return ruleset.boxes
    ranked = [(rank, box) for box in ruleset.boxes if (rank := _rank(box, wanted)) is not None]
    return tuple(box for _, box in sorted(ranked, key=lambda pair: pair[0]))


def _rank(box: Box, wanted: str) -> int | None:
    names = _names(box)
    if wanted in names:
        return 0
    if any(name.startswith(wanted) for name in names):
        return 1
    if any(word.startswith(wanted) for name in names for word in name.split()):
        return 2
    return None


def _names(box: Box) -> set[str]:
    names = (box.id, box.name, box.short, box.code, *_ALIASES.get(box.id, ()))
    return set(map(_fold, names))


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").replace("'", "").split())
