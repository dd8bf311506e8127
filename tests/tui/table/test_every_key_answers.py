"""Every key of every screen with a table acts or says what is true, and loses no dice or box.

Dice are lost by a roll and a box by a score that the player did not choose.
"""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.store.games import play_out
from tests.table.scripted import create_scripted_table
from tests.tui.app_driver import (
    NO_TUMBLING,
    AppDriver,
    all_but_chance,
    run_app,
    run_table,
    run_title,
)
from yahtzee_tui.rules import OFFICIAL, History, Position, Rolled, Scored
from yahtzee_tui.rules.records import read_record, write_record
from yahtzee_tui.services.practice import Trainer
from yahtzee_tui.settings import Options, cache_folder
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.strategy import load_value_table
from yahtzee_tui.table import TableConfig
from yahtzee_tui.table.config import play_on
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.practice.exercise import ExerciseScreen
from yahtzee_tui.tui.table.actions import ROWS, Animation, table_actions
from yahtzee_tui.tui.table.base_screen import TableScreenBase
from yahtzee_tui.tui.table.lesson import LessonScreen
from yahtzee_tui.tui.table.play_screen import TableScreen
from yahtzee_tui.tui.table.watch_screen import WatchScreen
from yahtzee_tui.tui.table.what_if import WhatIfScreen
from yahtzee_tui.tui.table.widgets.scorecard_layout import BOX_KEYS

THROWS = ("33144", "33126", "33125", "11266")
OPTIONS = Options(dice_speed="off", box_keys=True)
ALIKE = {
    *("2", "3", "4", "5", "6", "8", "k", "j", "ctrl+r", "at", "number_sign", "dollar_sign"),
    *("quotation_mark", "pound_sign", "section_sign", "currency_sign", "percent_sign"),
    *("circumflex_accent", "ampersand"),
}
"""Keys that do the same as another, for another die or in another direction."""
CHOSEN = ("space a", "space down", "space enter", "space space space", "space down enter")
"""Keys that lead to where Enter may score: no roll can help, or a box is chosen or asked about."""
LEADS = ("", "space", "space 1 2", "space right", *CHOSEN)
_CHANCE = BOX_KEYS[12]
ANSWERS = (("1", "space"), ("1", "r"), ("down", "enter"))
"""After which keys which others may answer in practice: an answer can't be undone."""
TO_THE_BOXES = "space 1 3 5 space 2 space"
"""The keys that lead to the choice of a box in the lesson."""

TRUE_OF: dict[str, Callable[[TableScreenBase], bool]] = {
    "You are watching": lambda screen: "Watch" in type(screen).__name__,
    "Roll the dice first": lambda screen: not screen.table.game.roll,
    "No rolls left": lambda screen: not screen.table.game.rolls_left,
    "The game is over": lambda screen: screen.table.game.is_over,
    "The game isn't over": lambda screen: not screen.table.game.is_over,
    "It's ": lambda screen: not screen.input.is_own_turn,
    "The coach is off": lambda screen: screen.options.coach == "off",
    "Nothing to undo": lambda screen: not screen.input.may_undo,
    "Nothing to redo": lambda screen: not screen.input.may_redo,
    "Already scored": lambda screen: screen.input.posted is not None,
    "That can't be done here": lambda screen: False in screen.limits.values(),
    "Choose a box": lambda screen: screen.table.game.roll > 0,
    "There are only": lambda screen: screen.table.game.rolls_left > 0,
}
"""What each refusal says of the position."""


