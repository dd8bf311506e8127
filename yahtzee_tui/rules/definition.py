"""A rule set as plain data, as a rule file and the record of such a game have it.

The key of a rule set, which results and saved games are filed under, is made from this data.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from yahtzee_tui.rules.builtin_rulesets import HOUSE, mark_house_name
from yahtzee_tui.rules.definition_reader import COUNTED_WORDS, DefinitionReader, write_pattern
from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.rules.ruleset import Counted
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yahtzee_tui.rules.ruleset import Box, Ruleset

LONGEST_DEFINITION = 64_000
"""Characters of a definition in a record, and bytes of a rule file."""

_DIGITS = 8


def read_definition(data: Mapping[str, object]) -> Ruleset:
    """Return the rule set that a definition describes, or raise `BadDefinition`.

    >>> quick = {"id": "quick", "name": "Quick Crag", "based_on": "crag", "rolls": 1}
    >>> read_definition(quick).rolls
    1
    """
    ruleset = DefinitionReader(data).read()
    ruleset = replace(ruleset, name=mark_house_name(ruleset.name))
    return replace(ruleset, version=_fingerprint(ruleset)[:_DIGITS])


def _fingerprint(ruleset: Ruleset) -> str:
    """Return 64 hexadecimal digits that two rule sets share only if they are equal."""
    data = write_definition(ruleset)
    for key in ("name", "summary", "shows_codes"):
        data.pop(key, None)
    for box in data["box"].values():
        for key in ("name", "short", "code", "wants", "example"):
            del box[key]
    return sha256(_to_json(data).encode()).hexdigest()


@lru_cache(64)
def parse_definition(text: str) -> Ruleset:
    """Return the rule set of a definition in JSON, as `format_definition` writes it.

    Raises:
        BadDefinition: If no game can be played by it.
        Malformed: If it is no JSON object.
    """
    try:
        data = json.loads(text) if len(text) <= LONGEST_DEFINITION else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        sentence = _("The definition of a rule set must be a JSON object.")
        raise Malformed("bad_definition", sentence)
    return read_definition(data)


def format_definition(ruleset: Ruleset) -> str:
    """Return a rule set's whole definition in JSON, the same for equal data."""
    return _to_json(write_definition(ruleset))


def define(ruleset: Ruleset) -> tuple[str, str]:
    """Return what a game's setup says of its rule set: its key, and its definition if needed."""
    if not ruleset.version:
        return ruleset.key, ""
    written = HOUSE.get(ruleset.key)  # in the language of its author
    return ruleset.key, format_definition(written if written == ruleset else ruleset)


def write_definition(ruleset: Ruleset) -> dict[str, Any]:
    """Return everything that a rule set says, in the form that `read_definition` takes."""
    data: dict[str, Any] = {
        **{key: getattr(ruleset, key) for key in _PLAIN},
        "order": ruleset.order.value,
        "boxes": [box.id for box in ruleset.boxes],
        "box": {box.id: _write_box(box) for box in ruleset.boxes},
    }
    for flag in ("saved_rolls", "shows_codes"):
        if getattr(ruleset, flag):
            data[flag] = True
    if ruleset.upper_bonus is not None:
        data["upper_bonus"] = [list(tier) for tier in ruleset.upper_bonus.tiers]
    if ruleset.repeat_bonus is not None:
        data["repeat_bonus"] = ruleset.repeat_bonus._asdict()
    if ruleset.joker is not None:
        data["joker"] = ruleset.joker._asdict()
    return data


_PLAIN = ("id", "name", "summary", "dice", "sides", "rolls")


def _write_box(box: Box) -> dict[str, Any]:
    fixed, dice, first_roll = box.points
    pays: object = fixed
    if dice is not Counted.NONE:
        pays = {"fixed": fixed, "add": _COUNTED[dice]} if fixed else _COUNTED[dice]
    return {
        "name": box.name,
        "short": box.short,
        "code": box.code,
        "section": box.section.value,
        "wants": box.wants,
        "example": list(box.example),
        "pays": pays,
        **({"first_roll": first_roll} if first_roll else {}),
        **write_pattern(box.pattern),
    }


_COUNTED = {counted: word for word, counted in COUNTED_WORDS.items()}


def _to_json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
