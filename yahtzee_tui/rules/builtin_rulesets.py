"""The rule sets as data, and finding one, or a box of one, by what people call it.

Their sources are named in docs/games.md, which `tests.pages` writes.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.rules.patterns import (
    Anything,
    Both,
    Groups,
    Matching,
    OneColor,
    Pattern,
    Run,
    Several,
    Total,
)
from yahtzee_tui.rules.ruleset import (
    Box,
    Counted,
    Joker,
    Order,
    Points,
    RepeatBonus,
    Ruleset,
    Section,
    UpperBonus,
)
from yahtzee_tui.text import cut, end_sentence, escape_controls, fold, quote, suggest_nearest
from yahtzee_tui.translation import N_, _

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
    """Return boxes with other names, given by box id; a name too wide as `name / short name`."""
    renamed = []
    for box in boxes:
        name, _, short = names.get(box.id, f"{box.name} / {box.short}").partition(" / ")
        renamed.append(box._replace(name=name, short=short or name))
    return tuple(renamed)


_UPPER = (
    _box("A1", "ones", "Dice showing one", Matching(1), _MATCHED, "11136"),
    _box("A2", "twos", "Dice showing two", Matching(2), _MATCHED, "22452"),
    _box("A3", "threes", "Dice showing three", Matching(3), _MATCHED, "33315"),
    _box("A4", "fours", "Dice showing four", Matching(4), _MATCHED, "42444"),
    _box("A5", "fives", "Dice showing five", Matching(5), _MATCHED, "55651"),
    _box("A6", "sixes", "Dice showing six", Matching(6), _MATCHED, "66362"),
)
_PAIRS = (
    _box(
        "P1",
        "one_pair",
        N_("Two matching dice; the highest pair counts"),
        Groups((2,)),
        _MATCHED,
        "55331",
    ),
    _box("P2", "two_pairs", "Two different pairs", Groups((2, 2)), _MATCHED, "55331"),
)
_THREE = _box(
    "B1", "three_of_a_kind", "Three matching dice", Groups((3,)), _ALL, "55521", "3 of a kind"
)
_FOUR = _box(
    "B2", "four_of_a_kind", "Four matching dice", Groups((4,)), _ALL, "22226", "4 of a kind"
)
_FULL_HOUSE = _box(
    "B3",
    "full_house",
    "Three of one number and two of another",
    Groups((3, 2)),
    Points(25),
    "33355",
)
_SMALL = _box(
    "B4", "small_straight", "Four numbers in a row", Run(4), Points(30), "34356", "Sm straight"
)
_LARGE = _box(
    "B5", "large_straight", "Five numbers in a row", Run(5), Points(40), "23456", "Lg straight"
)
_YAHTZEE = _box("B6", "yahtzee", "Five matching dice", Groups((5,)), Points(50), "44444")
_CHANCE = _box("B7", "chance", "Any dice", Anything(), _ALL, "14566")
_LOWER = (_THREE, _FOUR, _FULL_HOUSE, _SMALL, _LARGE, _YAHTZEE, _CHANCE)
_LOWER_WITH_DIGITS = _named(_LOWER, three_of_a_kind="3 of a kind", four_of_a_kind="4 of a kind")
_THREE_WITH_DIGIT, _FOUR_WITH_DIGIT = _LOWER_WITH_DIGITS[:2]

_BONUS_35 = UpperBonus(((63, 35),))
_BONUS_50 = UpperBonus(((63, 50),))
_REPEAT_100 = RepeatBonus("yahtzee", holds=50, points=100)

OFFICIAL = Ruleset(
    id="official",
    name="Yahtzee",
    summary=N_("13 boxes, each extra Yahtzee is a joker and +100"),
    boxes=_UPPER + _LOWER,
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
    joker=Joker("yahtzee", forced=True),
)

CLASSIC = Ruleset(
    id="classic",
    name="Yahtzee, no jokers",
    summary=N_("13 boxes, no joker, +100 for each extra Yahtzee"),
    boxes=_named(_UPPER, ones="Aces") + _LOWER_WITH_DIGITS,
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
)

MACINTOSH = Ruleset(
    id="macintosh",
    name="Yahtzee, 1986",
    summary=N_("13 boxes, free joker that can also score its total in the upper section"),
    boxes=(*_UPPER, _CHANCE, *_LOWER_WITH_DIGITS[:-1]),
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
    joker=Joker("yahtzee", upper_total=True),
)

YATZY50 = Ruleset(
    id="yatzy50",
    name="Yatzy, 15 boxes",
    summary=N_("15 boxes, straights 30 and 40, upper bonus 50, no joker"),
    boxes=_UPPER + _PAIRS + _named(_LOWER, yahtzee="Yatzy"),
    upper_bonus=_BONUS_50,
)

FREE_JOKER = Ruleset(
    id="free-joker",
    name="Yahtzee, free joker",
    summary=N_("13 boxes, free joker, 100-point bonus chips"),
    boxes=_named(
        _UPPER + _LOWER_WITH_DIGITS, ones="1's", twos="2's", threes="3's", fours="4's",
        fives="5's", sixes="6's",
    ),
    upper_bonus=_BONUS_35,
    repeat_bonus=_REPEAT_100,
    joker=Joker("yahtzee"),
)  # fmt: skip

YZ = Ruleset(
    id="yz",
    name="YZ",
    summary=N_("13 boxes called A1–A6 and B1–B7, no upper bonus, free joker"),
    boxes=_named(
        _UPPER + _LOWER_WITH_DIGITS, small_straight="Sm straight", large_straight="Lg straight",
        yahtzee="YZ",
    ),
    repeat_bonus=_REPEAT_100,
    joker=Joker("yahtzee"),
    shows_codes=True,
)  # fmt: skip

YATZY = Ruleset(
    id="yatzy",
    name="Scandinavian Yatzy",
    summary=N_("15 boxes, most count only the matching dice, upper bonus 50"),
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
    upper_bonus=_BONUS_50,
)

FORCED_YATZY = replace(
    YATZY,
    id="forced-yatzy",
    name="Forced Yatzy",
    summary=N_("15 boxes filled from the top down, upper bonus 50 at 42"),
    upper_bonus=UpperBonus(((42, 50),)),
    order=Order.DOWN,
)

_LITTLE = YATZY.box("small_straight")._replace(
    name="Little straight", short="Lt straight", points=Points(30)
)
_BIG = YATZY.box("large_straight")._replace(
    name="Big straight", short="Bg straight", points=Points(30)
)

YACHT = Ruleset(
    id="yacht",
    name="Yacht",
    summary=N_("12 boxes, straights 30, no bonus, no joker"),
    boxes=(
        *_UPPER,
        _FULL_HOUSE._replace(points=_ALL),
        _FOUR._replace(points=_MATCHED),
        _LITTLE,
        _BIG,
        *_named((_CHANCE, _YAHTZEE), chance="Choice", yahtzee="Yacht"),
    ),
)

KNIFFEL = Ruleset(
    id="kniffel",
    name="Kniffel",
    summary=N_("13 boxes with German names, no joker, no bonus for extra Kniffels"),
    boxes=_named(
        _UPPER + _LOWER, ones="Einer", twos="Zweier", threes="Dreier", fours="Vierer",
        fives="Fünfer", sixes="Sechser", three_of_a_kind="Dreierpasch",
        four_of_a_kind="Viererpasch", full_house="Full House", yahtzee="Kniffel",
        small_straight="Kleine Straße / Kl. Straße", large_straight="Große Straße / Gr. Straße",
    ),
    upper_bonus=_BONUS_35,
)  # fmt: skip

KNIFFEL_50 = replace(
    KNIFFEL,
    id="kniffel-50",
    name="Kniffel, +50",
    summary=N_("13 boxes with German names, free joker, +50 for each extra Kniffel"),
    repeat_bonus=RepeatBonus("yahtzee", holds=50, points=50),
    joker=Joker("yahtzee"),
)

CHEERIO = Ruleset(
    id="cheerio",
    name="Cheerio",
    summary=N_("11 boxes, straights 20 and 25, no bonus, no joker"),
    boxes=(
        *_UPPER,
        _LITTLE._replace(points=Points(20)),
        _BIG._replace(points=Points(25)),
        _FULL_HOUSE._replace(points=_ALL),
        *_named((_CHANCE, _YAHTZEE), chance="Big hand", yahtzee="Cheerio"),
    ),
)

_SIX_DICE = (
    _box("P3", "three_pairs", "Three different pairs", Groups((2, 2, 2)), _MATCHED, "665544"),
    _box(
        "B8",
        "five_of_a_kind",
        "Five matching dice",
        Groups((5,)),
        _MATCHED,
        "666665",
        "5 of a kind",
    ),
    _box("B9", "full_straight", "1-2-3-4-5-6", Run(6), Points(21), "123456", "F straight"),
    _box(
        "B10", "villa", "Three of one number and three of another", Groups((3, 3)), _ALL, "666555"
    ),
    _box("B11", "tower", "Four of one number and two of another", Groups((4, 2)), _ALL, "666655"),
)


def _shown(boxes: tuple[Box, ...], *examples: str) -> tuple[Box, ...]:
    """Return boxes with other examples."""
    pairs = zip(boxes, examples, strict=True)
    return tuple(box._replace(example=tuple(map(int, example))) for box, example in pairs)


_THREE_PAIRS, _FIVE, _FULL_STRAIGHT, _VILLA, _TOWER = _SIX_DICE

MAXI_YATZY = Ruleset(
    id="maxi-yatzy",
    name="Maxi Yatzy",
    summary=N_("20 boxes, six dice, unused rolls are saved, upper bonus 100 at 84"),
    boxes=(
        *_shown(_UPPER, "111364", "222453", "333154", "424414", "556512", "663612"),
        *_shown(_PAIRS, "553316", "553316"),
        _THREE_PAIRS,
        *_shown((YATZY.box("three_of_a_kind"), YATZY.box("four_of_a_kind")), "555214", "222264"),
        _FIVE,
        *_shown((YATZY.box("small_straight"), YATZY.box("large_straight")), "123453", "234565"),
        _FULL_STRAIGHT,
        *_shown((_FULL_HOUSE._replace(points=_MATCHED),), "333551"),
        _VILLA,
        _TOWER,
        *_shown((_CHANCE,), "145662"),
        _YAHTZEE._replace(
            name="Maxi Yatzy",
            short="Maxi Yatzy",
            pattern=Groups((6,)),
            points=Points(100),
            wants="Six matching dice",
            example=(4, 4, 4, 4, 4, 4),
        ),
    ),
    upper_bonus=UpperBonus(((84, 100),)),
    dice=6,
    saved_rolls=True,
)

YAMS = replace(
    KNIFFEL,
    id="yams",
    name="Yams",
    summary=N_("13 boxes with French names, no joker, no bonus for extra Yams"),
    boxes=_named(
        _UPPER + _LOWER, ones="As", twos="Deux", threes="Trois", fours="Quatre", fives="Cinq",
        sixes="Six", three_of_a_kind="Brelan", four_of_a_kind="Carré", full_house="Full",
        small_straight="Petite suite / Pte suite", large_straight="Grande suite / Gde suite",
        yahtzee="Yams",
    ),
)  # fmt: skip

_TWENTY = Points(20)
CRAG = Ruleset(
    id="crag",
    name="Crag",
    summary=N_("3 dice, 2 rolls, 13 boxes, no bonus, no joker"),
    boxes=(
        *_shown(_UPPER, "115", "224", "334", "441", "552", "663"),
        _box("B1", "odd_straight", "1-3-5", Run(3, 1, step=2), _TWENTY, "135", "Odd str."),
        _box("B2", "even_straight", "2-4-6", Run(3, 2, step=2), _TWENTY, "246", "Even str."),
        _box("B3", "low_straight", "1-2-3", Run(3, 1), _TWENTY, "123", "Low str."),
        _box("B4", "high_straight", "4-5-6", Run(3, 4), _TWENTY, "456", "High str."),
        _THREE._replace(code="B5", points=Points(25), example=(2, 2, 2)),
        _box("B6", "thirteen", "A total of 13", Total(13), Points(26), "346"),
        _box(
            "B7",
            "crag",
            "Two matching dice and a total of 13",
            Both((Groups((2,)), Total(13))),
            Points(50),
            "166",
        ),
    ),
    dice=3,
    rolls=2,
)

_HOUSE = Groups((3, 2), loose=True)
KISMET = Ruleset(
    id="kismet",
    name="Kismet",
    summary=N_("15 boxes, colored pips, upper bonus 35, 55 or 75, no zeros for opponents"),
    boxes=(
        *_named(_UPPER, ones="Aces", twos="Deuces", threes="Treys"),
        _box(
            "B1",
            "color_pairs",
            N_("Two pairs of one color; four matching dice count too"),
            OneColor(Groups((2, 2), loose=True)),
            _ALL,
            "61614",
        ),
        _THREE_WITH_DIGIT._replace(code="B2"),
        _box("B3", "straight", "Five numbers in a row", Run(5), Points(30), "23456"),
        _box(
            "B4",
            "flush",
            N_("All five dice of one color"),
            OneColor(Several(5)),
            Points(35),
            "25522",
        ),
        _FULL_HOUSE._replace(
            code="B5",
            wants="Three of one number and two of another; five matching dice count too",
            pattern=_HOUSE,
            points=Points(15, Counted.ALL),
        ),
        _box(
            "B6",
            "color_house",
            N_("A full house of one color"),
            OneColor(_HOUSE),
            Points(20, Counted.ALL),
            "44433",
        ),
        _FOUR_WITH_DIGIT._replace(code="B7", points=Points(25, Counted.ALL)),
        _CHANCE._replace(id="yarborough", name="Yarborough", short="Yarborough", code="B8"),
        _YAHTZEE._replace(name="Kismet", short="Kismet", code="B9", points=Points(50, Counted.ALL)),
    ),
    upper_bonus=UpperBonus(((63, 35), (71, 55), (78, 75))),
)


def _served(box: Box, name: str, points: int) -> Box:
    """Return a box of Generala, which pays 5 more for dice thrown at once."""
    return box._replace(name=name, short=name, points=Points(points, first_roll=5))


GENERALA = Ruleset(
    id="generala",
    name="Generala",
    summary=N_("10 boxes, 5 points more on the first roll, no bonus, no joker"),
    boxes=(
        *_UPPER,
        _served(KISMET.box("straight")._replace(code="B1"), "Escalera", 20),
        _served(_FULL_HOUSE._replace(code="B2"), "Full", 30),
        _served(_FOUR._replace(code="B3"), "Póker", 40),
        _served(_YAHTZEE._replace(code="B4"), "Generala", 50),
    ),
)

FAMILIES = {
    N_("Like Yahtzee"): (OFFICIAL, CLASSIC, MACINTOSH, FREE_JOKER, KNIFFEL, KNIFFEL_50, YAMS),
    N_("Scandinavian"): (YATZY, FORCED_YATZY, YATZY50, MAXI_YATZY),
    N_("Other dice games"): (YZ, YACHT, CHEERIO, CRAG, KISMET, GENERALA),
}
"""The rule sets of `BUILT_IN`, by what they are listed under."""

BUILT_IN: dict[str, Ruleset] = {
    ruleset.id: ruleset for family in FAMILIES.values() for ruleset in family
}
"""The rule sets that every copy of the program has, by id, the default first."""

RULESETS = dict(BUILT_IN)
"""Every rule set that can be chosen, by its key, with its names in the player's language."""