async def check_every_key(
    ui: AppDriver,
    reopen: Callable[[str], Awaitable[object]],
    leads: Iterable[str],
    monkeypatch: pytest.MonkeyPatch,
    silent: Iterable[str] = (),
) -> None:
    """Press each key of a table in each position that some keys lead to."""
    rung = list[object]()
    monkeypatch.setattr(type(ui.app), "ring", lambda *sounds: rung.append(sounds))
    for lead in leads:
        await reopen(lead)
        here = ui.table_screen
        others = {"G"}.intersection(here.active_bindings)  # at a shared table
        if here.options.box_keys and isinstance(here, TableScreen):
            others.add(_CHANCE)
        for key in sorted({*table_actions(OPTIONS), *others} - ALIKE):
            what, screen = f"{key!r} after {lead!r}", ui.table_screen
            screen.line.say("")
            await ui.settle()
            rung.clear()
            history, text, before = screen.table.history, ui.text, find_state(screen)
            await ui.press(key)
            if ui.app.screen is screen:
                new = [line for line in ui.lines if line not in text.splitlines()]
                assert new or rung or key in silent, f"{what} does nothing"
                for words, holds in TRUE_OF.items():
                    says = any(words in line for line in new)
                    assert not says or holds(screen), f"{what} says {words!r}"
                if not any(screen.table.setup.computers):  # they move meanwhile
                    check_losses(history, screen.table.history, key, lead)
                has_answered = any("NEXT POSITION" in line for line in new)
                assert not has_answered or (lead, key) in ANSWERS, what
            if ui.app.screen is not screen or find_state(screen) != before:
                await reopen(lead)


def find_state(screen: TableScreenBase) -> tuple[object, ...]:
    """Return what keys change at a table."""
    chosen = screen.input
    return screen.table.history, chosen.cursor, chosen.die, screen.line.typed


def check_losses(before: History, now: History, key: str, lead: str) -> None:
    """Check that only keys for that roll and score, and that a score can be undone."""
    added, what = now.events[len(before.events) :], f"{key!r} after {lead!r}"
    if any(isinstance(event, Rolled) for event in added):
        begins = key == "enter" and not before.game.roll and not before.done
        assert begins or key in ("space", "r"), what
        assert before.displayed is before.game or key != "enter", what
    elif any(isinstance(event, Scored) for event in added):
        assert key == _CHANCE or (key == "enter" and lead in CHOSEN), what
        assert now.undo().game == before.game, what


async def reopen_over(
    ui: AppDriver, below: str, create: Callable[[], TableScreenBase], lead: str
) -> None:
    """Open a new screen over the one of that name, and press some keys."""
    while ui.screen_name != below:
        ui.app.pop_screen()
        await ui.settle()
    ui.app.push_screen(screen := create())
    await ui.wait_for_screen(type(screen).__name__)
    await ui.press(*lead.split())


@pytest.mark.slow
async def test_at_a_local_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_table() as ui:

        async def reopen(lead: str) -> None:
            await ui.open_table(*THROWS, options=OPTIONS, keys=lead)

        await check_every_key(ui, reopen, LEADS, monkeypatch)


@pytest.mark.exhaustive
async def test_after_a_game_and_on_a_turn_of_a_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_table() as ui:

        async def reopen(lead: str) -> None:
            await ui.open_table(*THROWS, filled=all_but_chance(), keys="space enter enter")
            await ui.wait_for_screen("ResultScreen")
            await ui.press("escape", opens="TableScreen")
            await ui.press(*lead.split())

        await check_every_key(ui, reopen, ("", "u"), monkeypatch)

        async def reopen_with_computer(lead: str) -> None:
            computers = ("", "beginner")
            await ui.open_table(*THROWS * 9, players=("Ann", "Bob"), computers=computers, keys=lead)

        # What rolls hurries the computer, which shows only when it moves.
        leads = ("space enter enter",)
        await check_every_key(ui, reopen_with_computer, leads, monkeypatch, ("space", "r", "enter"))


@pytest.mark.exhaustive
async def test_in_a_what_if_game_and_the_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_title(options=OPTIONS) as ui:

        def ask_what_if() -> WhatIfScreen:
            return WhatIfScreen(create_scripted_table(*THROWS), (0,))

        what_if = partial(reopen_over, ui, "TitleScreen", ask_what_if)
        await check_every_key(ui, what_if, ("space", "space down enter"), monkeypatch)
        lesson = partial(reopen_over, ui, "TitleScreen", lambda: LessonScreen("Ann"))
        await check_every_key(ui, lesson, ("", "space", "space 1 3 5", TO_THE_BOXES), monkeypatch)


