"""No key loses dice or a box by surprise, on any screen with a table, and all homes play alike."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.store.games import play_out
from tests.table.scripted import create_scripted_table
from tests.tui.app_driver import NO_TUMBLING, run_app, run_table, run_title
from tests.tui.practice.test_practice import open_practice
from tests.tui.table.test_online_screen import start_game
from yahtzee_tui.rules import Rolled, Scored
from yahtzee_tui.store import Store
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.keymap import table_actions
from yahtzee_tui.tui.practice.exercise import ExerciseScreen
from yahtzee_tui.tui.remote.app import RemoteApp
from yahtzee_tui.tui.table.lesson import LessonScreen
from yahtzee_tui.tui.table.what_if import WhatIfScreen
from yahtzee_tui.tui.table.widgets.scorecard_layout import BOX_KEYS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable
    from pathlib import Path

    from tests.tui.app_driver import AppDriver
    from tests.tui.remote_users import RemoteUsers

THROWS = ("33144", "33126", "33125", "11266")
OPTIONS = NO_TUMBLING._replace(box_keys=True)
LEADS = (
    "",
    "space",
    "space 1 2",
    "space a",
    "space right",
    "space down",
    "space enter",
    "space space space",
    "space down enter",
)
"""The keys that lead to each position."""

CHOSEN = ("space a", "space down", "space enter", "space space space", "space down enter")
"""Where Enter may score at once: no roll can help, or a box is chosen or was asked about."""


def keys_to_press() -> list[str]:
    """Return a key for each thing that keys do at a table, and the letter of a box."""
    by_actions = {actions: key for key, actions in table_actions(OPTIONS).items()}
    holds = [str(number) for number in range(1, 6)]
    others = [key for actions, key in by_actions.items() if not actions[0].startswith("app.")]
    return sorted({*holds, *others, "G", "M"})


async def press_every_key(
    ui: AppDriver, reopen: Callable[[str], Awaitable[object]], leads: Iterable[str] = LEADS
) -> None:
    """Press each key in each position, and check what it does to dice and boxes."""
    for lead in leads:
        await reopen(lead)
        for key in keys_to_press():
            screen, history = ui.app.screen, ui.table_screen.table.history
            await ui.press(key)
            now = ui.table_screen.table.history if ui.app.screen is screen else history
            added = now.events[len(history.events) :]
            what = f"{key!r} after {lead!r}"
            if any(isinstance(event, Rolled) for event in added):
                first = key == "enter" and not history.game.roll and not history.done
                assert first or key in ("space", "r"), what
                assert history.displayed is history.game or key != "enter", what
            elif any(isinstance(event, Scored) for event in added):
                assert key == "M" or (key == "enter" and lead in CHOSEN), what
                await ui.press("u")
                assert ui.table_screen.table.game == history.game, what
            if ui.app.screen is not screen or now is not history:
                await reopen(lead)


async def test_at_a_local_table() -> None:
    async with run_table(options=OPTIONS) as ui:
        await press_every_key(ui, lambda lead: ui.open_table(*THROWS, options=OPTIONS, keys=lead))


async def test_in_a_what_if_game() -> None:
    """What was played there is lost with the screen, so leaving it asks."""

    async def reopen(lead: str) -> None:
        while ui.screen_name in ("ConfirmScreen", "WhatIfScreen"):
            ui.app.pop_screen()
            await ui.settle()
        table = create_scripted_table(*THROWS)
        ui.app.push_screen(WhatIfScreen(table, (0,)))
        await ui.wait_for_screen("WhatIfScreen")
        await ui.press(*lead.split())

    async with run_title(options=OPTIONS) as ui:
        await press_every_key(ui, reopen, ("space 1 2", "space down enter"))
        await reopen("space escape")
        assert "isn't saved" in ui.text
        await ui.press("n", opens="WhatIfScreen")
        await ui.press("q")
        assert "isn't saved" in ui.text
        await ui.press("n", opens="WhatIfScreen")


@pytest.mark.slow
async def test_at_a_shared_table(remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yahtzee_tui.store.lobby.tables._MOST_TABLES", 100)
    async with remote.in_lobby("Ann") as ui:
        assert isinstance(ui.app, RemoteApp)
        session = ui.app.session

        async def reopen(lead: str) -> None:
            code = start_game(remote)
            await session.open_table(remote.lobby.tables.find(code))
            await ui.wait_until(lambda: ui.screen_name == "OnlinePlayScreen" and code in ui.text)
            ui.app.apply_options(OPTIONS)
            await ui.press(*lead.split())

        await press_every_key(ui, reopen, ("space 1 2",))


async def test_in_the_lesson() -> None:
    async def reopen(lead: str) -> None:
        while ui.screen_name != "TitleScreen":
            ui.app.pop_screen()
            await ui.settle()
        ui.app.push_screen(LessonScreen("Ann"))
        await ui.wait_for_screen("LessonScreen")
        await ui.press(*lead.split())

    async with run_title(options=OPTIONS) as ui:
        await press_every_key(ui, reopen, ("", "space 1", "space 1 3 5 space 2 space"))


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
            for key in sorted({*keys_to_press(), letter}):
                now = ui.app.screen, screen.table.game, screen.input.cursor, screen._answer
                if now != before:
                    screen = ExerciseScreen(trainer, exercise, None, "Ann")
                    while ui.screen_name != "PracticeScreen":
                        ui.app.pop_screen()
                        await ui.settle()
                    ui.app.push_screen(screen)
                    await ui.wait_for_screen("ExerciseScreen")
                    await ui.press(*lead.split())
                    before = screen, screen.table.game, screen.input.cursor, None
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
