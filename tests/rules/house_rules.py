"""Random rule files: small ones, whose best play can be found by trying everything, and others."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.rules.strategies import seeds
from yahtzee_tui.rules import RULESETS, Ruleset
from yahtzee_tui.rules.definition import read_definition
from yahtzee_tui.rules.definition_reader import BadDefinition


def _pattern(rng: Random, dice: int, sides: int, *, is_part: bool = False) -> dict[str, Any]:
    kind = rng.choice(["groups", "run", "total", "several", "any", "both"][: 5 if is_part else 6])
    if kind == "both":
        return {"both": [_pattern(rng, dice, sides, is_part=True) for _ in range(2)]}
    pattern: dict[str, Any] = {kind: True}
    if kind == "groups":
        first = rng.randint(1, dice)
        rest = [rng.randint(1, dice - first)] if first < dice and rng.random() < 0.5 else []
        pattern = {"groups": [first, *rest], "loose": rng.random() < 0.3}
    elif kind == "run":
        pattern = {"run": rng.randint(2, max(2, min(dice, sides)))}
    elif kind == "total":
        pattern = {"total": rng.randint(dice, dice * sides)}
    elif kind == "several":
        pattern = {"several": rng.randint(2, max(2, dice))}
    return pattern | ({"one_color": True} if rng.random() < 0.15 else {})


def _pays(rng: Random) -> object:
    added = {"fixed": rng.randint(0, 9), "add": rng.choice(["sum", "matched"])}
    return rng.choice([rng.randint(1, 40), "sum", "matched", added])


def random_definition(seed: int) -> dict[str, Any]:
    """Return a definition; most describe a game."""
    rng = Random(seed)
    dice, sides = rng.choice([(1, 3), (2, 2), (2, 3), (3, 2), (3, 2), (3, 3), (4, 2)])
    has_joker = rng.random() < 0.7
    boxes: dict[str, dict[str, Any]] = {
        f"f{face}": {"face": face} for face in range(1, sides + 1) if has_joker or face < 3
    }
    for box in boxes.values():
        if rng.random() < 0.2:
            box["pays"] = _pays(rng)
    for at in range(rng.randint(1, 4 - sides)):
        section = {"section": "upper"} if rng.random() < 0.15 else {}
        boxes[f"b{at}"] = _pattern(rng, dice, sides) | {"pays": _pays(rng)} | section
    data: dict[str, Any] = {"id": "house", "name": "House", "dice": dice, "sides": sides}
    data |= {"rolls": rng.choice([1, 2, 2, 3]), "box": boxes}
    if has_joker:
        group = rng.randint(dice // 2 + 1, dice)
        boxes["equal"] = {"groups": [group], "pays": _pays(rng)}
        where = "equal" if rng.random() < 0.9 else rng.choice([*boxes])
        flags = {flag: rng.random() < 0.5 for flag in ("forced", "upper_total")}
        data["joker"] = {"box": where} | flags
    if rng.random() < 0.5:
        fixed = [box["pays"] for box in boxes.values() if isinstance(box.get("pays"), int)]
        bonus = {"holds": rng.choice([*fixed, 1, 5]), "points": rng.randint(1, 40)}
        data["repeat_bonus"] = {"box": rng.choice([*boxes])} | bonus
    if rng.random() < 0.5:
        data["upper_bonus"] = [[rng.randint(1, dice * sides), rng.randint(1, 50)]]
    if rng.random() < 0.3:
        data["order"] = rng.choice(["down", "up"])
    for box in rng.sample([*boxes.values()], rng.randint(0, len(boxes) // 2)):
        box["first_roll"] = rng.randint(1, 9)
    return data | {"boxes": rng.sample([*boxes], len(boxes))}


def random_variation(seed: int) -> dict[str, Any]:
    """Return a definition that changes a game of the program; most describe a game."""
    rng = Random(seed)
    base = rng.choice([ruleset for ruleset in RULESETS.values() if ruleset.dice >= 5])
    dice = rng.randint(base.dice, 8)
    known = {box.id for each in RULESETS.values() for box in each.lower if box.pattern.size <= 5}
    changes: dict[str, Any] = {
        "rolls": rng.randint(1, 5), "saved_rolls": rng.random() < 0.5, "joker": {},
        "order": rng.choice(["any", "down", "up"]), "repeat_bonus": {},
        "upper_bonus": rng.choice([[], [[60, 30]], [[63, 35], [70, 50]]]),
    }  # fmt: skip
    changes = {key: changes[key] for key in rng.sample([*changes], rng.randint(0, len(changes)))}
    data = {"id": "x-9", "name": rng.choice(["House", "Große Runde", "家の規則"])} | changes
    data |= {"box": {"own_box": _pattern(rng, dice, 6) | {"pays": _pays(rng)}}}
    data |= {"with": [*rng.sample(sorted(known), rng.randint(0, 3)), "own_box"]}
    return data | {"based_on": base.id, "dice": dice}


def read_seed(seed: int) -> Ruleset | None:
    """Return the rule set of a random definition, None if no game can be played by it."""
    try:
        return read_definition(random_definition(seed))
    except BadDefinition:
        return None


rulesets: st.SearchStrategy[Ruleset] = seeds.map(read_seed).filter(lambda found: found is not None)  # type: ignore[assignment]
