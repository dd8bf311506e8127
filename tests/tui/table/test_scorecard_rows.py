"""How the card's rows and cells read, as plain text."""

from __future__ import annotations

import pytest

from tests.rules.positions import position
from yahtzee_tui.rules import RULESETS, Card, find_ruleset
from yahtzee_tui.tui.table.widgets.scorecard_layout import (
    Look,
    bonus_note,
    card_rows,
    format_potential,
)

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
every_rules = pytest.mark.parametrize("rules", RULESETS)


def upper(rules: str, *points: int) -> Card:
    """Return a card whose first upper boxes hold these points."""
    card = Card.empty(find_ruleset(rules))
    for box, score in zip(UPPER, points, strict=False):
        card = card.write(box, score)
    return card


def reading(card: Card) -> dict[str, str]:
    """Return what the totals of a card read, by label."""
    rows = [row for half in card_rows(card.ruleset) for row in half]
    return {row.label: row.total(card) for row in rows if row.box is None and row.label}


@every_rules
def test_the_halves_hold_every_box_once_and_are_level(rules: str) -> None:
    ruleset = find_ruleset(rules)
    left, right = card_rows(ruleset)
    assert len(left) == len(right)
    assert tuple(row.box for row in left if row.box) == ruleset.upper
    assert tuple(row.box for row in right if row.box) == ruleset.lower
    assert right[-1].look is Look.GRAND


@every_rules
def test_rows_differ_by_name_in_either_length(rules: str) -> None:
    rows = [row for half in card_rows(find_ruleset(rules)) for row in half if row.label]
    assert len({row.label for row in rows}) == len(rows)
    assert len({row.short for row in rows}) == len(rows)
    assert all(len(row.short) <= len(row.label) for row in rows)


def test_codes_are_shown_where_the_game_has_them() -> None:
    labels = [row.label for half in card_rows(find_ruleset("yz")) for row in half if row.box]
    assert labels[0].startswith("A1 ")
    assert labels[-1].startswith("B7 ")
    assert not card_rows(find_ruleset("official"))[0][0].label.startswith("A1")


def test_totals_add_up_with_the_bonuses() -> None:
    card = upper("official", 3, 6, 9, 12, 15, 18).write("yahtzee", 50).write("chance", 20, 100)
    read = reading(card)
    assert read["Upper total"] == "63"
    assert read["With bonus"] == "98"
    assert read["Yahtzee bonus"] == "100"
    assert read["Lower total"] == "170"
    assert read["GRAND TOTAL"] == "268"


@every_rules
def test_there_is_a_bonus_row_exactly_where_the_rules_give_one(rules: str) -> None:
    ruleset = find_ruleset(rules)
    left, right = card_rows(ruleset)
    assert any(row.look is Look.NOTE for row in left) is (ruleset.upper_bonus is not None)
    repeats = [row for row in right if row.box is None and "bonus" in row.label]
    assert bool(repeats) is (ruleset.repeat_bonus is not None)


@pytest.mark.parametrize(
    ("rules", "points", "note"),
    [
        ("official", (), ""),
        ("official", (3,), "±0"),
        ("official", (4, 8), "+3"),
        ("official", (2, 4), "−3"),
        ("official", (0, 0, 0, 0), "out"),
        ("official", (5, 10, 15, 20, 25), "35"),
        ("official", (3, 6, 9, 12, 15, 18), "35"),
        ("official", (3, 6, 9, 12, 15, 12), "out"),
        ("yatzy", (3, 6, 9, 12, 15, 18), "50"),
        ("yz", (3, 6), ""),
    ],
)
def test_the_bonus_reads_as_earned_ahead_behind_or_out(
    rules: str, points: tuple[int, ...], note: str
) -> None:
    assert bonus_note(upper(rules, *points)) == note


def test_out_is_said_as_soon_as_nothing_can_help_and_not_before() -> None:
    """Fives and sixes of all dice give 55: with 8 so far the bonus is just in reach."""
    assert bonus_note(upper("official", 0, 0, 0, 8)).startswith("−")
    assert bonus_note(upper("official", 0, 0, 0, 4)) == "out"


def test_an_offer_never_reads_like_a_booked_score() -> None:
    game = position("official", "33344")
    texts = {p.box.id: format_potential(p, best=25)[0] for p in game.potentials}
    assert texts["full_house"] == "«25»"
    assert texts["threes"] == "‹9›"
    assert texts["ones"] == "‹0›"
    assert not any(text.isdigit() for text in texts.values())


def test_looks_tell_best_offer_zero_and_forbidden_apart() -> None:
    game = position("official", "44444", {"yahtzee": 50})
    looks = {p.box.id: format_potential(p, best=120)[1] for p in game.potentials}
    assert looks["fours"] is Look.BEST
    assert looks["chance"] is Look.FORBIDDEN
    assert format_potential(game.potential("chance"), best=120)[0] == "—"
    potentials = position("official", "33344").potentials
    plain = {p.box.id: format_potential(p, best=17)[1] for p in potentials}
    assert plain["ones"] is Look.ZERO
    assert plain["threes"] is Look.OFFER


def test_a_zero_that_earns_a_bonus_is_no_zero() -> None:
    filled = {"yahtzee": 50} | {box.id: 0 for box in find_ruleset("official").lower[:5]}
    game = position("official", "44444", filled | {"chance": 9, "fours": 8})
    potential = game.potential("ones")
    assert (potential.points, potential.bonus) == (0, 100)
    assert format_potential(potential, best=100) == ("«0»", Look.BEST)
    assert format_potential(potential, best=None) == ("‹0›", Look.ZERO)
