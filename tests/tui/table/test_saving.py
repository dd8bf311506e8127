"""A game survives: saved with every action, continued, put away, taken over, never lost."""

from __future__ import annotations

import socket
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine, text

from tests.tui.remote_visits import wait_for
from tests.tui.stage import STILL, Stage, on_stage
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.rules.records import write_record
from yahtzee_tui.store import Autosaver, Store, StoreProblem
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.help.palette import find_commands

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.table import Table

DUO = TableConfig(("Ann", "Bob"), first="Ann", seed="7")
ELSEWHERE = f"1 feedface0000 {socket.gethostname()}"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Where the games of a test are."""
    return str(tmp_path / "games.sqlite")


@pytest.fixture
def store(file: str) -> Iterator[Store]:
    """The same games, as another program sees them."""
    store = Store(file)
    yield store
    store.close()


@asynccontextmanager
async def program(
    file: str, config: TableConfig | None = None, resume: str | None = None
) -> AsyncIterator[Stage]:
    """Run the app on a file of games."""
    store = Store(file)
    app = YahtzeeApp(config, "Ann", STILL, store=store, resume=resume)
    async with on_stage(app) as stage:
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        yield stage
    store.close()


def put(store: Store, *boxes: str, players: tuple[str, ...] = ("Ann", "Bob")) -> Table:
    """Save a game in which these boxes were filled, and a roll and a hold come after."""
    table = TableConfig(players, first=players[0], seed="7").create_table()
    autosaver = Autosaver(store)
    for box in boxes:
        table.apply(table.game.seat, Roll())
        table.apply(table.game.seat, Score(box))
    table.apply(table.game.seat, Roll())
    table.apply(table.game.seat, Hold((1, 3)))
    autosaver.save(table.record, table.game)
    autosaver.release()
    return table


def is_at_end(stage: Stage, end: bool) -> bool:
    """Return whether the table that is seen shows that its game is over, or that it isn't."""
    return stage.table_screen.table.game.is_over is end


def only(store: Store) -> SavedGame:
    """Return the one game that is saved."""
    (saved,) = store.games.by_status(*Status)
    return saved