@pytest.mark.exhaustive
async def test_in_practice(monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = Trainer(None, "Ann", load_value_table(OFFICIAL, cache_folder()).table)
    exercise = trainer.find_exercise(None)
    assert exercise is not None
    async with run_title(options=OPTIONS) as ui:
        create = partial(ExerciseScreen, trainer, exercise, None, "Ann")
        reopen = partial(reopen_over, ui, "TitleScreen", create)
        await check_every_key(ui, reopen, ("", "1", "down", "space space"), monkeypatch, _CHANCE)


@pytest.mark.slow
async def test_of_a_watcher(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    record = play_out("official", ("Ann", "Bob"), 1).record
    begun = record._replace(events=record.events[:30])
    played = read_record(write_record(begun)).replay()
    assert played is not None
    version = store.games.add(begun, played.game)
    saved = store.games.read(version.game)
    async with run_app(YahtzeeApp(None, "Cid", NO_TUMBLING, store=store)) as ui:
        await ui.finish_workers()
        create = lambda: WatchScreen(SavedTable.watch(saved), version, store)  # noqa: E731
        watched = partial(reopen_over, ui, "TitleScreen", create)
        await check_every_key(ui, watched, ("",), monkeypatch)


@pytest.mark.usefixtures("clock")
@pytest.mark.slow
async def test_an_action_ends_the_motion_of_the_dice_first() -> None:
    """Also if it comes from the key bar or the palette, where no key does so."""
    options = Options(dice_speed="full")
    parameters = dict.fromkeys(("hold", "hold_other", "move", "select_die"), (1,))
    async with run_table(options=options, animated=True) as ui:
        for row in ROWS.values():
            if row.animation is Animation.LEFT or row.action.startswith("app."):
                continue
            await ui.open_table(*THROWS, options=options, keys="space")
            screen, tray = ui.table_screen, ui.table_screen.tray
            events = screen.table.history.events
            assert tray.tumbling, row.action
            done = getattr(screen, f"action_{row.action}")(*parameters.get(row.action, ()))
            rests = not tray.tumbling
            assert rests, row.action
            if done is not None:
                await done
            await ui.settle()
            if row.animation is Animation.TAKES:
                assert screen.table.history.events == events, row.action


async def test_a_game_from_a_position() -> None:
    position = Position.parse("official 1,6,9,8,10,24,24,22,25,30,40,50,. r2 11234")
    table = play_on(position, TableConfig(("Ann",), first="Ann"))
    options = NO_TUMBLING._replace(auto_roll=True)
    async with run_app(YahtzeeApp(None, "Ann", options, first=table), (130, 40)) as ui:
        await ui.finish_workers()
        assert table.game.roll == 2, "its dice are not rolled again by themselves"
        assert "Ann 249" in ui.lines[0]
        assert "what if: not counted" in ui.lines[0]
        for key in ("space", "escape", "q"):
            await ui.press(key)
            assert key == "space" or "isn't saved" in ui.text
            await ui.press("n", opens="WhatIfScreen")
        await ui.click_box("chance")
        assert f"Ann scored {table.game.card.grand_total}." in ui.text
        await ui.press("enter", opens="TitleScreen")


async def test_the_same_keys_play_the_same_for_beginners(tmp_path: Path, store: Store) -> None:
    store.games.add(*play_out("official", ("Ann",), 1))
    rng, games = Random(1), []
    sequences = [rng.choices(("space", "enter", "down", "1", "a", "u"), k=6) for _ in range(3)]
    for each in (Store(str(tmp_path / "new.sqlite")), store):
        async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=each)) as ui:
            await ui.finish_workers()
            for keys in (*sequences, ["space", "enter"] * 3):
                await ui.open_table(*THROWS * 3)
                ui.type_ahead(*keys)
                await ui.finish_workers()
                games.append(ui.table.history.events)
        each.close()
    assert games[:4] == games[4:]