HOUSE: dict[str, Ruleset] = {}
"""Those of `RULESETS` that come from definitions, as they were written."""


def known_box(box_id: str, base: Ruleset | None = None) -> Box | None:
    """Return the box that an id means without a definition, as `base` has it if it does."""
    bases = [base] if base else []
    boxes = (box for ruleset in (*bases, *BUILT_IN.values()) for box in ruleset.boxes)
    return next((box for box in boxes if box.id == box_id), None)


WIDEST_GAME = 30
"""The most columns of a rule set's name."""

_MARK = " (house)"


def mark_house_name(name: str) -> str:
    """Return the name of house rules, with a mark if a rule set of the program is called so.

    >>> mark_house_name("Yahtzee!"), mark_house_name("Four rolls")
    ('Yahtzee! (house)', 'Four rolls')
    """
    letters = _letters(name)
    is_taken = any(_letters(ruleset.name) == letters for ruleset in BUILT_IN.values())
    return cut(name, WIDEST_GAME - len(_MARK)) + _MARK if is_taken else name


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, _fold(name)))


def register(ruleset: Ruleset) -> str:
    """Offer a rule set with those of the program, and return its key."""
    if ruleset.version:
        HOUSE.setdefault(ruleset.key, ruleset)
    RULESETS.setdefault(ruleset.key, ruleset)
    return ruleset.key


