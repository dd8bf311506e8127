"""Rows, cells and columns of the score card, as plain data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.rules.positions import position
from yahtzee_tui.rules import RULESETS, Card, find_ruleset
from yahtzee_tui.tui.table.widgets.scorecard_layout import (
    Look,
    align_right,
    bonus_note,
    card_rows,
    cut_columns,
    fit_name,
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


LABELS = (15, 11)
HALF_AT_60, HALF_AT_80 = 28, 38
ANN = 3
"""How wide a short name is."""
names = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=20)


@given(
    width=st.integers(HALF_AT_60, 150),
    players=st.integers(1, 8),
    seed=st.integers(0, 7),
)
def test_the_live_column_is_shown_unless_one_looks_aside(
    width: int, players: int, seed: int
) -> None:
    live = seed % players
    columns = cut_columns(width, (ANN,) * players, live, 0, LABELS)
    assert live in columns.seats
    assert columns.more_left == columns.seats[0]
    assert columns.more_right == players - 1 - columns.seats[-1]


@given(
    width=st.integers(HALF_AT_60, 150),
    names=st.lists(st.integers(1, 24), min_size=1, max_size=8).map(tuple),
    live=st.integers(0, 7),
    offset=st.integers(-9, 9),
    noted=st.booleans(),
)
def test_columns_never_take_more_room_than_there_is(
    width: int, names: tuple[int, ...], live: int, offset: int, noted: bool
) -> None:
    columns = cut_columns(width, names, live % len(names), offset, LABELS, noted)
    assert columns.label + sum(columns.widths) <= width
    assert len(columns.widths) == len(columns.seats)
    assert columns.seats == tuple(range(columns.seats[0], columns.seats[-1] + 1))
    # Three digits and a space, or a potential of two digits in its brackets.
    assert min(columns.widths) >= 4


@pytest.mark.parametrize("players", range(1, 9))
def test_looking_aside_reaches_every_player(players: int) -> None:
    seen: set[int] = set()
    for offset in range(-8, 9):
        seen.update(cut_columns(HALF_AT_60, (ANN,) * players, 0, offset, LABELS).seats)
    assert seen == set(range(players))


def test_four_players_stand_side_by_side_at_80_columns() -> None:
    columns = cut_columns(HALF_AT_80, (ANN,) * 4, 0, 0, LABELS)
    assert columns.seats == (0, 1, 2, 3)
    assert not columns.more_left
    assert not columns.more_right


@given(width=st.integers(HALF_AT_60, 150), players=st.integers(1, 8))
def test_a_note_has_room_at_the_live_player(width: int, players: int) -> None:
    names = (ANN,) * players
    noted, plain = (cut_columns(width, names, 0, 0, LABELS, note) for note in (True, False))
    assert noted.widths[0] >= len("−47 ‹0›") + 1
    assert len(noted.seats) >= min(players, 2)
    assert plain.widths[0] == min(plain.widths)


def test_names_of_boxes_are_cut_only_to_give_players_room() -> None:
    assert not cut_columns(HALF_AT_80, (ANN,), 0, 0, LABELS).is_short
    assert cut_columns(HALF_AT_60, (ANN,) * 8, 0, 0, LABELS).is_short


@pytest.mark.parametrize("half", [HALF_AT_60, HALF_AT_80])
@pytest.mark.parametrize("players", [("김철수",), ("김철수", "Alexander")])
@pytest.mark.parametrize("live", [0, 1])
def test_long_names_stand_uncut_where_there_is_room(
    half: int, players: tuple[str, ...], live: int
) -> None:
    widths = tuple(map(cell_len, players))
    columns = cut_columns(half, widths, live % len(players), 0, LABELS)
    rooms = (columns.widths[0] + columns.spare, *columns.widths[1:])
    for name, room in zip(players, rooms, strict=True):
        assert fit_name(name, room - 1, is_turn=True) == f"▸{name}"


def test_all_get_more_of_their_names_where_not_all_fit() -> None:
    columns = cut_columns(HALF_AT_60, (6, 9, 10), 0, 0, LABELS)
    assert columns.seats == (0, 1, 2)
    assert columns.widths[0] + columns.spare >= 6 + 2
    assert min(columns.widths[1:]) > 4
    assert columns.label + sum(columns.widths) == HALF_AT_60


@given(name=names, width=st.integers(3, 9), is_turn=st.booleans())
def test_a_name_fits_its_column(name: str, width: int, is_turn: bool) -> None:
    fitted = fit_name(name, width, is_turn)
    assert cell_len(fitted) <= width
    assert not name.strip("▸… ") or fitted.strip("▸… ")


def test_whose_turn_it_is_stands_before_the_name() -> None:
    assert fit_name("Ann", 6, is_turn=True) == "▸Ann"
    assert fit_name("Ann", 6, is_turn=False) == "Ann"
    assert fit_name("Annabelle", 6, is_turn=False) == "Annab…"
    assert fit_name("山田太郎", 6, is_turn=False) == "山田…"


def test_numbers_stand_right() -> None:
    assert align_right("7", 4) == "   7"
    assert align_right("山", 4) == "  山"
