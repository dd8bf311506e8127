"""Rows, cells and columns of the score card, as plain data."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.rules.positions import position
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, find_ruleset
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
LABELS = (15, 11)
HALF_AT_60, HALF_AT_80 = 28, 38
ANN = 3
"""How wide a short name is."""
NAMES = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=20)
WIDTHS = st.integers(HALF_AT_60, 150)


def upper(rules: str, *points: int) -> Card:
    """Return a card whose first upper boxes hold these points."""
    card = Card.empty(find_ruleset(rules))
    for box, score in zip(UPPER, points, strict=False):
        card = card.write(box, score)
    return card


def test_the_halves_hold_every_box_once_and_are_level() -> None:
    for ruleset in RULESETS.values():
        left, right = card_rows(ruleset)
        assert len(left) == len(right)
        assert tuple(row.box for row in left if row.box) == ruleset.upper
        assert tuple(row.box for row in right if row.box) == ruleset.lower
        assert right[-1].look is Look.GRAND
        rows = [row for half in (left, right) for row in half if row.label]
        assert len({row.label for row in rows}) == len({row.short for row in rows}) == len(rows)
        assert all(len(row.short) <= len(row.label) for row in rows)
        assert any(row.look is Look.NOTE for row in left) is (ruleset.upper_bonus is not None)
        repeats = [row for row in right if row.box is None and "bonus" in row.label]
        assert bool(repeats) is (ruleset.repeat_bonus is not None)
    labels = [row.label for half in card_rows(find_ruleset("yz")) for row in half if row.box]
    assert labels[0].startswith("A1 ")
    assert labels[-1].startswith("B7 ")
    assert not card_rows(OFFICIAL)[0][0].label.startswith("A1")


def test_totals_add_up_with_the_bonuses() -> None:
    card = upper("official", 3, 6, 9, 12, 15, 18).write("yahtzee", 50).write("chance", 20, 100)
    rows = [row for half in card_rows(OFFICIAL) for row in half if row.box is None and row.label]
    assert {row.label: row.total(card) for row in rows}.items() >= {
        "Upper total": "63",
        "With bonus": "98",
        "Yahtzee bonus": "100",
        "Lower total": "170",
        "GRAND TOTAL": "268",
    }.items()


def test_the_bonus_reads_as_earned_ahead_behind_or_out() -> None:
    for rules, points, note in (
        ("official", (), ""),
        ("official", (3,), "±0"),
        ("official", (4, 8), "+3"),
        ("official", (2, 4), "−3"),
        ("official", (0, 0, 0, 0), "out"),
        ("official", (5, 10, 15, 20, 25), "35"),
        ("official", (3, 6, 9, 12, 15, 18), "35"),
        ("official", (3, 6, 9, 12, 15, 12), "out"),
        # Fives and sixes of all dice give 55: with 8 so far the bonus is just in reach.
        ("official", (0, 0, 0, 8), "−22"),
        ("official", (0, 0, 0, 4), "out"),
        ("yatzy", (3, 6, 9, 12, 15, 18), "50"),
        ("yz", (3, 6), ""),
    ):
        assert bonus_note(upper(rules, *points)) == note, (rules, points)


def test_offers_read_unlike_scores_and_tell_best_zero_and_forbidden_apart() -> None:
    game = position("official", "33344")
    cells = {p.box.id: format_potential(p, best=25) for p in game.potentials}
    assert cells["full_house"] == ("«25»", Look.BEST)
    assert cells["threes"] == ("‹9›", Look.OFFER)
    assert cells["ones"] == ("‹0›", Look.ZERO)
    assert not any(text.isdigit() for text, _ in cells.values())
    game = position("official", "44444", {"yahtzee": 50})
    assert format_potential(game.potential("fours"), best=120)[1] is Look.BEST
    assert format_potential(game.potential("chance"), best=120) == ("—", Look.FORBIDDEN)
    # A zero that earns a bonus is no zero.
    filled = {"yahtzee": 50, "chance": 9, "fours": 8} | {box.id: 0 for box in OFFICIAL.lower[:5]}
    potential = position("official", "44444", filled).potential("ones")
    assert (potential.points, potential.bonus) == (0, 100)
    assert format_potential(potential, best=100) == ("«0»", Look.BEST)
    assert format_potential(potential, best=None) == ("‹0›", Look.ZERO)


@given(width=WIDTHS, players=st.integers(1, 8), seed=st.integers(0, 7))
def test_the_live_column_is_shown_and_a_note_has_room_there(
    width: int, players: int, seed: int
) -> None:
    live, names = seed % players, (ANN,) * players
    columns = cut_columns(width, names, live, 0, LABELS)
    assert live in columns.seats
    assert columns.more_left == columns.seats[0]
    assert columns.more_right == players - 1 - columns.seats[-1]
    noted, plain = (cut_columns(width, names, 0, 0, LABELS, note) for note in (True, False))
    assert noted.widths[0] >= len("−47 ‹0›") + 1
    assert len(noted.seats) >= min(players, 2)
    assert plain.widths[0] == min(plain.widths)


@given(
    width=WIDTHS,
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


def test_which_players_and_how_much_of_the_labels_are_seen() -> None:
    for players in range(1, 9):
        names = (ANN,) * players
        seen = {
            seat
            for offset in range(-8, 9)
            for seat in cut_columns(HALF_AT_60, names, 0, offset, LABELS).seats
        }
        assert seen == set(range(players)), "looking aside reaches everybody"
    four = cut_columns(HALF_AT_80, (ANN,) * 4, 0, 0, LABELS)
    assert (four.seats, four.more_left, four.more_right) == ((0, 1, 2, 3), 0, 0)
    assert not cut_columns(HALF_AT_80, (ANN,), 0, 0, LABELS).is_short
    assert cut_columns(HALF_AT_60, (ANN,) * 8, 0, 0, LABELS).is_short


def test_names_get_the_room_that_there_is() -> None:
    for half in (HALF_AT_60, HALF_AT_80):
        for players, live in ((("김철수",), 0), (("김철수", "Alexander"), 0),
                              (("김철수", "Alexander"), 1)):  # fmt: skip
            columns = cut_columns(half, tuple(map(cell_len, players)), live, 0, LABELS)
            rooms = (columns.widths[0] + columns.spare, *columns.widths[1:])
            for name, room in zip(players, rooms, strict=True):
                assert fit_name(name, room - 1, is_turn=True) == f"▸{name}"
    columns = cut_columns(HALF_AT_60, (6, 9, 10), 0, 0, LABELS)
    assert columns.seats == (0, 1, 2)
    assert columns.widths[0] + columns.spare >= 6 + 2
    assert min(columns.widths[1:]) > 4
    assert columns.label + sum(columns.widths) == HALF_AT_60


@given(name=NAMES, width=st.integers(3, 9), is_turn=st.booleans())
def test_a_name_fits_its_column(name: str, width: int, is_turn: bool) -> None:
    fitted = fit_name(name, width, is_turn)
    assert cell_len(fitted) <= width
    assert not name.strip("▸… ") or fitted.strip("▸… ")


def test_names_are_cut_and_numbers_stand_right() -> None:
    assert fit_name("Ann", 6, is_turn=True) == "▸Ann"
    assert fit_name("Ann", 6, is_turn=False) == "Ann"
    assert fit_name("Annabelle", 6, is_turn=False) == "Annab…"
    assert fit_name("山田太郎", 6, is_turn=False) == "山田…"
    assert align_right("7", 4) == "   7"
    assert align_right("山", 4) == "  山"