def unregister(key: str) -> None:
    """Offer a rule set from a definition no longer."""
    if HOUSE.pop(key, None):
        del RULESETS[key]


def find_ruleset(rules: str | Ruleset) -> Ruleset:
    """Return the rule set with this id, key or name, or raise `Malformed` with the nearest.

    A rule set is returned as it is, so that whatever takes rule sets takes their ids, too.

    >>> find_ruleset("kniffel") is find_ruleset("Kniffel") is RULESETS["kniffel"]
    True
    """
    if isinstance(rules, Ruleset):
        return rules
    ruleset = RULESETS.get(rules) if isinstance(rules, str) else None
    if ruleset is None:
        named = str(rules).casefold()
        every = RULESETS.values()
        ruleset = next((each for each in every if named in (each.id, each.name.casefold())), None)
    if ruleset is None:
        unknown = _("{rules} is not a rule set", rules=quote(str(rules)))
        choices = _("Choose from {rules}", rules=", ".join(RULESETS))
        nearest = suggest_nearest(str(rules), RULESETS) or f". {choices}"
        raise Malformed("unknown_rules", end_sentence(f"{unknown}{nearest}"))
    return ruleset


REAL_DICE = " real"
"""The end of what results with real dice are filed under; no key of a rule set has a space."""


def find_played(rules: str | None) -> Ruleset | None:
    """Return the rule set that results are filed under, None if there is none or for None.

    >>> find_played("yatzy real")
    Ruleset('yatzy')
    """
    return RULESETS.get((rules or "").removesuffix(REAL_DICE))


