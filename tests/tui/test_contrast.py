"""Contrast as it is on the screen, by the formula of the WCAG: every cell, screen and theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.color import Color

from tests.store.games import fill_file
from tests.table.scripted import create_scripted_table
from tests.tui.remote_visits import at, seen
from tests.tui.review.test_review import at_review, record
from tests.tui.stage import STILL, at_table, on_stage
from tests.tui.table.test_result import finish, nearly_over
from tests.tui.test_themes import PAINTED, contrast
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.themes import CONTRAST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rich.style import Style

    from tests.tui.remote_visits import RemoteUsers
    from tests.tui.stage import Stage

PLAYERS = ("Ann", "Bob")
TEXT, MARK, MUCH = 4.5, 3.0, 7.0


@pytest.fixture(autouse=True)
def _in_all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the terminal have colours of 24 bits."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)


def shown(stage: Stage) -> Iterator[tuple[str, Style]]:
    """Yield every text of the topmost screen, and not what shines through from below it."""
    regions = [widget.region for widget in stage.app.screen.children]
    for y, line in enumerate(stage.app.screen._compositor.render_strips()):
        x = 0
        for text, style, _ in line:
            if text.strip() and any(region.contains(x, y) for region in regions):
                assert style is not None
                yield text.strip(), style
            x += len(text)


def measure(style: Style) -> float:
    """Return the contrast of what is drawn with a style."""
    assert style.color is not None
    assert style.bgcolor is not None
    assert not style.dim, "drawn weaker by the terminal"
    colours = (Color(*(part.triplet or ())) for part in (style.color, style.bgcolor))
    return contrast(*colours)


async def find_weak(stage: Stage) -> list[str]:
    """Return what is told with too little contrast on the present screen, in any theme."""
    weak = set()
    for theme in PAINTED:
        stage.app.theme = theme.name
        await stage.settle()
        read = MUCH if theme is CONTRAST else TEXT
        for text, style in shown(stage):
            ratio, least = measure(style), read if any(map(str.isalnum, text)) else MARK
            if ratio < least:
                weak.add(f"{stage.at} {theme.name}: {text[:20]!r} {style} has {ratio:.2f}")
    stage.app.theme = PAINTED[0].name
    await stage.settle()
    return sorted(weak)


async def test_the_table() -> None:
    async with at_table("33344", "33344", players=PLAYERS, size=(120, 40)) as stage:
        weak = await find_weak(stage)
        for keys in (("space", "2", "4"), ("left", "up", "enter"), ("down", "enter")):
            await stage.press(*keys)
            weak += await find_weak(stage)
        assert stage.game.turns == 1
        assert weak == []


@pytest.mark.slow
async def test_what_lies_over_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yahtzee_tui.services.value_tables.cache_folder", lambda: tmp_path)
    async with at_table("33344", players=PLAYERS, rules="yz") as stage:
        await stage.press("space", "h")
        await stage.app.workers.wait_for_complete()
        weak = []
        for keys in (("slash", "f"), ("question_mark",), ("o",), ("H",), ("f2",), ("ctrl+p",)):
            await stage.press(*keys)
            weak += await find_weak(stage)
            if stage.at == "HowToPlayScreen":
                await stage.press("end")
                weak += await find_weak(stage)
            if stage.at == "OptionsScreen":
                await stage.press("end", "enter")
                weak += await find_weak(stage)
                await stage.press("enter")
                weak += await find_weak(stage)
                await stage.press("escape", "escape")
            await stage.press("escape")
            assert stage.at == "TableScreen"
        assert weak == []


@pytest.mark.slow
async def test_the_way_in_and_the_scores(tmp_path: Path) -> None:
    store = Store(fill_file(tmp_path / "games.sqlite", 12))
    app = YahtzeeApp(None, "Ann", STILL, store=store)
    app.navigator.saved_table = SavedTable(
        TableConfig(PLAYERS), create_scripted_table("33344", players=PLAYERS)
    )
    async with on_stage(app) as stage:
        weak = []
        await stage.press("s")
        await stage.app.workers.wait_for_complete()
        for keys in ((), ("r",), ("escape", "t")):
            await stage.press(*keys)
            await stage.app.workers.wait_for_complete()
            weak += await find_weak(stage)
        await stage.press("escape", "escape", "escape")
        assert stage.at == "TitleScreen"
        weak += await find_weak(stage)
        await stage.click_text("New game")
        for tabs in (0, 6):
            await stage.press(*["tab"] * tabs)
            weak += await find_weak(stage)
        assert stage.at == "NewGameScreen"
        assert weak == []
    store.close()


@pytest.mark.slow
async def test_the_end_and_the_review() -> None:
    async with at_table("12346", filled=nearly_over(("Ann",))) as stage:
        await finish(stage)
        assert stage.at == "ResultScreen"
        weak = await find_weak(stage)
    async with at_review(record()) as stage:
        weak += await find_weak(stage)
        await stage.press("t")
        assert stage.at == "ReviewTurnScreen"
        weak += await find_weak(stage)
    assert weak == []


@pytest.mark.slow
async def test_with_others_far_away(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as stage:
        weak = await find_weak(stage)
        await stage.press("enter")
        weak += await find_weak(stage)
        await stage.press("enter")
        await at(stage, "WaitingRoomScreen")
        weak += await find_weak(stage)
    table = remote.begin(remote.somebody("Ann"), remote.somebody("Bob"))
    remote.lobby.messages.say(table.id, remote.somebody("Bob"), "Hello!")
    async with remote.visit("Ann", request=("join", table.code)) as stage:
        await at(stage, "OnlinePlayScreen")
        await seen(stage, "Hello!")
        weak += await find_weak(stage)
        await stage.press("m")
        await seen(stage, "Messages at")
        weak += await find_weak(stage)
        await stage.press("enter")
        weak += await find_weak(stage)
    assert weak == []
