"""Reading a rule set from plain data, such as a rule file, with every fault in it.

    {"id": "four-rolls", "name": "Yahtzee, four rolls", "based_on": "official", "rolls": 4}

A definition says only what differs from the rule set that it is based on, and from the boxes that
the program knows by their ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, TypeVar

from yahtzee_tui.rules.builtin_rulesets import BUILT_IN, WIDEST_GAME, known_box
from yahtzee_tui.rules.definition_values import (
    FLAG,
    TABLE,
    DefinitionFault,
    DefinitionTable,
    Kind,
    checked,
    choice,
    line,
    matching,
    number,
    numbers,
)
from yahtzee_tui.rules.describe import describe_pattern, summarize
from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.rules.patterns import PATTERNS, Matching, OneColor, highest_face
from yahtzee_tui.rules.ruleset import (
    MOST_BOXES,
    MOST_DICE,
    MOST_ROLLS,
    MOST_SIDES,
    WIDEST_SHORT,
    BadRuleset,
    Box,
    Counted,
    Joker,
    Order,
    Points,
    RepeatBonus,
    Ruleset,
    Section,
    UpperBonus,
    count_faces,
)
from yahtzee_tui.text import (
    capitalise,
    cell_width,
    end_sentence,
    join_words,
    quote,
    suggest_nearest,
)
from yahtzee_tui.translation import N_, _, in_english

if TYPE_CHECKING:
    from yahtzee_tui.rules.definition_values import Kinds
    from yahtzee_tui.rules.patterns import Pattern
    from yahtzee_tui.rules.ruleset import Faces

COUNTED_WORDS = {"sum": Counted.ALL, "matched": Counted.MATCHED}
"""What a box adds up, as a definition says it."""

_WIDEST_BOX, _WIDEST_LINE = 24, 120
_WIDEST_SUMMARY = 200
"""More than the widest that is made from the rules: a record of a game must be read back."""

_MOST_POINTS = 999
_MOST_TOTAL = 9999
_MOST_PARTS = 4


class BadDefinition(Malformed):
    """A definition describes no rule set that a game can be played by; `faults` lists why."""

    def __init__(self, faults: list[DefinitionFault]) -> None:
        super().__init__("bad_definition", end_sentence(capitalise(faults[0].sentence)))
        self.faults = tuple(faults)


def _are_all(kind: type, found: object) -> bool:
    return isinstance(found, list) and all(isinstance(each, kind) for each in found)


def _are_tiers(found: Any) -> bool:
    fits = _POINTS.fits
    return _are_all(list, found) and all(len(row) == 2 and all(map(fits, row)) for row in found)


def _check_own(rules: str) -> str:
    if rules in BUILT_IN:
        taken = _("The id {rules} belongs to the program; choose another.", rules=rules)
        raise Malformed("bad_id", taken)
    return rules


def _find_base(rules: object) -> Ruleset | None:
    if rules is None:
        return None
    if isinstance(rules, str) and rules in BUILT_IN:
        return BUILT_IN[rules]
    unknown = _("{rules} is not a rule set", rules=quote(str(rules)))
    nearest = suggest_nearest(str(rules), BUILT_IN)
    raise Malformed("unknown_rules", end_sentence(f"{unknown}{nearest}"))


def _required(kind: Kind) -> Kind:
    return kind._replace(
        fits=lambda found: found is not None, explain=lambda key: _("a {key} is missing", key=key)
    )


_BOX_IDS = Kind(
    lambda found: found is None or _are_all(str, found),
    lambda key: _("{key} must be a list of box ids", key=key),
)
_POINTS = number(1, _MOST_POINTS)
_BOX_ID = matching(
    "[a-z][a-z0-9_]{0,23}", N_("a box id must be 1 to 24 small letters, digits or underscores")
)
_PATTERN: Kinds = {
    "face": number(1, MOST_SIDES),
    "groups": numbers(MOST_DICE)._replace(make=lambda sizes: tuple(sorted(sizes, reverse=True))),
    "run": number(2, MOST_SIDES),
    "total": number(1, MOST_DICE * MOST_SIDES),
    "several": number(2, MOST_DICE),
    "any": Kind(
        lambda found: found is True,
        lambda key: _("{key} must be true, or left out", key=key),
        instead=True,
    ),
    "both": Kind(
        lambda found: _are_all(Mapping, found) and 2 <= len(found) <= _MOST_PARTS,
        lambda key: _(
            "{key} must be a list of 2 to {most} patterns such as {example}",
            key=key,
            most=_MOST_PARTS,
            example="[{ groups = [2] }, { total = 13 }]",
        ),
    ),
    "loose": FLAG,
    "start": number(1, 9),
    "step": number(1, MOST_SIDES - 1),
    "one_color": FLAG,
}
_BOX: Kinds = {
    "name": line("name", _WIDEST_BOX, None),
    "short": line("short", _WIDEST_BOX, None),
    "code": matching(
        "[A-Z][0-9]{1,2}", N_("a code must be a capital letter and a number, such as B3")
    ),
    "section": choice({section.value: section for section in Section}),
    "wants": line("wants", _WIDEST_LINE, None),
    "example": numbers(9),
    "first_roll": number(0, _MOST_POINTS),
    "pays": Kind(
        lambda found: found in [None, *COUNTED_WORDS] or _POINTS.fits(found) or TABLE.fits(found),
        lambda key: _(
            '{key} must be a number from 1 to {most}, "sum", "matched" or a table',
            key=key,
            most=_MOST_POINTS,
        ),
    ),
    **_PATTERN,
}
_PAYS: Kinds = {
    "fixed": number(0, _MOST_POINTS),
    "add": choice({None: Counted.NONE, **COUNTED_WORDS}),
}
_REPEAT_BONUS: Kinds = {
    "box": line("box", _WIDEST_BOX, None),
    "holds": number(0, _MOST_POINTS),
    "points": _POINTS,
}
_JOKER: Kinds = {"box": line("box", _WIDEST_BOX, None), "forced": FLAG, "upper_total": FLAG}
_TOP: Kinds = {
    "id": matching(
        "[a-z][a-z0-9-]{1,23}", N_("the id must be 2 to 24 small letters, digits or hyphens")
    )._replace(make=_check_own),
    "name": _required(line("name", WIDEST_GAME)),
    "based_on": checked(_find_base),
    "summary": _required(line("summary", _WIDEST_SUMMARY, "")),
    "dice": number(1, MOST_DICE),
    "sides": number(2, MOST_SIDES),
    "rolls": number(1, MOST_ROLLS),
    "saved_rolls": FLAG,
    "order": choice({order.value: order for order in Order}),
    "shows_codes": FLAG,
    "boxes": _BOX_IDS,
    "without": _BOX_IDS,
    "with": _BOX_IDS,
    "upper_bonus": Kind(
        lambda found: found is None or _are_tiers(found),
        lambda key: _(
            "{key} must be a list such as [[63, 35]]: each needed total with its points, or [] for "
            "none",
            key=key,
        ),
    ),
    "repeat_bonus": TABLE,
    "joker": TABLE,
    "box": TABLE,
}
_Bonus = TypeVar("_Bonus", RepeatBonus, Joker)


def write_pattern(pattern: Any) -> dict[str, object]:
    """Return a pattern as a definition has it."""
    if isinstance(pattern, OneColor):
        return write_pattern(pattern.pattern) | {"one_color": True}
    kind = next(kind for kind, make in PATTERNS.items() if type(pattern) is make)
    value = next(iter(pattern), True)
    if isinstance(value, tuple):
        value = [write_pattern(part) if kind == "both" else part for part in value]
    usual = pattern._field_defaults
    more = {key: getattr(pattern, key) for key in usual if getattr(pattern, key) != usual[key]}
    return {kind: value, **more}


class DefinitionReader:
    """Reads one definition and collects every fault in it."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self._faults: list[DefinitionFault] = []
        self._top = DefinitionTable(data, _TOP, (), self._faults)
        self._base: Ruleset | None = self._top.get("based_on")
        self._size = self._read_plain("dice", "sides")

    def read(self) -> Ruleset:
        """Return the rule set, or raise `BadDefinition`."""
        top = self._top
        given: dict[str, Any] = {
            **self._size,
            "id": top.check("id"),
            "name": top.check("name", self._base.name if self._base else None),
            "summary": top.get("summary", ""),
            "boxes": self._read_boxes(),
            "upper_bonus": self._read_upper_bonus(),
            "repeat_bonus": self._read_bonus(
                "repeat_bonus", RepeatBonus("yahtzee", 50, 100), _REPEAT_BONUS
            ),
            "joker": self._read_bonus("joker", Joker("yahtzee"), _JOKER),
            **self._read_plain("order", "rolls", "saved_rolls", "shows_codes"),
        }
        if self._faults:
            raise BadDefinition(self._faults)
        try:
            ruleset = Ruleset(**given)
        except BadRuleset as bad:
            boxes = top.data.get("box", {})
            paths = [("box", fault.box) if fault.box in boxes else () for fault in bad.faults]
            faults = map(DefinitionFault, paths, [fault.sentence for fault in bad.faults])
            raise BadDefinition([*faults]) from None
        if _highest_total(ruleset) > _MOST_TOTAL:
            top.fault(_("the highest total would have more than four digits"))
            raise BadDefinition(self._faults)
        if ruleset.summary:
            return ruleset
        with in_english():
            return Ruleset(**given | {"summary": summarize(ruleset)})

    def _read_plain(self, *keys: str) -> dict[str, Any]:
        """Return what is said at some keys, or else inherited."""
        usual = {key: Ruleset.__dataclass_fields__[key].default for key in keys}
        return {key: self._top.get(key, getattr(self._base, key, usual[key])) for key in keys}

    def _read_boxes(self) -> tuple[Box, ...]:
        ids = self._list_boxes()
        data = self._top.get("box", {})
        tables = self._top.inner(data, dict.fromkeys(data, TABLE), "box")
        for each in data:
            if each not in ids:
                unknown = _("box {box} is not on the card", box=quote(each))
                tables.fault(f"{unknown}{suggest_nearest(each, ids)}", each)
        boxes: list[Box] = []
        for each in ids[: MOST_BOXES + 1]:
            row = tables.inner(tables.get(each, {}), _BOX, each)
            box = self._read_box(each, row, {box.code for box in boxes})
            if box is not None:
                boxes.append(box)
        # A box that was added goes below the others of its section.
        return tuple(sorted(boxes, key=lambda box: [*Section].index(box.section)))

    def _list_boxes(self) -> list[str]:
        ids = self._read_ids("boxes")
        if ids is not None:
            return ids
        left_out = self._read_ids("without") or []
        kept = [box.id for box in self._base.boxes] if self._base else []
        for each in left_out:
            if each not in kept:
                sentence = N_("box {box} is not on the card, so it can't be left out")
                self._top.fault(_(sentence, box=quote(each)), "without")
        ids = [each for each in kept if each not in left_out]
        return ids + [each for each in self._read_ids("with") or [] if each not in ids]

    def _read_ids(self, key: str) -> list[str] | None:
        """Return a list of box ids, None for none."""
        found: list[str] | None = self._top.get(key)
        if found is None:
            return None
        if len({*found}) < len(found):
            twice = next(each for each in found if found.count(each) > 1)
            self._top.fault(_("{key} has {box} twice", key=key, box=quote(twice)), key)
        return [*dict.fromkeys(found)]

    def _read_box(self, box_id: str, row: DefinitionTable, taken: set[str]) -> Box | None:
        if not _BOX_ID.fits(box_id):
            row.fault(_BOX_ID.explain(box_id))
            return None
        known = known_box(box_id, self._base)
        pattern = self._read_pattern(box_id, row, known)
        if pattern is None:
            return None
        usual = _suggest_box(box_id, pattern, known)
        name = row.get("name", usual.name) or _title(box_id)
        given = row.get("short")
        short = given or (usual.short if name == usual.name else name)
        if cell_width(short) > WIDEST_SHORT and not given:
            sentence = N_("{name} is {width} columns wide; give a short name of at most {widest}")
            places = {"name": quote(name), "width": cell_width(name), "widest": WIDEST_SHORT}
            row.fault(_(sentence, **places))
            return None
        code = _free_code(pattern, taken) if usual.code in {"", *taken} else usual.code
        return usual._replace(
            name=name,
            short=short,
            code=row.get("code", code),
            section=row.get("section", usual.section),
            points=_read_points(row, usual.points)._replace(
                first_roll=row.get("first_roll", usual.points.first_roll)
            ),
            wants=row.check("wants", usual.wants),
            example=row.get("example") or self._find_example(pattern, usual.example),
        )

    def _read_pattern(self, box_id: str, row: DefinitionTable, known: Box | None) -> Pattern | None:
        kinds = [key for key in PATTERNS if key in row.data]
        if len(kinds) > 1:
            sentence = N_("box {box} has two patterns, {first} and {second}; it can have one")
            row.fault(_(sentence, box=box_id, first=kinds[0], second=kinds[1]), kinds[1])
            return None
        if kinds:
            return self._read_kind(box_id, kinds[0], row)
        if known is None:
            sentence = N_("box {box} is not known and has no pattern; give it {keys}")
            row.fault(_(sentence, box=quote(box_id), keys=join_words(PATTERNS, "or")))
            return None
        # A table may say only what is different about the pattern that is known.
        data = write_pattern(known.pattern)
        (kind,) = data.keys() & PATTERNS.keys()
        data |= {key: found for key, found in row.data.items() if key in _PATTERN}
        return self._read_kind(box_id, kind, row.inner(data, _PATTERN))

    def _read_kind(self, box_id: str, kind: str, row: DefinitionTable) -> Pattern | None:
        make = PATTERNS[kind]
        for key in ("loose", "start", "step"):
            if key in row.data and key not in make._fields:
                row.fault(_("{key} doesn't go with {other}", key=key, other=kind), key)
        value = row.get(kind)
        if kind == "both" and value:
            parts = [row.inner(part, _PATTERN, kind) for part in value]
            patterns = [self._read_pattern(box_id, part, None) for part in parts]
            value = None if None in patterns else tuple(patterns)
        more = {key: row.get(key, default) for key, default in make._field_defaults.items()}
        if value is None:
            return None
        pattern: Pattern = make(*[value][: len(make._fields)], **more)
        return OneColor(pattern) if row.get("one_color") else pattern

    def _find_example(self, pattern: Pattern, known: Faces) -> Faces:
        """Return known dice if they fit the game, or those with the most faces, () if none fit."""
        dice, sides = self._size.values()
        if len(known) == dice and max(known) <= sides:
            return known
        if highest_face(pattern) > sides:
            return ()
        rolls = combinations_with_replacement(range(1, sides + 1), dice)
        shown = [roll for roll in rolls if pattern.matched(count_faces(roll, sides)) is not None]
        return max(shown, key=lambda roll: len({*roll}), default=())

    def _read_upper_bonus(self) -> UpperBonus | None:
        tiers = self._top.get("upper_bonus")
        if tiers is None:
            return self._base.upper_bonus if self._base else None
        return UpperBonus(tuple(map(tuple, tiers))) if tiers else None

    def _read_bonus(self, key: str, usual: _Bonus, kinds: Kinds) -> _Bonus | None:
        if key not in self._top.data:
            return getattr(self._base, key, None)
        row = self._top.inner(self._top.get(key, {}), kinds, key)
        found = {field: row.get(field, default) for field, default in usual._asdict().items()}
        return usual._replace(**found) if row.data else None


