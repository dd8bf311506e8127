"""Contrast as it is on the screen, by the formula of the WCAG: every cell, screen and theme."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from textual.color import Color

from tests.store.games import fill_file
from tests.tui.app_driver import NO_TUMBLING, all_but_chance, run_app, run_table, scripted
from tests.tui.review.test_review import open_review, record
from tests.tui.test_themes import PAINTED, contrast
from yahtzee_tui.store import Store
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.themes import CONTRAST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rich.style import Style
    from textual.theme import Theme

    from tests.tui.app_driver import AppDriver
    from tests.tui.remote_users import RemoteUsers

PLAYERS = ("Ann", "Bob")
TEXT, MARK, MUCH = 4.5, 3.0, 7.0
_BLOCKS = dict.fromkeys(range(0x2580, 0x25A0))
"""Block characters, of which pictures are made."""


def shown(ui: AppDriver) -> Iterator[tuple[str, Style]]:
    """Yield every text of the topmost screen, and not what shines through from below it."""
    regions = [widget.region for widget in ui.app.screen.children]
    for y, line in enumerate(ui.app.screen._compositor.render_strips()):
        x = 0
        for text, style, _ in line:
            is_picture = not text.translate(_BLOCKS).strip()
            if not is_picture and any(region.contains(x, y) for region in regions):
                assert style is not None
                yield text.strip(), style
            x += len(text)


def is_faint(theme: Theme, style: Style) -> bool:
    """Return whether something is only decoration: a ruled line, dots before a number."""
    assert style.color is not None
    return style.color.triplet == Color.parse(theme.variables["faint"]).rgb


@cache
def measure(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    assert not style.dim, "drawn weaker by the terminal"
    colors = (Color(*(part.triplet or ())) for part in (style.color, style.bgcolor))
    return contrast(*colors)


async def find_weak(ui: AppDriver) -> list[str]:
    """Return the texts with too little contrast on the present screen, in any theme."""
    weak = set()
    for theme in PAINTED:
        ui.app.theme = theme.name
        await ui.settle()
        read = MUCH if theme is CONTRAST else TEXT
        for text, style in shown(ui):
            if is_faint(theme, style):
                assert not any(map(str.isalnum, text)), text
                continue
            ratio, least = measure(style), read if any(map(str.isalnum, text)) else MARK
            if ratio < least:
                weak.add(f"{ui.screen_name} {theme.name}: {text[:20]!r} {style} has {ratio:.2f}")
    ui.app.theme = PAINTED[0].name
    await ui.settle()
    return sorted(weak)


@pytest.mark.slow
async def test_the_table_and_what_covers_it() -> None:
    async with run_table("33344", "33344", players=PLAYERS, size=(120, 40)) as ui:
        weak = await find_weak(ui)
        for keys in (("space", "2", "4"), ("left", "up", "enter"), ("down", "enter")):
            await ui.press(*keys)
            weak += await find_weak(ui)
        assert ui.game.turns == 1
        await ui.resize(80, 24)
        await ui.open_table("33344", players=PLAYERS, rules="yz", keys="space h")
        await ui.finish_workers()
        for key in ("slash", "question_mark", "o", "H", "f2", "ctrl+p"):
            await ui.press(key, *["f"] * (key == "slash"))
            weak += await find_weak(ui)
            if ui.screen_name == "HowToPlayScreen":
                await ui.press("end")
                weak += await find_weak(ui)
            if ui.screen_name == "OptionsScreen":
                await ui.press("end", "enter")
                weak += await find_weak(ui)
                await ui.press("enter")
                weak += await find_weak(ui)
                await ui.press("escape", "escape")
            await ui.press("escape", opens="TableScreen")
        await ui.open_table("12346", filled=all_but_chance())
        await ui.finish_game()
        assert ui.screen_name == "ResultScreen"
        weak += await find_weak(ui)
        await open_review(ui, record())
        weak += await find_weak(ui)
        await ui.press("t", opens="ReviewTurnScreen")
        weak += await find_weak(ui)
    assert weak == []


@pytest.mark.exhaustive
async def test_the_way_in_and_the_scores(tmp_path: Path) -> None:
    store = Store(fill_file(tmp_path / "games.sqlite", 12))
    app = YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)
    app.navigator.saved_table = scripted("33344", players=PLAYERS)
    async with run_app(app) as ui:
        weak = []
        await ui.press_and_finish("s")
        for keys in ((), ("r",), ("escape", "t")):
            await ui.press_and_finish(*keys)
            weak += await find_weak(ui)
        await ui.press("escape", "escape", "escape", opens="TitleScreen")
        weak += await find_weak(ui)
        await ui.click_text("New game")
        for tabs in (0, 6):
            await ui.press(*["tab"] * tabs)
            weak += await find_weak(ui)
        assert ui.screen_name == "NewGameScreen"
    assert weak == []
    store.close()


@pytest.mark.exhaustive
async def test_the_lobby_and_a_shared_table(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as ui:
        weak = await find_weak(ui)
        await ui.press("enter")
        weak += await find_weak(ui)
        await ui.press("enter", opens="WaitingRoomScreen")
        weak += await find_weak(ui)
        table = remote.start_game(remote.user("Ann"), remote.user("Bob"))
        remote.lobby.messages.say(table.id, remote.user("Bob"), "Hello!")
        await ui.app.session.open_code(table.code)  # type: ignore[attr-defined]
        await ui.wait_for_screen("OnlinePlayScreen")
        await ui.wait_for_text("Hello!")
        weak += await find_weak(ui)
        await ui.press("m")
        await ui.wait_for_text("Chat at")
        weak += await find_weak(ui)
        await ui.press("enter")
        weak += await find_weak(ui)
    assert weak == []
