"""Every screen in every theme, at every size, in UTF-8 and ASCII, with colors and without."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.geometry import Region
from textual.widgets import Static

from tests.store.games import play_out, write_game
from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_app, scripted
from tests.tui.opening import record
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.settings import COLORS, LANGUAGES
from yahtzee_tui.store import Store
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.events import Events
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.home.new_game import NewGameScreen
from yahtzee_tui.tui.lifecycle import DismissOnce
from yahtzee_tui.tui.scores.ladder import LadderScreen
from yahtzee_tui.tui.scores.scoreboard import ScoreboardScreen
from yahtzee_tui.tui.table.result import ResultScreen
from yahtzee_tui.tui.table.values import CoachPanel
from yahtzee_tui.tui.table.widgets.panels import TurnLog
from yahtzee_tui.tui.too_small import SMALLEST
from yahtzee_tui.tui.widgets.key_bar import KeyBar

SIZES = ((80, 24), (60, 20), (40, 12), (120, 40), (300, 100))
PLAYERS = ("Zoë", "李雷")


def show_end(app: YahtzeeApp) -> None:
    record, game = play_out("official", PLAYERS, 3)
    app.push_screen(ResultScreen(game, record, True, True))


SCREENS: dict[str, Callable[[YahtzeeApp], object]] = {
    "TableScreen": lambda _: None,
    "HowToPlayScreen": YahtzeeApp.action_show_help,
    "ScoreboardScreen": lambda app: app.push_screen(
        ScoreboardScreen(app.navigator.store, OFFICIAL)
    ),
    "LadderScreen": lambda app: app.push_screen(LadderScreen(app.navigator.store, OFFICIAL)),
    "EventScreen": lambda app: app.show_event("Cup"),
    "StatisticsScreen": lambda app: app.show_statistics("Ann", "official"),
    "OptionsScreen": YahtzeeApp.action_show_options,
    "ResultScreen": show_end,
    "ReviewScreen": lambda app: app.show_review(record),
}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with enough games for every chart."""
    path = tmp_path_factory.mktemp("store") / "games.sqlite"
    database, _ = open_database(str(path))
    for game in range(12):
        write_game(database, str(game), 1_000.0 * game, Ann=150 + 13 * game, Bob=200)
    events = Events(database)
    now = events.now()
    event = events.create("Cup", "yz", 4, now, now + 86_400)
    for name in ("Ann", "Bob", "李雷"):
        events.enter(event, name)
    database.close()
    return path


@asynccontextmanager
async def in_mid_turn(games: Path, ascii_only: bool) -> AsyncIterator[AppDriver]:
    """Run the app at a table with dice held and a coach who has said what is best."""
    store = Store(str(games))
    app = YahtzeeApp(None, "Ann", NO_TUMBLING, store=store, ascii_only=ascii_only)
    filled = [("12346", "chance")] * 2
    app.navigator.saved_table = scripted("33344", players=PLAYERS, rules="yz", filled=filled)
    async with run_app(app, SIZES[0]) as ui:
        await ui.press_and_finish("space", "1", "2", "h")
        yield ui
    store.close()


def check(ui: AppDriver, screen: str, ascii_only: bool, no_color: bool) -> None:
    width, height = ui.app.size
    strips, lines = ui.strips, ui.lines
    assert [cell_len(line) for line in lines] == [width] * height
    assert not ascii_only or all(line.isascii() for line in lines)
    styles = {style for strip in strips for _, style, _ in strip if style is not None}
    inks = {ink for style in styles for ink in (style.color, style.bgcolor) if ink is not None}
    assert bool(inks) is not no_color
    if width < SMALLEST[0] or height < SMALLEST[1]:
        said = f"Needs 60x20; this window is {width}x{height}. q to quit."
        assert " ".join(" ".join(lines).split()) == said
        return
    assert ui.screen_name == screen
    assert ui.app.screen.query_one(KeyBar).region == Region(0, height - 1, width, 1)
    assert ("? Back " if screen == "HowToPlayScreen" else "? ") in lines[-1]
    bare = screen == "TableScreen" and width < 68
    assert lines[-1].rstrip().endswith("? ^P q" if bare else "q Quit")
    if screen == "TableScreen":
        check_table(ui, Region(0, 0, width, height - 1))