def _read_points(row: DefinitionTable, default: Points) -> Points:
    pays = row.get("pays")
    if isinstance(pays, Mapping):
        parts = row.inner(pays, _PAYS, "pays")
        dice = parts.get("add", Counted.NONE)
        return Points(parts.get("fixed", 0), dice)
    if isinstance(pays, int):
        return Points(pays)
    return Points(dice=COUNTED_WORDS[pays]) if pays else default


def _suggest_box(box_id: str, pattern: Pattern, known: Box | None) -> Box:
    """Return the box that a pattern makes where a definition says nothing else."""
    if known is not None and pattern == known.pattern:
        return known
    with in_english():
        wants = describe_pattern(pattern)
    if known is not None:
        return known._replace(pattern=pattern, wants=wants, example=())
    section, counted = Section.LOWER, Counted.ALL
    if isinstance(pattern, Matching):
        section, counted = Section.UPPER, Counted.MATCHED
    name = _title(box_id)
    return Box(box_id, name, name, "", section, pattern, Points(dice=counted), wants, ())


def _title(box_id: str) -> str:
    return box_id.replace("_", " ").capitalize()


def _free_code(pattern: Pattern, taken: set[str]) -> str:
    letter = "A" if isinstance(pattern, Matching) else "B"
    return next(code for at in range(1, 99) if (code := f"{letter}{at}") not in taken)


def _highest_total(ruleset: Ruleset) -> int:
    boxes = sum(
        box.points.fixed
        + box.points.first_roll
        + (ruleset.dice * ruleset.sides if box.points.dice is not Counted.NONE else 0)
        for box in ruleset.boxes
    )
    upper = ruleset.upper_bonus.tiers[-1][1] if ruleset.upper_bonus else 0
    repeats = ruleset.repeat_bonus.points * (len(ruleset.boxes) - 1) if ruleset.repeat_bonus else 0
    return boxes + upper + repeats
