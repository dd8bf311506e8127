"""Terminals of every size: what is seen, what is reachable, and that nothing breaks."""

from __future__ import annotations

from functools import partial
from itertools import count
from time import monotonic
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from tests.tui.remote_visits import is_laid_out, until
from tests.tui.sampling import thin, thin_keys
from tests.tui.stage import Stage, at_table, at_title
from yahtzee_tui.rules import MOST_PLAYERS, RULESETS, find_ruleset
from yahtzee_tui.tui.table.base_screen import TableScreenBase
from yahtzee_tui.tui.table.values import CoachPanel, value_head
from yahtzee_tui.tui.table.widgets.die import LARGE_PIP, PIP, Die

if TYPE_CHECKING:
    from pathlib import Path

    from textual.geometry import Region

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
TOO_SMALL = [(59, 19), (1, 1), (59, 20), (60, 19), (40, 12), (10, 3)]
DICE = [
    ((60, 20), (7, 6), PIP),
    ((80, 24), (9, 7), PIP),
    ((120, 40), (13, 9), PIP),
    ((200, 60), (21, 13), LARGE_PIP),
]
"""How large dice are at a size, and what their pips are."""
LARGE = [(60, 20), (80, 24), (120, 40), (300, 100)]


def check_seen(stage: Stage) -> None:
    """Check that dice, boxes, totals and the two keys that must fit are on the screen."""
    width, height = stage.app.size
    assert len(stage.lines) == height
    card = stage.card
    for box in stage.game.ruleset.boxes:
        assert card.labels[box.id] in stage.text
        assert (box.id, stage.game.seat) in card.boxes
    assert "TOTAL" in stage.text
    assert sum(PIP in line or LARGE_PIP in line for line in stage.lines) >= 3
    for number in range(1, 6):
        assert stage.app.screen.query_one(f"#die-{number}").region.right <= width
    for line in range(stage.scorecard.rows):
        y = stage.scorecard.region.y + line
        assert stage.scorecard.render_line(line).text.strip() in stage.lines[y]
    assert "Help" in stage.lines[-1]
    assert "Quit" in stage.lines[-1]
    assert stage.status[:20] in stage.text


def regions(stage: Stage) -> list[Region]:
    """Return where the dice lie."""
    return [die.region for die in stage.table_screen.query(Die)]


def is_as_large(stage: Stage, die: tuple[int, int]) -> bool:
    """Return whether dice have a width and height."""
    return regions(stage)[0].size == die


def beside(stage: Stage) -> list[str]:
    """Return the lines of the coach beside the card that say something."""
    (panel,) = stage.table_screen.query(CoachPanel)
    x, y, width, height = panel.region
    lines = (line[x : x + width] for line in stage.lines[y + 1 : y + height])
    return [" ".join(line.split()) for line in lines if line.strip()]


@pytest.mark.parametrize("rules", thin(reversed(RULESETS), 2))
async def test_nothing_is_clipped_at_60x20(rules: str) -> None:
    async with at_table("33344", players=NAMES[:2], rules=rules, size=(60, 20)) as stage:
        await stage.press("space")
        check_seen(stage)
        for potential in stage.game.potentials:
            assert stage.cell(potential.box.id).strip("‹›«»") == str(potential.points)


@pytest.mark.slow
@pytest.mark.parametrize("size", thin_keys(LARGE[1:]))
async def test_larger_terminals_show_everything_too(size: tuple[int, int]) -> None:
    async with at_table("33344", players=NAMES[:4], rules="yatzy50", size=size) as stage:
        await stage.press("space")
        check_seen(stage)
        assert stage.card.seats == (0, 1, 2, 3)


@pytest.mark.slow
async def test_a_tall_terminal_lists_the_turns() -> None:
    async with at_table("33344", size=(120, 40)) as stage:
        await stage.press("space", "enter")
        line = next(line for line in stage.lines if "3-3-3-4-4" in line)
        assert "Ann" in line
        assert "Full house 25" in line


async def test_the_dice_grow_with_the_terminal() -> None:
    async with at_table("13456") as stage:
        await stage.press("space", "1", "5")
        for size, die, pip in DICE:
            await stage.resize(*size)
            await until(stage, partial(is_as_large, stage, die), str(size))
            pips = [
                sum(line[x : x + width].count(pip) for line in stage.lines[y : y + height])
                for x, y, width, height in regions(stage)
            ]
            assert pips == [1, 3, 4, 5, 6]