def complete_rules(part: str) -> str:
    """Return the only key of a rule set that has this part of at least three letters, or the part.

    >>> complete_rules("maxi"), complete_rules("yat")
    ('maxi-yatzy', 'yat')
    """
    found = [key for key in RULESETS if part.casefold() in key]
    return found[0] if len(found) == 1 and len(part) >= _SHORTEST_PART else part


_SHORTEST_PART = 3


def name_rules(rules: str) -> str:
    """Return the name of the rules that results are filed under; the key if none has it any more.

    >>> name_rules("yatzy"), name_rules("house@1"), name_rules("yatzy real")
    ('Yatzy', 'house@1', 'Yatzy, real dice')
    """
    if rules.endswith(REAL_DICE):
        # Translators: games with dice on the players' own table, such as "Yahtzee, real dice"
        return _("{game}, real dice", game=name_rules(rules.removesuffix(REAL_DICE)))
    return RULESETS[rules].name if rules in RULESETS else escape_controls(rules)


_ALIASES: dict[str, tuple[str, ...]] = {
    "ones": ("aces", "ace", "1s", "1"),
    "twos": ("deuces", "2s", "2"),
    "threes": ("treys", "3s", "3"),
    "fours": ("4s", "4"),
    "fives": ("5s", "5"),
    "sixes": ("6s", "6"),
    "one_pair": ("pair", "1 pair", "1p"),
    "three_pairs": ("3 pairs", "3 pair", "3p"),
    "two_pairs": ("2 pairs", "2 pair", "two pair", "2p"),
    "three_of_a_kind": ("3 of a kind", "3k", "3kind", "trips"),
    "four_of_a_kind": ("4 of a kind", "4k", "4kind", "quads", "poker"),
    "five_of_a_kind": ("5 of a kind", "5k", "5kind"),
    "full_straight": ("fs", "royal", "1-6"),
    "villa": ("3 and 3",),
    "tower": ("4 and 2",),
    "full_house": ("fh", "house", "full"),
    "small_straight": ("ss", "sm straight", "small", "short straight", "little", "little straight"),
    "large_straight": ("ls", "lg straight", "large", "long straight", "big", "big straight"),
    "yahtzee": (
        "yatzy",
        "yz",
        "five of a kind",
        "5 of a kind",
        "5k",
        "y",
        "yacht",
        "kniffel",
        "cheerio",
        "maxi",
        "yams",
        "kismet",
        "generala",
    ),
    "chance": ("ch", "c", "choice", "big hand"),
    "odd_straight": ("odd",),
    "even_straight": ("even",),
    "low_straight": ("low",),
    "high_straight": ("high",),
    "thirteen": ("13",),
    "straight": ("str",),
    "color_pairs": ("two pair same color", "2 pair same color", "pairs"),
    "color_house": ("full house same color",),
    "yarborough": ("yarb", "chance", "any"),
}


