"""Rows, cells and columns of the score card, as plain data."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.rules.othersets import MAXI
from tests.rules.positions import position
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, find_ruleset
from yahtzee_tui.rules.ruleset import RepeatBonus
from yahtzee_tui.tui.table.widgets.scorecard_layout import (
    Tail,
    bonus_note,
    card_halves,
    card_height,
    count_rows,
    cut_columns,
    describe_bonus,
    fit_card,
    fit_name,
    format_potential,
    loss_text,
)

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LABELS = (15, 11)
HALF_AT_60, HALF_AT_80 = 28, 37
ANN = 3
"""How wide a short name is."""
NAMES = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=20)
WIDTHS = st.integers(HALF_AT_60, 150)


_REPEATED = {"ones": RepeatBonus("ones", holds=1, points=20), "chance": None}
ONE_SECTION = [
    replace(
        OFFICIAL, id=box, boxes=boxes, repeat_bonus=_REPEATED[box], joker=None, upper_bonus=None
    )
    for box, boxes in (("ones", OFFICIAL.upper), ("chance", OFFICIAL.lower))
]
"""Cards with boxes in the upper section only, and in the lower section only."""


def upper(rules: str, *points: int) -> Card:
    """Return a card whose first upper boxes score score score score hold these points."""
    card = Card.empty(find_ruleset(rules))
    for box, score in zip(UPPER, points, strict=False):
        card = card.write(box, score)
    return card


def test_the_halves_hold_every_box_once() -> None:
    for ruleset in (*RULESETS.values(), *ONE_SECTION):
        for has_repeats in (False, ruleset.repeat_bonus is not None):
            upper_half, *lower_halves = card_halves(ruleset, has_repeats)
            lower = [row for half in lower_halves for row in half.rows]
            assert tuple(row.box for row in upper_half.rows) == ruleset.upper
            assert tuple(row.box for row in lower if row.box) == ruleset.lower
            counted = count_rows(ruleset, has_repeats)
            assert (counted.upper, counted.lower) == (
                len(upper_half.rows),
                len(lower_halves[0].rows),
            )
            rows = [*upper_half.rows, *lower]
            assert len({row.label for row in rows}) == len({row.short for row in rows}) == len(rows)
            assert all(len(row.short) <= len(row.label) for row in rows)
    labels = [row.label for half in card_halves(find_ruleset("yz"), False) for row in half.rows]
    assert labels[0].startswith("A1 ")
    assert labels[-1].startswith("B7 ")
    official = card_halves(OFFICIAL, has_repeats=True)[1].rows
    at = [row.label for row in official].index("Yahtzee")
    assert official[at + 1].label == "Yahtzee bonus"


def test_a_card_of_many_boxes_has_three_frames() -> None:
    frames = card_halves(MAXI, has_repeats=False)
    assert [frame.title for frame in frames] == ["UPPER", "LOWER", "LOWER"]
    assert [len(frame.rows) for frame in frames] == [6, 7, 7]
    assert tuple(row.box for frame in frames[1:] for row in frame.rows) == MAXI.lower
    assert count_rows(MAXI, has_repeats=False).lower == 7


def test_the_card_grows_with_the_window_and_its_sums_shrink_last() -> None:
    rows = count_rows(OFFICIAL, has_repeats=False)
    heights = [card_height(rows, 3, Tail.FULL), card_height(rows, 2, Tail.FULL)]
    heights += [card_height(rows, 1, tail) for tail in Tail]
    assert heights == [24, 17, 11, 10, 10]
    assert fit_card(rows, 60) == (3, Tail.FULL)
    assert fit_card(rows, 23) == (2, Tail.FULL)
    assert fit_card(rows, 16) == (1, Tail.FULL)
    assert fit_card(rows, 10) == (1, Tail.TIGHT)
    assert fit_card(count_rows(find_ruleset("yatzy"), has_repeats=False), 11) == (1, Tail.FRAME)


def test_the_words_about_the_bonus() -> None:
    for rules, points, words in (
        ("official", (), "63 to go"),
        ("official", (3,), "60 to go, on pace"),
        ("official", (4, 8), "51 to go, 3 ahead"),
        ("official", (2, 4), "57 to go, 3 behind"),
        ("official", (0, 0, 0, 0), "Bonus out of reach"),
        ("official", (3, 6, 9, 12, 15, 18), "Bonus reached: +35"),
        ("yatzy", (3, 6, 9, 12, 15, 18), "Bonus reached: +50"),
        ("yz", (3, 6), ""),
    ):
        assert describe_bonus(upper(rules, *points))[0] == words, (rules, points)


def test_the_bonus_reads_as_earned_ahead_behind_or_out() -> None:
    for rules, points, note in (
        ("official", (), ""),
        ("official", (3,), "±0"),
        ("official", (4, 8), "+3"),
        ("official", (2, 4), "−3"),
        ("official", (0, 0, 0, 0), "0"),
        ("official", (5, 10, 15, 20, 25), "35"),
        ("official", (3, 6, 9, 12, 15, 18), "35"),
        ("official", (3, 6, 9, 12, 15, 12), "0"),
        # Fives and sixes of all dice give 55: with 8 so far the bonus is just in reach.
        ("official", (0, 0, 0, 8), "−22"),
        ("official", (0, 0, 0, 4), "0"),
        ("yatzy", (3, 6, 9, 12, 15, 18), "50"),
        ("yz", (3, 6), ""),
    ):
        assert bonus_note(upper(rules, *points)) == note, (rules, points)


def test_potential_scores_read_unlike_scores_and_nothing_is_quiet() -> None:
    game = position("official", "33344")
    cells = {p.box.id: format_potential(p, p.box.id == "full_house") for p in game.potentials}
    assert cells["full_house"] == "«25»"
    assert cells["threes"] == "‹9›"
    assert cells["ones"] == "·"
    assert format_potential(game.potential("ones"), is_marked=True) == "«0»"
    assert not any(text.isdigit() for text in cells.values())
    game = position("official", "44444", {"yahtzee": 50})
    assert format_potential(game.potential("chance"), is_marked=True) == "—"
    # A zero that earns a bonus is no zero.
    filled = {"yahtzee": 50, "chance": 9, "fours": 8} | {box.id: 0 for box in OFFICIAL.lower[:5]}
    potential = position("official", "44444", filled).potential("ones")
    assert (potential.points, potential.bonus) == (0, 100)
    assert format_potential(potential, is_marked=False) == "‹0›"


def test_the_best_choice_has_a_word_or_a_star_in_every_column() -> None:
    for width in (8, 9, 10):
        for points in ("«0»", "«23»", "«100»"):
            room = width - len(points)
            text = loss_text(0, room, width, in_percent=False)
            assert text.strip() == ("best" if room > len("best") else "★")
            assert len(text) <= room


def test_the_coach_hides_no_column_that_fits_with_it() -> None:
    for half, players in ((HALF_AT_60, 3), (HALF_AT_80 - 1, 5)):
        columns = cut_columns(half, (ANN,) * players, 0, 0, LABELS, noted=True)
        assert columns.seats == tuple(range(players))
        assert columns.widths[0] == len("−14‹18›"), players
    assert loss_text(14.3, len("−14"), 7, in_percent=False) == "−14"
    assert loss_text(14.3, len("−14 "), 7, in_percent=False) == "−14 "
    assert loss_text(14.3, len("−1"), 7, in_percent=False) == ""


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
    assert noted.widths[0] >= len("−47‹10›")
    assert len(noted.seats) >= min(players, 2)
    assert plain.widths[0] == min(plain.widths)
    assert sum(plain.widths) + plain.label == width


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


def test_names_are_cut() -> None:
    assert fit_name("Ann", 6, is_turn=True) == "▸Ann"
    assert fit_name("Ann", 6, is_turn=False) == "Ann"
    assert fit_name("Annabelle", 6, is_turn=False) == "Annab…"
    assert fit_name("山田太郎", 6, is_turn=False) == "山田…"
    players = ("Anna Lee", "Anna Ray", "Benedict Huber")
    assert [fit_name(each, 8, False, players) for each in players[1:]] == ["Anna Ray", "Benedict"]
    assert [fit_name(each, 7, False, players) for each in players[1:]] == ["●AR", "●BH"]
