"""Contrast as it is on the screen, by the formula of the WCAG: every cell, screen and theme."""

from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest
from rich.style import Style
from textual.color import Color
from textual.theme import Theme

from tests.store.games import fill_file
from tests.tui.app_driver import (
    NO_TUMBLING,
    AppDriver,
    all_but_chance,
    run_app,
    run_table,
    scripted,
)
from tests.tui.opening import open_review, record
from tests.tui.theme_colors import PAINTED, contrast
from yahtzee_tui.store import Store
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.themes import CONTRAST

PLAYERS = ("Ann", "Bob")
TEXT, MARK, MUCH = 4.5, 3.0, 7.0
_BLOCKS = dict.fromkeys(range(0x2580, 0x25A0))
"""Block characters, of which pictures are made."""


def shown(ui: AppDriver) -> Iterator[tuple[str, Style]]:
    """Yield every text of the topmost screen, and not what shines through from below it."""
    regions = [widget.region for widget in ui.app.screen.children]
    for y, line in enumerate(ui.strips):
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


async def find_weak_after(ui: AppDriver, *steps: str, finishes: bool = True) -> list[str]:
    """Press the keys of each step, and return the weak texts on the screens after it.

    The workers of a host's app go on as long as it runs: those don't finish.
    """
    weak = []
    for keys in steps:
        await ui.press(*keys.split())
        if finishes:
            await ui.finish_workers()
        weak += await find_weak(ui)
    return weak


@pytest.mark.slow
async def test_the_table_and_what_covers_it() -> None:
    async with run_table("33344", "33344", players=PLAYERS, size=(120, 40)) as ui:
        weak = await find_weak_after(ui, "", "space 2 4", "left up enter", "down enter")
        assert ui.game.turns == 1
        await ui.resize(80, 24)
        await ui.open_table("33344", players=PLAYERS, rules="yz", keys="space h")
        weak += await find_weak_after(
            ui, "slash f", "escape question_mark", "end", "escape o", "end enter", "end enter",
            "enter", "escape escape escape escape H", "escape f2", "escape ctrl+p",
        )  # fmt: skip
        assert ui.screen_name == "PaletteScreen"
        await ui.open_table("12346", filled=all_but_chance())
        await ui.finish_game()
        assert ui.screen_name == "ResultScreen"
        weak += await find_weak(ui)
        await open_review(ui, record())
        weak += await find_weak_after(ui, "", "t")
        assert ui.screen_name == "ReviewTurnScreen"
    assert weak == []


@pytest.mark.exhaustive
async def test_the_way_in_and_the_scores(tmp_path: Path) -> None:
    with closing(Store(fill_file(tmp_path / "games.sqlite", 12))) as store:
        app = YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)
        app.navigator.saved_table = scripted("33344", players=PLAYERS)
        async with run_app(app) as ui:
            weak = await find_weak_after(
                ui, "s", "space", "h", "r", "escape escape escape escape", "n"
            )
            weak += await find_weak_after(ui, "tab tab tab tab tab tab")
            assert ui.screen_name == "NewGameScreen"
    assert weak == []