def check_table(ui: AppDriver, room: Region) -> None:
    """Check that nothing at the table lies over anything else, or outside the screen."""
    table = ui.table_screen
    parts = [ui.scorecard, table.tray, table.header, table.button, table.turn_line, table.line]
    panels = table.query("TurnLog, CoachPanel, ChancesPanel, RuleLine, RacePanel, NoteLine")
    regions = [part.region for part in (*parts, *panels) if part in parts or part.region]
    for at, region in enumerate(regions):
        assert region
        assert room.contains_region(region)
        assert [other for other in regions[:at] if other.overlaps(region)] == []
    is_wide = room.width >= 120
    assert bool(table.query_one(CoachPanel).region) == is_wide
    assert bool(table.query_one(TurnLog).region) == is_wide


def find_themes(app: YahtzeeApp) -> list[str]:
    """Return the names of the themes, one of those that look alike."""
    looks = {theme: replace(app.available_themes[theme], name="") for theme in COLORS}
    return [
        theme
        for at, theme in enumerate(COLORS)
        if looks[theme] not in [looks[other] for other in COLORS[:at]]
    ]


@pytest.mark.parametrize(
    ("ascii_only", "no_color"),
    [
        (True, True),
        pytest.param(False, False, marks=pytest.mark.exhaustive),
        pytest.param(True, False, marks=pytest.mark.exhaustive),
        pytest.param(False, True, marks=pytest.mark.exhaustive),
    ],
)
async def test_what_holds_of_every_screen_size_and_theme(
    games: Path, ascii_only: bool, no_color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    async with in_mid_turn(games, ascii_only) as ui:
        themes = find_themes(ui.app)
        assert len(themes) == (1 if no_color else len(COLORS))
        for screen, show in SCREENS.items():
            show(ui.app)
            await ui.finish_workers()
            for theme in themes:
                ui.app.theme = theme
                # What fits is the same with and without colors; the largest is left to the night.
                most = len(SIZES) - no_color if ascii_only == no_color and theme == themes[0] else 1
                for size in SIZES[:most]:
                    await ui.resize(*size)
                    try:
                        check(ui, screen, ascii_only, no_color)
                    except AssertionError:
                        print(screen, theme, size, *ui.lines, sep="\n")
                        raise
            if screen != "TableScreen":
                ui.app.pop_screen()
                await ui.settle()


@pytest.mark.slow
async def test_a_screen_that_is_composed_again_for_a_language_shows_the_same(games: Path) -> None:
    async with in_mid_turn(games, ascii_only=False) as ui:
        more = {"NewGameScreen": YahtzeeApp.show_new_game, "TitleScreen": YahtzeeApp.show_title}
        for screen, show in {**SCREENS, **more}.items():
            if screen == "TableScreen":
                continue
            show(ui.app)
            await ui.finish_workers()
            shown = ui.app.screen
            assert isinstance(shown, DismissOnce)
            before = ui.lines
            await shown.compose_again()
            await ui.finish_workers()
            assert ui.screen_name == screen
            assert ui.lines == before
            if screen in SCREENS:
                ui.app.pop_screen()


CUT = {
    "NewGameScreen": "the note beside a rule set, of which F1 tells all",
    "OptionsScreen": "the values of several options, which Enter lists",
}
"""Where a text may end with an ellipsis, and why."""


def find_cut(ui: AppDriver) -> list[str]:
    """Return the lines with an ellipsis, and the texts that are wider than their widget."""
    cut = [line for line in ui.lines if "…" in line]
    for widget in ui.app.screen.query(Static):
        room = widget.content_size
        if widget.visible and room.width and room.height == 1:
            cut += [text for text in [str(widget.content)] if cell_len(text) > room.width]
    return cut


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(code, marks=pytest.mark.slow if code == "de" else pytest.mark.exhaustive)
        for code in LANGUAGES
        if code not in ("auto", "en")
    ],
)
async def test_no_text_is_cut_in_a_language(games: Path, language: str) -> None:
    async with in_mid_turn(games, ascii_only=False) as ui:
        ui.app.choose_options(NO_TUMBLING._replace(language=language))
        for screen in ("NewGameScreen", *SCREENS):
            if screen in SCREENS:
                SCREENS[screen](ui.app)
            else:
                ui.app.push_screen(NewGameScreen(PLAYERS, "official", (), same_dice=False))
            await ui.finish_workers()
            for size in ((60, 20), (80, 24)):
                await ui.resize(*size)
                assert ui.screen_name in CUT or find_cut(ui) == [], size
            if screen != "TableScreen":
                ui.app.pop_screen()
                await ui.settle()
