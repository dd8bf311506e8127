"""What would be lost is asked about, and the same keys play the same game in every home."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.store.games import play_out
from tests.table.scripted import create_scripted_table
from tests.tui.app_driver import NO_TUMBLING, run_app, run_title
from tests.tui.opening import open_practice
from yahtzee_tui.rules import Position
from yahtzee_tui.store import Store
from yahtzee_tui.table import TableConfig
from yahtzee_tui.table.what_if import play_on
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.practice.exercise import ExerciseScreen
from yahtzee_tui.tui.table.actions import table_actions
from yahtzee_tui.tui.table.what_if import WhatIfScreen
from yahtzee_tui.tui.table.widgets.scorecard_layout import BOX_KEYS

if TYPE_CHECKING:
    from pathlib import Path


THROWS = ("33144", "33126", "33125", "11266")
OPTIONS = NO_TUMBLING._replace(box_keys=True)


async def test_in_a_what_if_game() -> None:
    """What was played there is lost with the screen, so leaving it asks."""
    async with run_title(options=OPTIONS) as ui:
        ui.app.push_screen(WhatIfScreen(create_scripted_table(*THROWS), (0,)))
        await ui.wait_for_screen("WhatIfScreen")
        for key in ("space", "escape", "q"):
            await ui.press(key)
            if key != "space":
                assert "isn't saved" in ui.text
                await ui.press("n", opens="WhatIfScreen")


async def test_in_a_game_from_a_position() -> None:
    position = Position.parse("official 1,6,9,8,10,24,24,22,25,30,40,50,. r2 11234")
    table = play_on(position, TableConfig(("Ann",), first="Ann"))
    options = OPTIONS._replace(auto_roll=True)
    async with run_app(YahtzeeApp(None, "Ann", options, what_if=table), (130, 40)) as ui:
        await ui.finish_workers()
        assert table.game.roll == 2, "its dice are not rolled again by themselves"
        assert "Ann 249" in ui.lines[0]
        assert "what if: not counted" in ui.lines[0]
        await ui.press("space", "escape")
        assert "isn't saved" in ui.text
        await ui.press("n", opens="WhatIfScreen")
        await ui.click_box("chance")
        assert f"Ann scored {table.game.card.grand_total}." in ui.text
        await ui.press("escape", opens="TitleScreen")


@pytest.mark.exhaustive
async def test_in_practice(store: Store) -> None:
    """An answer can't be undone, so every way to give one takes two presses."""
    async with run_app(YahtzeeApp(None, "Ann", OPTIONS, store=store)) as ui:
        screen = await open_practice(ui, "All themes")
        trainer, exercise = screen._trainer, screen._exercise
        boxes = [box.id for box in screen.ruleset.boxes]
        letter = BOX_KEYS[boxes.index(screen.input.open[0])]
        answers = {
            "": (),
            "1": ("space", "r"),
            "down": ("enter", letter),
            letter: ("enter", letter),
        }
        for lead, keys in answers.items():
            before: object = None
            for key in sorted({*table_actions(OPTIONS), letter} - {"o"}):
                position = screen.table.game, screen.input.cursor, screen._is_asked
                if (ui.app.screen, *position, screen._answer) != before:
                    screen = ExerciseScreen(trainer, exercise, None, "Ann")
                    while ui.screen_name != "PracticeScreen":
                        ui.app.pop_screen()
                        await ui.settle()
                    ui.app.push_screen(screen)
                    await ui.wait_for_screen("ExerciseScreen")
                    await ui.press(*lead.split())
                    position = screen.table.game, screen.input.cursor, screen._is_asked
                    before = screen, *position, None
                await ui.press(key)
                answered = screen._answer is not None
                assert answered is (key in keys), f"{key!r} after {lead!r}"


async def test_all_homes_play_alike(tmp_path: Path, store: Store) -> None:
    """The same keys lead to the same game: for a beginner, and for one who has played."""
    store.games.add(*play_out("official", ("Ann",), 1))
    rng, games = Random(1), []
    sequences = [rng.choices(("space", "enter", "down", "1", "a", "u"), k=6) for _ in range(8)]
    sequences += [["space", "enter"] * 3]
    for each in (Store(str(tmp_path / "new.sqlite")), store):
        async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=each)) as ui:
            await ui.finish_workers()
            for keys in sequences:
                await ui.open_table(*THROWS * 3)
                ui.type_ahead(*keys)
                await ui.finish_workers()
                games.append(ui.table.history.events)
        each.close()
    assert games[: len(sequences)] == games[len(sequences) :]
