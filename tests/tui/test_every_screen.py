"""Every screen in every theme, at every size, in UTF-8 and ASCII, with colours and without."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from textual.geometry import Region

from tests.store.games import play_out, write_game
from tests.table.scripted import create_scripted_table
from tests.tui.remote_visits import is_laid_out, until
from tests.tui.stage import STILL, Stage, on_stage
from yahtzee_tui.settings import COLOURS
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.dialogs.too_small import SMALLEST
from yahtzee_tui.tui.table.result import ResultScreen
from yahtzee_tui.tui.table.values import CoachPanel
from yahtzee_tui.tui.table.widgets.die import Die
from yahtzee_tui.tui.table.widgets.turn_panel import TurnLog
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

SIZES = ((80, 24), (60, 20), (120, 40), (40, 12), (300, 100))
PLAYERS = ("Zoë", "李雷")


def show_end(app: YahtzeeApp) -> None:
    """Show the ranking of a finished game."""
    record, game = play_out("official", PLAYERS, 3)
    app.push_screen(ResultScreen(game, record, True, True))


SCREENS: dict[str, Callable[[YahtzeeApp], object]] = {
    "TableScreen": lambda _: None,
    "HowToPlayScreen": YahtzeeApp.action_show_help,
    "ScoreboardScreen": YahtzeeApp.action_show_scores,
    "StatisticsScreen": lambda app: app.show_statistics("Ann", "official"),
    "OptionsScreen": YahtzeeApp.action_show_options,
    "ResultScreen": show_end,
}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with enough games for every chart."""
    path = tmp_path_factory.mktemp("store") / "games.sqlite"
    database, _ = open_database(str(path))
    for game in range(12):
        write_game(database, str(game), 1_000.0 * game, Ann=150 + 13 * game, Bob=200)
    database.close()
    return path


@pytest.fixture
def way(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> tuple[bool, bool]:
    """Set the environment up, and return whether all is drawn in ASCII and without colours."""
    ascii_only, no_colour = request.param
    if no_colour:
        monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("yahtzee_tui.services.value_tables.cache_folder", lambda: tmp_path)
    return ascii_only, no_colour


@asynccontextmanager
async def in_mid_turn(games: Path, ascii_only: bool) -> AsyncIterator[Stage]:
    """Run the app at a table with dice held and a coach who has said what is best."""
    store = Store(str(games))
    app = YahtzeeApp(None, "Ann", STILL, store=store, ascii_only=ascii_only)
    table = create_scripted_table(
        "33344", players=PLAYERS, rules="yz", filled=[("12346", "chance")] * 2
    )
    app.navigator.saved_table = SavedTable(TableConfig(PLAYERS, "yz", PLAYERS[0]), table)
    async with on_stage(app, SIZES[0]) as stage:
        await stage.press("space", "1", "2", "h")
        await read(stage)
        yield stage
    store.close()


async def read(stage: Stage) -> None:
    """Let everything arrive that somebody waits for."""
    await stage.app.workers.wait_for_complete()
    await stage.settle()


def check(stage: Stage, screen: str, ascii_only: bool, no_colour: bool) -> None:
    """Check all that holds of every screen at a size."""
    width, height = stage.app.size
    strips = stage.app.screen._compositor.render_strips()
    lines = [strip.text for strip in strips]
    assert [cell_len(line) for line in lines] == [width] * height
    assert not ascii_only or all(line.isascii() for line in lines)
    styles = {style for strip in strips for _, style, _ in strip if style is not None}
    inks = {ink for style in styles for ink in (style.color, style.bgcolor) if ink is not None}
    assert bool(inks) is not no_colour
    if width < SMALLEST[0] or height < SMALLEST[1]:
        assert [line.strip() for line in lines if line.strip()] == ["Needs 60x20; q quits."]
        return
    assert stage.at == screen
    assert stage.app.screen.query_one(KeyBar).region == Region(0, height - 1, width, 1)
    assert ("? Back " if screen == "HowToPlayScreen" else "? Help ") in lines[-1]
    assert lines[-1].rstrip().endswith("q Quit")
    if screen == "TableScreen":
        check_table(stage, Region(0, 0, width, height - 1))


def check_table(stage: Stage, room: Region) -> None:
    """Check that nothing at the table lies over anything else, or outside the screen."""
    table = stage.table_screen
    parts = [stage.scorecard, table.panel, table.line, *table.query(Die)]
    parts += [part for part in table.query("TurnLog, CoachPanel") if part.is_on_screen]
    regions = [part.region for part in parts]
    for at, region in enumerate(regions):
        assert region
        assert room.contains_region(region)
        assert [other for other in regions[:at] if other.overlaps(region)] == []
    is_wide = room.width >= 120
    assert bool(table.query_one(CoachPanel).region) == is_wide
    assert bool(table.query_one(TurnLog).region) == is_wide


def find_themes(app: YahtzeeApp) -> list[str]:
    """Return the names of the themes, one of those that look alike."""
    looks = {theme: replace(app.available_themes[theme], name="") for theme in COLOURS}
    return [
        theme
        for at, theme in enumerate(COLOURS)
        if looks[theme] not in [looks[other] for other in COLOURS[:at]]
    ]


async def see_all(stage: Stage, themes: list[str], way: tuple[bool, bool]) -> None:
    """Look at all screens in some themes at all sizes."""
    for screen, show in SCREENS.items():
        show(stage.app)
        await read(stage)
        for theme in themes:
            stage.app.theme = theme
            for size in SIZES:
                stage.resize_at_once(*size)
                await until(stage, partial(is_laid_out, stage, size), str(size))
                try:
                    check(stage, screen, *way)
                except AssertionError:
                    print(screen, theme, size, *stage.lines, sep="\n")
                    raise
        if screen != "TableScreen":
            stage.app.pop_screen()
            await stage.settle()


@pytest.mark.parametrize("way", [(True, True)], indirect=True)
async def test_what_holds_of_every_screen(way: tuple[bool, bool], games: Path) -> None:
    async with in_mid_turn(games, way[0]) as stage:
        await see_all(stage, ["felt"], way)


@pytest.mark.slow
@pytest.mark.parametrize("way", [(False, False), (True, False), (False, True)], indirect=True)
async def test_it_holds_in_every_theme(way: tuple[bool, bool], games: Path) -> None:
    async with in_mid_turn(games, way[0]) as stage:
        themes = find_themes(stage.app)
        assert len(themes) == (1 if way[1] else len(COLOURS))
        await see_all(stage, themes, way)