def find_box(ruleset: Ruleset | str, text: str) -> Box:
    """Return the box that a text names by id, name, code or common name, or raise `Malformed`.

    >>> {find_box("official", text).id for text in ("full_house", "Full House", "B3", "fh")}
    {'full_house'}
    """
    wanted, ruleset = _fold(text), find_ruleset(ruleset)
    if named := [box for box in ruleset.boxes if wanted and wanted in _names(ruleset.key, box)]:
        # One box's id may be another's code.
        return min(named, key=lambda box: _fold(box.id) != wanted)
    known = sorted({name for box in ruleset.boxes for name in _names(ruleset.key, box)})
    unknown = _("{game} has no box {box}", game=ruleset.name, box=quote(text))
    raise Malformed("unknown_box", end_sentence(f"{unknown}{suggest_nearest(wanted, known)}"))


def match_boxes(ruleset: Ruleset, text: str) -> tuple[Box, ...]:
    """Return the boxes that a text being typed may mean, the likeliest first.

    A name that equals the text comes before one that begins with it, and that before one of which
    a later word does; within each, the order of the card holds.
    """
    wanted = _fold(text)
    if not wanted:
        return ruleset.boxes
    ranked = [
        ((rank, _fold(box.id) != wanted), box)
        for box in ruleset.boxes
        if (rank := _rank(_names(ruleset.key, box), wanted)) is not None
    ]
    return tuple(box for _, box in sorted(ranked, key=lambda pair: pair[0]))


def _rank(names: set[str], wanted: str) -> int | None:
    if wanted in names:
        return 0
    if any(name.startswith(wanted) for name in names):
        return 1
    if any(word.startswith(wanted) for name in names for word in name.split()):
        return 2
    return None


@lru_cache(1024)  # each key of a search asks for all boxes of a card
def _names(rules: str, box: Box) -> set[str]:
    """Return what people may call a box: in their language, as its author wrote it, or briefly."""
    author = BUILT_IN.get(rules) or HOUSE.get(rules)
    boxes = author.boxes if author else ()
    written = next((each for each in boxes if each.id == box.id), box)
    own = (box.name, box.short, written.name, written.short)
    return set(map(_fold, (*own, box.id, box.code, *_ALIASES.get(box.id, ()))))


def _fold(text: str) -> str:
    return " ".join(fold(text).replace("_", " ").replace("-", " ").replace("'", "").split())
