"""How half a card is cut into columns for one to eight players."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from yahtzee_tui.tui.table.widgets.scorecard_layout import align_right, cut_columns, fit_name

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