def change(file: str, statement: str) -> None:
    """Change the database behind the program's back."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


async def test_every_action_is_saved_before_it_is_shown(file: str, store: Store) -> None:
    async with program(file, DUO) as stage:
        assert not store.games.by_status(*Status)  # a table at which nothing happened is no game
        for key in ("space", "1", "3", "u", "U", "space", "enter", "u", "enter", "space"):
            await stage.press(key)
            assert only(store).text == write_record(stage.table.record)


async def test_quitting_asks_nothing_and_continue_brings_everything_back(
    file: str, store: Store
) -> None:
    async with program(file, DUO) as stage:
        await stage.press("space", "1", "3", "u")
        left = stage.table.history
        await stage.press("q")
        assert not stage.app.is_running
    assert only(store).status is Status.UNFINISHED
    async with program(file) as stage:
        assert "Continue" in stage.lines[9] + stage.lines[10] + stage.lines[11]
        await stage.press("enter")
        assert stage.at == "TableScreen"
        assert stage.table.history == left
        assert stage.held() == (0,)
        await stage.press("U")
        assert stage.held() == (0, 2)


async def test_the_dice_of_a_seed_go_on_falling(file: str) -> None:
    async with program(file, DUO) as stage:
        await stage.press("space", "q")
    async with program(file) as stage:
        await stage.press("enter", "space", "space")
        faces = stage.game.faces
    through = DUO.create_table()
    for _ in range(3):
        through.apply(0, Roll())
    assert through.game.faces == faces


async def test_a_new_game_leaves_the_old_one_to_be_continued(file: str, store: Store) -> None:
    put(store, "chance")
    async with program(file) as stage:
        await stage.press("down", "enter", "space", "escape")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        assert "2 unfinished" in stage.text
        assert [
            len(s.load()[0].setup.players) for s in store.games.by_status(Status.UNFINISHED)
        ] == [
            1,
            2,
        ]


async def test_one_of_several_games_is_chosen_or_put_away(file: str, store: Store) -> None:
    put(store, players=("Cid", "Dee"))
    put(store, players=("Eve", "Fay"))
    async with program(file) as stage:
        await stage.click_text("Saved games")
        assert stage.at == "SavedGamesScreen"
        assert "Eve, Fay" in stage.text
        await stage.press("d")
        assert "Put away: Eve, Fay" in stage.text
        assert len(store.games.by_status(Status.UNFINISHED)) == 1
        await stage.press("u", "d", "enter")
        assert stage.game.players == ("Cid", "Dee")
        assert len(store.games.by_status(Status.DISCARDED)) == 1


async def test_the_title_looks_again_after_the_saved_games(file: str, store: Store) -> None:
    put(store, players=("Cid", "Dee"))
    put(store, players=("Eve", "Fay"))
    async with program(file) as stage:
        await stage.click_text("Saved games")
        await stage.press("d", "escape")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        assert "Cid to play" in stage.text
        assert "Saved games" not in stage.text
        assert "Saved games" not in {
            command.name for command in find_commands(stage.app, stage.app.screen)
        }


async def test_putting_away_the_game_at_this_table_gets_up_from_it(file: str) -> None:
    async with program(file, DUO) as stage:
        await stage.press("space", "escape")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        stage.app.navigator.show_saved_games(stage.app.screen.menu_items.rows)  # type: ignore[attr-defined]
        await stage.settle()
        await stage.press("d", "escape")
        assert stage.app.table is None
        assert "Continue" not in stage.text


async def test_a_game_open_elsewhere_is_watched(file: str, store: Store) -> None:
    table = put(store, "chance")
    version = store.games.acquire(only(store).id).version
    change(file, f"update games set holder = '{ELSEWHERE}'")
    async with program(file, resume=version.game) as stage:
        assert stage.at == "TakeoverScreen"
        await stage.press("w")
        assert stage.at == "WatchScreen"
        before = table.record
        for key in ("space", "1", "a", "enter", "u", "U"):
            await stage.press(key)
        await stage.click("#die-1")
        await stage.click("#roll")
        await stage.click_box("ones")
        assert stage.table_screen.table.record == before
        table.apply(table.game.seat, Roll())
        table.apply(table.game.seat, Score("yahtzee"))
        store.games.save(version, table.record, table.game)
        for _ in range(40):
            await stage.pilot.pause(0.05)
            if stage.table_screen.table.record == table.record:
                break
        await stage.settle()
        assert stage.table_screen.table.history == table.history
        assert stage.status == "Bob scored 0 in Yahtzee."


async def test_a_game_taken_over_goes_on_here_and_not_there(file: str, store: Store) -> None:
    async with program(file, DUO) as stage:
        await stage.press("space", "1")
        theirs = store.games.acquire(only(store).id, by_force=True)
        record, history = theirs.load()
        further = history.play(Hold((2,)))
        store.games.save(theirs.version, record._replace(events=further.events), further.game)
        await stage.press("2")
        assert stage.at == "TakeoverScreen"
        assert only(store).load()[1] == further  # nothing of ours is written over it
        await stage.press("t")
        assert stage.at == "TableScreen"
        assert stage.held() == (2,)
        await stage.press("5")
        assert only(store).load()[1].game.held == (2, 4)


async def test_the_menu_offers_what_is_saved_of_a_game_that_was_lost(
    file: str, store: Store
) -> None:
    async with program(file, DUO) as stage:
        await stage.press("space")
        store.games.acquire(only(store).id, by_force=True)
        await stage.press("2", "m")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        assert stage.at == "TitleScreen"
        await stage.press("enter")
        assert stage.held() == ()


async def test_a_full_disk_stops_no_game(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StoreProblem("The disk with the saved games is full.")

    async with program(file, DUO) as stage:
        await stage.press("space")
        with monkeypatch.context() as patch:
            patch.setattr(Games, "save", full)
            await stage.press("1")
            assert "Not saved. The disk with the saved games is full." in stage.status
            assert "NOT SAVED" in stage.text
            assert stage.held() == (0,)
            await stage.press("2", "q")
            assert stage.at == "ConfirmScreen"
            assert "The disk with the saved games is full." in stage.text
            await stage.press("n")
        await stage.press("3")
        assert stage.status == "The game is saved again."
        assert "NOT SAVED" not in stage.text
        await stage.press("q")
        assert not stage.app.is_running


async def test_a_store_that_can_not_be_opened_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "games.sqlite"
    folder.mkdir()
    async with program(str(folder), DUO) as stage:
        assert "Games can't be saved." in stage.text
        assert "A folder stands" in stage.text
        await stage.press("space", "1")
        assert stage.held() == (0,)
        assert "NOT SAVED" in stage.text


async def test_the_result_goes_with_the_last_score(file: str, store: Store) -> None:
    solo = TableConfig(("Ann",), seed="1")
    async with program(file, solo) as stage:
        for box in stage.game.ruleset.boxes:
            stage.table.apply(0, Roll())
            stage.table.apply(0, Score(box.id))
        await stage.settle()
        assert only(store).status is Status.FINISHED
        assert store.scores.count_games() == {"official": 1}
        await stage.press("u")
        assert only(store).status is Status.UNFINISHED
        assert store.scores.count_games() == {}
        await stage.press("U")
        assert store.scores.count_games() == {"official": 1}


async def test_a_damaged_row_is_said(file: str, store: Store) -> None:
    put(store)
    change(file, "update games set record = 'nonsense'")
    async with program(file) as stage:
        assert "Continue" not in stage.text
        await stage.click_text("Saved games")
        assert "damaged" in stage.text
        await stage.press("enter")
        assert stage.at == "TitleScreen"
        assert "damaged" in stage.text


async def test_a_game_taken_back_is_held_here(file: str, store: Store) -> None:
    async with program(file, DUO) as stage:
        await stage.press("space")
        store.games.acquire(only(store).id, by_force=True)
        change(file, f"update games set holder = '{ELSEWHERE}'")
        await stage.press("1", "t")
        assert stage.at == "TableScreen"
        change(file, "update games set holder = holder || ' elsewhere'")
        assert only(store).elsewhere  # had nobody held it, there would be no mark to spoil


async def test_going_on_with_another_game_asks_if_the_present_one_is_not_saved(
    file: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreProblem("The disk with the saved games is full.")

    put(store, players=("Cid", "Dee"))
    async with program(file, DUO) as stage:
        await stage.press("space")
        monkeypatch.setattr(Games, "save", full)
        await stage.press("1")
        saved = next(s for s in store.games.by_status(Status.UNFINISHED) if "Cid" in s.text)
        stage.app.navigator.open_game(saved.id)
        await stage.settle()
        assert stage.at == "ConfirmScreen"
        await stage.press("n")
        assert stage.game.players == ("Ann", "Bob")
        stage.app.navigator.open_game(saved.id)
        await stage.settle()
        await stage.press("y")
        assert stage.game.players == ("Cid", "Dee")


async def test_whoever_watches_the_end_is_offered_no_undo(file: str, store: Store) -> None:
    table = TableConfig(("Ann",), seed="1").create_table()
    *boxes, last = table.game.ruleset.boxes
    for box in boxes:
        table.apply(0, Roll())
        table.apply(0, Score(box.id))
    table.apply(0, Roll())
    version = store.games.add(table.record, table.game)
    change(file, f"update games set holder = '{ELSEWHERE}'")
    async with program(file, resume=version.game) as stage:
        await stage.press("w")
        for end in (True, False, True):
            if end:
                table.apply(0, Score(last.id))
            else:
                await stage.press("K")  # over the ranking, which goes all the same
                table.undo(0)
            version = store.games.save(version, table.record, table.game)
            await wait_for(partial(is_at_end, stage, end), stage)
            if not end:
                await stage.press("escape")
            names = [type(screen).__name__ for screen in stage.app.screen_stack]
            assert names[1:] == ["WatchScreen", "ResultScreen"][: 1 + end]
        assert "Undo" not in stage.text
        await stage.press("u")
        assert stage.at == "ResultScreen"


@pytest.mark.parametrize(
    "keys",
    [
        ("down", "enter", "enter", "enter"),
        ("down", "enter", "d", "u", "enter"),
        ("down", "enter", "question_mark", "escape", "d"),
        ("s", "r", "escape", "r", "enter"),
        ("up", "up", "enter", "down", "enter", "enter", "enter"),
    ],
    ids=str,
)
async def test_no_screen_opens_twice_for_keys_typed_ahead(
    file: str, store: Store, keys: tuple[str, ...]
) -> None:
    put(store, players=("Cid", "Dee"))
    put(store, players=("Eve", "Fay"))
    async with program(file) as stage:
        stage.type_ahead(*keys)
        for _ in range(3):
            await stage.settle()
        assert stage.app.return_code is None
        names = [type(screen).__name__ for screen in stage.app.screen_stack]
        assert len(names) == len(set(names))


async def test_a_game_taken_over_is_told_without_a_key(
    file: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yahtzee_tui.tui.table.play_screen._TAKEOVER_SECONDS", 0.05)
    async with program(file, DUO) as stage:
        await stage.press("space", "1")
        await stage.pilot.pause(0.2)
        assert stage.at == "TableScreen"
        store.games.acquire(only(store).id, by_force=True)
        for _ in range(40):
            await stage.pilot.pause(0.05)
            if stage.at == "TakeoverScreen":
                break
        assert stage.at == "TakeoverScreen"


async def test_enter_before_the_games_are_found_continues_all_the_same(
    file: str, store: Store
) -> None:
    put(store, "chance")
    app = YahtzeeApp(None, "Ann", STILL, store=Store(file))
    async with on_stage(app) as stage:
        stage.type_ahead("enter")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        assert stage.at == "TableScreen"
        assert stage.game.players == ("Ann", "Bob")


async def test_a_file_without_unfinished_games_offers_nothing_to_continue(
    file: str, store: Store
) -> None:
    assert store.games.by_status(*Status) == []
    async with program(file) as stage:
        assert "Continue" not in stage.text
        await stage.press("enter")
        assert stage.at == "TableScreen"
