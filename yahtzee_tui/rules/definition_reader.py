"""Reading a rule set from plain data, such as a rule file, with every fault in it.

    {"id": "four-rolls", "name": "Yahtzee, four rolls", "based_on": "official", "rolls": 4}

A definition says only what differs from the rule set that it is based on, and from the boxes that
the program knows by their ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from yahtzee_tui.rules.builtin_rulesets import BUILT_IN, WIDEST_GAME, known_box
from yahtzee_tui.rules.definition_table import DefinitionFault, DefinitionTable, Path
from yahtzee_tui.rules.describe import describe_pattern, summarize
from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.rules.patterns import (
    Anything,
    Both,
    Groups,
    Matching,
    OneColor,
    Run,
    Several,
    Total,
    highest_face,
)
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

if TYPE_CHECKING:
    from yahtzee_tui.rules.patterns import Pattern
    from yahtzee_tui.rules.ruleset import Faces

COUNTED_WORDS = {"sum": Counted.ALL, "matched": Counted.MATCHED}
"""What a box adds up, as a definition says it."""

_ID = re.compile(r"[a-z][a-z0-9-]{1,23}", re.ASCII)
_BOX_ID = re.compile(r"[a-z][a-z0-9_]{0,23}", re.ASCII)
_CODE = re.compile(r"[A-Z][0-9]{1,2}", re.ASCII)
_WIDEST_BOX, _WIDEST_LINE = 24, 120
_MOST_POINTS = 999
_MOST_TOTAL = 9999
_MOST_PARTS = 4


class BadDefinition(Malformed):
    """A definition describes no rule set that a game can be played by; `faults` lists why."""

    def __init__(self, faults: tuple[DefinitionFault, ...]) -> None:
        super().__init__("bad_definition", end_sentence(capitalise(faults[0].sentence)))
        self.faults = faults


# What each kind of pattern may have besides; each may be of one color.
_PATTERN_KEYS: dict[str, tuple[str, ...]] = {
    "face": (),
    "groups": ("loose",),
    "run": ("start", "step"),
    "total": (),
    "several": (),
    "any": (),
    "both": (),
}
_MORE_KEYS = ("loose", "start", "step", "one_color")
_BOX_KEYS = ("name", "short", "code", "section", "wants", "example", "pays")
_TOP_KEYS = (
    "id", "name", "based_on", "summary", "dice", "sides", "rolls", "saved_rolls", "order",
    "shows_codes", "boxes", "without", "with", "upper_bonus", "repeat_bonus", "joker", "box",
)  # fmt: skip


_NUMBERED: dict[str, tuple[Callable[[int], Pattern], int, int]] = {
    "face": (Matching, 1, MOST_SIDES),
    "total": (Total, 1, MOST_DICE * MOST_SIDES),
    "several": (Several, 2, MOST_DICE),
}
"""The patterns that are one number, with the lowest and the highest."""


def write_pattern(pattern: Pattern) -> dict[str, object]:
    """Return a pattern as a definition has it."""
    match pattern:
        case Matching(face):
            return {"face": face}
        case Groups(sizes, loose):
            return {"groups": list(sizes), **({"loose": True} if loose else {})}
        case Run(length, start, step):
            first = {} if start is None else {"start": start}
            return {"run": length, **first, **({"step": step} if step > 1 else {})}
        case Total(total):
            return {"total": total}
        case Several(dice):
            return {"several": dice}
        case Anything():
            return {"any": True}
        case Both(patterns):
            return {"both": [write_pattern(part) for part in patterns]}
        case OneColor(part):
            return write_pattern(part) | {"one_color": True}
    raise TypeError(f"no definition of {pattern!r}")


class DefinitionReader:
    """Reads one definition and collects every fault in it."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self._faults: list[DefinitionFault] = []
        self._top = DefinitionTable(data, (), self._faults)
        self._base: Ruleset | None = None
        self._dice = self._sides = 0

    def read(self) -> Ruleset:
        """Return the rule set, or raise `BadDefinition`."""
        top = self._top
        top.check_keys(_TOP_KEYS)
        self._base = self._read_base()
        self._dice = top.number("dice", 1, MOST_DICE, self._inherit("dice"))
        self._sides = top.number("sides", 2, MOST_SIDES, self._inherit("sides"))
        base_name = self._base.name if self._base else None
        given: dict[str, Any] = {
            "id": self._read_id(),
            "name": top.line("name", WIDEST_GAME, base_name),
            "summary": top.line("summary", _WIDEST_LINE, ""),
            "boxes": self._read_boxes(),
            "upper_bonus": self._read_upper_bonus(),
            "repeat_bonus": self._read_repeat_bonus(),
            "joker": self._read_joker(),
            "order": top.choice("order", Order, self._inherit("order")),
            "dice": self._dice,
            "sides": self._sides,
            "rolls": top.number("rolls", 1, MOST_ROLLS, self._inherit("rolls")),
            "saved_rolls": top.flag("saved_rolls", self._inherit("saved_rolls")),
            "shows_codes": top.flag("shows_codes", self._inherit("shows_codes")),
        }
        if self._faults:
            raise BadDefinition(tuple(self._faults))
        try:
            ruleset = Ruleset(**given)
        except BadRuleset as bad:
            raise BadDefinition(
                tuple(DefinitionFault(self._find_path(s), s) for s in bad.faults)
            ) from None
        if _highest_total(ruleset) > _MOST_TOTAL:
            raise BadDefinition(
                (DefinitionFault((), "the highest total would have more than four digits"),)
            )
        return ruleset if ruleset.summary else Ruleset(**given | {"summary": summarize(ruleset)})

    def _inherit(self, field: str) -> Any:
        """Return what holds where the definition says nothing."""
        if self._base is not None:
            return getattr(self._base, field)
        return Ruleset.__dataclass_fields__[field].default

    def _find_path(self, sentence: str) -> Path:
        """Return the keys of the box that a sentence names."""
        words = sentence.replace(",", " ").split()
        tables = self._top.data.get("box")
        named = [word for word in words if isinstance(tables, Mapping) and word in tables]
        return ("box", named[0]) if named else ()

    def _read_id(self) -> str:
        found = self._top.data.get("id")
        if not isinstance(found, str) or not _ID.fullmatch(found):
            self._top.fault("the id must be 2 to 24 small letters, digits or hyphens", "id")
            return ""
        if found in BUILT_IN:
            self._top.fault(f"the id {found} belongs to the program; choose another", "id")
        return found

    def _read_base(self) -> Ruleset | None:
        named = self._top.data.get("based_on")
        if named is None:
            return None
        if isinstance(named, str) and named in BUILT_IN:
            return BUILT_IN[named]
        nearest = suggest_nearest(str(named), BUILT_IN)
        self._top.fault(f"{quote(str(named))} is not a rule set{nearest}", "based_on")
        return None

    def _read_boxes(self) -> tuple[Box, ...]:
        top = self._top
        ids = top.box_ids("boxes")
        if ids is None:
            left_out = top.box_ids("without") or []
            kept = [box.id for box in self._base.boxes] if self._base else []
            for each in left_out:
                if each not in kept:
                    found = f"box {quote(each)} is not on the card, so it can't be left out"
                    top.fault(found, "without")
            ids = [each for each in kept if each not in left_out]
            ids += [each for each in top.box_ids("with") or [] if each not in ids]
        tables = top.table("box")
        for each in tables.data:
            if each not in ids:
                nearest = suggest_nearest(each, ids)
                tables.fault(f"box {quote(each)} is not on the card{nearest}", each)
        boxes: list[Box] = []
        for each in ids[: MOST_BOXES + 1]:
            box = self._read_box(each, tables.table(each), boxes)
            if box is not None:
                boxes.append(box)
        # A box that was added goes below the others of its section.
        return tuple(sorted(boxes, key=lambda box: [*Section].index(box.section)))

    def _read_box(self, box_id: str, table: DefinitionTable, before: list[Box]) -> Box | None:
        table.check_keys((*_BOX_KEYS, *_PATTERN_KEYS, *_MORE_KEYS))
        if not _BOX_ID.fullmatch(box_id):
            table.fault("a box id must be 1 to 24 small letters, digits or underscores")
            return None
        known = known_box(box_id, self._base)
        pattern = self._read_pattern(box_id, table, known)
        if pattern is None:
            return None
        is_changed = known is None or pattern != known.pattern
        name = table.line("name", _WIDEST_BOX, known.name if known else None)
        name = name or box_id.replace("_", " ").capitalize()
        short = table.line("short", _WIDEST_BOX, None)
        if not short:
            short = known.short if known and name == known.name else name
            if cell_width(short) > WIDEST_SHORT:
                wide = f"{quote(name)} is {cell_width(name)} columns wide"
                table.fault(f"{wide}; give a short name of at most {WIDEST_SHORT}")
                return None
        section = Section.UPPER if isinstance(pattern, Matching) else Section.LOWER
        wants = describe_pattern(pattern) if known is None or is_changed else known.wants
        dice, sides = self._dice, self._sides
        example = known.example if known and not is_changed else ()
        if len(example) != dice or max(example) > sides:
            example = _find_example(pattern, dice, sides)
        taken = {box.code for box in before}
        code = known.code if known and known.code not in taken else ""
        return Box(
            box_id,
            name,
            short,
            self._read_code(table, code or _free_code(section, taken)),
            table.choice("section", Section, known.section if known else section),
            pattern,
            self._read_pays(table, known.points if known else None, pattern),
            table.line("wants", _WIDEST_LINE, wants),
            tuple(table.numbers("example", 9) if "example" in table.data else ()) or example,
        )

    def _read_pattern(
        self, box_id: str, table: DefinitionTable, known: Box | None
    ) -> Pattern | None:
        kinds = [key for key in _PATTERN_KEYS if key in table.data]
        if len(kinds) > 1:
            found = f"box {box_id} has two patterns, {kinds[0]} and {kinds[1]}; it can have one"
            table.fault(found, kinds[1])
            return None
        if not kinds:
            if known is None:
                ways = join_words(_PATTERN_KEYS, "or")
                table.fault(f"box {quote(box_id)} is not known and has no pattern; give it {ways}")
                return None
            # A table may say only what is different about the pattern that is known.
            more = {key: table.data[key] for key in _MORE_KEYS if key in table.data}
            table = table.inner(write_pattern(known.pattern) | more)
            kinds = [key for key in _PATTERN_KEYS if key in table.data]
        (kind,) = kinds
        for key in _MORE_KEYS[:-1]:
            if key in table.data and key not in _PATTERN_KEYS[kind]:
                table.fault(f"{key} doesn't go with {kind}", key)
        pattern = self._read_kind(box_id, kind, table)
        if pattern is not None and table.flag("one_color"):
            return OneColor(pattern)
        return pattern

    def _read_kind(self, box_id: str, kind: str, table: DefinitionTable) -> Pattern | None:
        if kind == "groups":
            sizes = table.numbers("groups", MOST_DICE)
            loose = table.flag("loose")
            return Groups(tuple(sorted(sizes, reverse=True)), loose) if sizes else None
        if kind == "run":
            length = table.number("run", 2, MOST_SIDES, 2)
            start = table.number("start", 1, 9, 1) if "start" in table.data else None
            return Run(length, start, table.number("step", 1, MOST_SIDES - 1, 1))
        if kind == "both":
            return self._read_both(box_id, table)
        if kind == "any":
            if table.data["any"] is not True:
                table.fault("any must be true, or left out", "any")
            return Anything()
        make, least, most = _NUMBERED[kind]
        return make(table.number(kind, least, most, least))

    def _read_both(self, box_id: str, table: DefinitionTable) -> Pattern | None:
        parts = table.data["both"]
        is_list = isinstance(parts, list) and all(isinstance(part, Mapping) for part in parts)
        if not is_list or not isinstance(parts, list) or not 2 <= len(parts) <= _MOST_PARTS:
            form = "[{ groups = [2] }, { total = 13 }]"
            ways = f"both must be a list of 2 to {_MOST_PARTS} patterns such as {form}"
            table.fault(ways, "both")
            return None
        tables = [table.inner(part, "both") for part in parts]
        for each in tables:
            each.check_keys((*_PATTERN_KEYS, *_MORE_KEYS))
        patterns = [self._read_pattern(box_id, each, None) for each in tables]
        found = tuple(pattern for pattern in patterns if pattern is not None)
        return Both(found) if len(found) == len(patterns) else None

    def _read_pays(
        self, table: DefinitionTable, default: Points | None, pattern: Pattern
    ) -> Points:
        pays = table.data.get("pays")
        if pays is None:
            if default is not None:
                return default
            return Points(dice=Counted.MATCHED if isinstance(pattern, Matching) else Counted.ALL)
        if isinstance(pays, str) and pays in COUNTED_WORDS:
            return Points(dice=COUNTED_WORDS[pays])
        if isinstance(pays, Mapping):
            parts = table.inner(pays, "pays")
            parts.check_keys(("fixed", "add"))
            add = pays.get("add")
            if add is not None and str(add) not in COUNTED_WORDS:
                parts.fault('add must be "sum" or "matched"', "add")
            fixed = parts.number("fixed", 0, _MOST_POINTS, 0)
            return Points(fixed, COUNTED_WORDS.get(str(add), Counted.NONE))
        if type(pays) is int and 1 <= pays <= _MOST_POINTS:
            return Points(pays)
        ways = f'a number from 1 to {_MOST_POINTS}, "sum", "matched" or a table'
        table.fault(f"pays must be {ways}", "pays")
        return Points(1)

    def _read_code(self, table: DefinitionTable, default: str) -> str:
        code = table.data.get("code", default)
        if isinstance(code, str) and _CODE.fullmatch(code):
            return code
        table.fault("a code must be a capital letter and a number, such as B3", "code")
        return default

    def _read_upper_bonus(self) -> UpperBonus | None:
        rows = self._top.data.get("upper_bonus")
        if rows is None:
            return self._base.upper_bonus if self._base else None
        right = isinstance(rows, list) and all(
            isinstance(row, list) and len(row) == 2 and all(map(_is_points, row)) for row in rows
        )
        if not right or not isinstance(rows, list):
            form = "[[63, 35]]: each needed total with its points, or [] for none"
            self._top.fault(f"upper_bonus must be a list such as {form}", "upper_bonus")
            return None
        return UpperBonus(tuple((needed, points) for needed, points in rows)) if rows else None

    def _read_repeat_bonus(self) -> RepeatBonus | None:
        if "repeat_bonus" not in self._top.data:
            return self._base.repeat_bonus if self._base else None
        table = self._top.table("repeat_bonus")
        table.check_keys(RepeatBonus._fields)
        if not table.data:
            return None
        return RepeatBonus(
            table.line("box", _WIDEST_BOX, "yahtzee"),
            table.number("holds", 0, _MOST_POINTS, 50),
            table.number("points", 1, _MOST_POINTS, 100),
        )

    def _read_joker(self) -> Joker | None:
        if "joker" not in self._top.data:
            return self._base.joker if self._base else None
        table = self._top.table("joker")
        table.check_keys(Joker._fields)
        if not table.data:
            return None
        return Joker(
            table.line("box", _WIDEST_BOX, "yahtzee"),
            table.flag("forced"),
            table.flag("upper_total"),
        )


def _is_points(value: object) -> bool:
    return type(value) is int and 1 <= value <= _MOST_POINTS


def _free_code(section: Section, taken: set[str]) -> str:
    letter = "A" if section is Section.UPPER else "B"
    return next(code for at in range(1, 99) if (code := f"{letter}{at}") not in taken)


def _find_example(pattern: Pattern, dice: int, sides: int) -> Faces:
    """Return dice that show a pattern with as many different faces as can be, () if none do."""
    if highest_face(pattern) > sides:
        return ()
    rolls = combinations_with_replacement(range(1, sides + 1), dice)
    shown = [roll for roll in rolls if pattern.matched(count_faces(roll, sides)) is not None]
    return max(shown, key=lambda roll: len({*roll}), default=())


def _highest_total(ruleset: Ruleset) -> int:
    boxes = sum(
        box.points.fixed
        + (ruleset.dice * ruleset.sides if box.points.dice is not Counted.NONE else 0)
        for box in ruleset.boxes
    )
    upper = ruleset.upper_bonus.tiers[-1][1] if ruleset.upper_bonus else 0
    repeats = ruleset.repeat_bonus.points * (len(ruleset.boxes) - 1) if ruleset.repeat_bonus else 0
    return boxes + upper + repeats