async def test_a_wide_terminal_has_the_coach_beside_the_card(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("yahtzee_tui.services.value_tables.cache_folder", lambda: tmp_path)
    async with at_table("33344", "33341", rules="yz", size=(120, 30)) as stage:
        await stage.press("space", "h")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        assert beside(stage)[:2] == ["loss", "Hold 3-3-3 best"]
        assert len(beside(stage)) == 11
        room = stage.table_screen.query_one(CoachPanel).content_size.width
        assert len(value_head(has_wins=True, with_score=False)) <= room
        await stage.press("1", "2", "3", "space")
        assert beside(stage)[1] == "Hold 3-3-3 best"
        assert "Hold 1-3-3" in str(beside(stage))
        await stage.resize(119, 30)
        await until(stage, lambda: not beside(stage), "no coach beside the card")
        await stage.resize(200, 30)
        await until(stage, lambda: bool(beside(stage)), "the coach beside the card")
        assert beside(stage)[1].startswith("Hold 3-3-3 ")
        assert beside(stage)[1].endswith(" best")
        await stage.resize(120, 40)
        await until(
            stage,
            lambda: len(beside(stage)) > 11 and "Score " in str(beside(stage)),
            "more choices, and a box",
        )
        await stage.press("enter")
        assert beside(stage) == []
        assert "3-3-3-4-1" in stage.text
        await stage.press("u", "h")
        assert beside(stage) == []


@pytest.mark.parametrize("size", thin_keys([(60, 20), (80, 24)]))
@pytest.mark.parametrize("players", thin((8, 4, 1, 2, 3, 5, 6, 7), 2))
async def test_the_live_column_is_always_seen(players: int, size: tuple[int, int]) -> None:
    names = NAMES[:players]
    filled = [("12346", "chance")] * (players - 1)
    async with at_table("33344", players=names, filled=filled, size=size) as stage:
        await stage.press("space")
        assert stage.game.seat == players - 1
        check_seen(stage)
        assert stage.cell("full_house") == "«25»"
        assert names[-1] in stage.card.names
        assert f"{names[-1]} to play" in stage.text


@pytest.mark.parametrize("size", thin_keys([(60, 20), (80, 24)]))
async def test_one_can_look_aside_at_every_card(size: tuple[int, int]) -> None:
    filled = [("12346", "chance")] * MOST_PLAYERS
    async with at_table("33344", players=NAMES, filled=filled, size=size) as stage:
        await stage.press("space")
        seen = set(stage.card.seats)
        assert len(seen) < MOST_PLAYERS or size[0] > 80
        for _ in NAMES:
            await stage.press("right_square_bracket")
            seen.update(stage.card.seats)
        assert seen == set(range(MOST_PLAYERS))
        await stage.press(*["left_square_bracket"] * MOST_PLAYERS)
        assert 0 in stage.card.seats
        await stage.click_text("→")
        assert stage.game.turns == MOST_PLAYERS


@pytest.mark.slow
async def test_a_new_turn_brings_its_column_back() -> None:
    players = NAMES
    async with at_table("33344", "33344", players=players, size=(60, 20)) as stage:
        await stage.press("space", *["right_square_bracket"] * 8)
        assert 0 not in stage.card.seats
        await stage.press("enter", "space")
        assert 1 in stage.card.seats


@pytest.mark.parametrize("size", thin_keys(TOO_SMALL, 2))
async def test_too_small_names_the_size_and_keeps_the_game(size: tuple[int, int]) -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "1")
        before, picture = stage.table.history, stage.lines
        await stage.resize(*size)
        await stage.press("2", "space", "enter", "u", "a", "escape", "slash")
        assert stage.table.history == before
        if size[0] >= 20:
            assert "60x20" in stage.text
            assert "q" in stage.text
        await stage.resize(80, 24)
        assert stage.at == "TableScreen"
        assert stage.lines == picture


async def test_started_too_small_it_opens_once_grown() -> None:
    async with at_title(size=(40, 12)) as stage:
        assert "60x20" in stage.text
        await stage.resize(80, 24)
        assert stage.at == "TitleScreen"
        await stage.press("enter", "enter")
        assert stage.game.roll == 1


async def test_q_quits_while_it_is_too_small() -> None:
    async with at_title(size=(40, 12)) as stage:
        await stage.press("q")
        assert stage.app.return_code == 0


@pytest.mark.parametrize(
    "keys", thin_keys([("q",), ("question_mark",), ("ctrl+c",), ("ctrl+q", "n")])
)
async def test_whatever_is_opened_while_too_small_growing_brings_the_game_back(
    keys: tuple[str, ...],
) -> None:
    async with at_table("33344") as stage:
        await stage.press("space")
        await stage.resize(50, 15)
        await stage.press(*keys)
        await stage.resize(80, 24)
        if stage.at != "TableScreen":
            await stage.press("escape")
        assert stage.at == "TableScreen"
        await stage.resize(30, 10)
        assert "60x20" in stage.text
        await stage.resize(80, 24)
        assert stage.at == "TableScreen"


MODALS = {
    "help": ("question_mark",),
    "options": ("o",),
    "quit": ("q",),
    "finder": ("slash", "f"),
    "title": ("escape",),
    "form": ("escape", "down", "down", "enter"),
}


@pytest.mark.slow
@pytest.mark.parametrize("keys", thin_keys(MODALS.values()), ids=MODALS.keys())
async def test_resizing_under_anything_raises_nothing(keys: tuple[str, ...]) -> None:
    async with at_table("33344") as stage:
        await stage.press("space", *keys)
        top = stage.at
        for size in ((1, 1), (300, 100), (59, 19), (60, 20), (20, 50), (80, 24)):
            await stage.resize(*size)
        assert stage.at == top
        assert stage.app.is_running


@pytest.mark.parametrize("size", thin_keys([(60, 20), (80, 24), (120, 40)]))
async def test_the_title_fits(size: tuple[int, int]) -> None:
    async with at_title(size=size) as stage:
        for word in ("Play", "New game", "How to play", "Options", "Quit", "Help"):
            assert word in stage.text
        assert find_ruleset("official").name in stage.text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (104, 34), (120, 40), (200, 60)])
async def test_a_table_is_styled_for_its_size_from_the_first(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    classes: list[frozenset[str]] = []

    def note(screen: TableScreenBase) -> None:
        classes.append(screen.classes)

    monkeypatch.setattr(TableScreenBase, "on_mount", note)
    async with at_table(size=size) as stage:
        assert classes == [stage.app.screen.classes]


@pytest.mark.parametrize("keys", [(), ("o",), ("K",)])
async def test_a_size_is_followed_though_the_machine_stands_still(
    keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    often = count()
    still = SimpleNamespace(get_time=lambda: monotonic() + 0.02 * next(often))
    async with at_table("33344") as stage:
        await stage.press("space", *keys)
        monkeypatch.setattr("textual.timer._time", still)
        for size in ((120, 40), (60, 20), (100, 30)):
            stage.resize_at_once(*size)
            await until(stage, partial(is_laid_out, stage, size), str(size))
