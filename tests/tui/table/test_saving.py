"""A game survives: saved with every action, continued, put away, taken over, never lost."""

import socket
from functools import partial
from pathlib import Path

import pytest

from tests.table.scripted import play_to_end, play_turn
from tests.tui.app_driver import NO_TUMBLING, run_app
from tests.tui.local_program import change, full_disk, program
from tests.tui.stopped_clock import StoppedClock
from yahtzee_tui.rules import Hold, Roll
from yahtzee_tui.store import Autosaver, Store
from yahtzee_tui.store.saved_game import SavedGame, Status
from yahtzee_tui.table import Table, TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.help.palette import find_commands

DUO = TableConfig(("Ann", "Bob"), first="Ann", seed="7")
ELSEWHERE = f"1 feedface0000 {socket.gethostname()}"
FULL = "The disk with the saved games is full."


def put(store: Store, *boxes: str, players: tuple[str, ...] = ("Ann", "Bob")) -> Table:
    """Save a game in which these boxes were filled, and a roll and a hold come after."""
    table = TableConfig(players, first=players[0], seed="7").create_table()
    autosaver = Autosaver(store)
    for box in boxes:
        play_turn(table, box)
    table.apply(table.game.seat, Roll())
    table.apply(table.game.seat, Hold((1, 3)))
    autosaver.save(table.record, table.game)
    autosaver.release()
    return table


def only(store: Store) -> SavedGame:
    (saved,) = store.games.by_status(*Status)
    return saved


def held(file: str, store: Store) -> set[str]:
    """Return the games that are held, whose marks are changed to those of another program."""
    change(file, "update games set holder = holder || ' elsewhere'")
    found = {each.id for each in store.games.by_status(*Status) if each.elsewhere}
    change(file, "update games set holder = replace(holder, ' elsewhere', '')")
    return found


async def test_quitting_asks_nothing_and_continue_brings_everything_back(
    file: str, store: Store
) -> None:
    async with program(file) as ui:
        assert "Continue" not in ui.text, "unknown game yet"
        await ui.press("enter", opens="TableScreen")
    async with program(file, DUO) as ui:
        assert not store.games.by_status(*Status)  # a table at which nothing happened is no game
        await ui.press("space", "1", "3", "u")
        left = ui.table.history
        await ui.press("q")
        assert not ui.app.is_running
    assert only(store).status is Status.UNFINISHED
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=Store(file))) as ui:
        ui.type_ahead("enter")  # before the games are found
        await ui.finish_workers()
        assert ui.screen_name == "TableScreen"
    async with program(file) as ui:
        assert ui.marked_line.startswith("c  Continue")
        await ui.press("enter")
        assert ui.table.history == left
        assert ui.held() == (0,)
        await ui.press("U")
        assert ui.held() == (0, 2)
        await ui.press("a", "a", "space", "space")
        faces = ui.game.faces
    through = DUO.create_table()
    for _ in range(3):
        through.apply(0, Roll())
    assert through.game.faces == faces, "the dice of a seed go on falling"


@pytest.mark.slow
async def test_saved_games_are_listed_chosen_and_put_away(file: str, store: Store) -> None:
    put(store, players=("Cid", "Dee"))
    put(store, players=("Eve", "Fay"))
    async with program(file) as ui:
        assert "1 more: g" in ui.text
        await ui.press("g", opens="SavedGamesScreen")
        assert "Eve, Fay" in ui.text
        assert "UPPER" not in ui.text
        await ui.resize(130, 40)
        await ui.wait_for_text("UPPER", "Eve")
        await ui.press("down")
        await ui.wait_for_text("UPPER", "Cid")
        await ui.press("up")
        await ui.wait_until(lambda: "Cid" not in ui.text.partition("UPPER")[2])
        await ui.resize(80, 24)
        await ui.press("d")
        assert "Archived: 1 game. Press u to undo." in ui.text
        assert len(store.games.by_status(Status.UNFINISHED)) == 1
        await ui.press_and_finish("u", "d", "escape")
        assert "Cid, Dee" in ui.text, "the title is built anew"
        assert "more: g" not in ui.text
        names = {command.name for command in find_commands(ui.app, ui.app.screen)}
        assert "Saved games" not in names
        await ui.press("enter")
        assert ui.game.players == ("Cid", "Dee")
        assert len(store.games.by_status(Status.DISCARDED)) == 1
        await ui.press_and_finish("escape")
        await ui.press("down", "enter", "space", "escape")  # a new game leaves the old one
        await ui.finish_workers()
        assert "1 more: g" in ui.text
        unfinished = store.games.by_status(Status.UNFINISHED)
        assert [len(saved.load()[0].setup.players) for saved in unfinished] == [1, 2]
        await ui.press("g")
        await ui.press_and_finish("d", "escape")
        assert ui.app.table is None, "the table of the game that was put away is left"
        assert "Cid, Dee" in ui.text


@pytest.mark.slow
async def test_play_continues_a_game_and_old_ones_without_a_turn_are_put_away_together(
    file: str, store: Store
) -> None:
    for players in (("Ann",), ("Ann",), ("Ann", "Bob")):
        put(store, players=players)
    change(file, "update games set changed = changed - 90000")
    async with program(file) as ui:
        assert ui.marked_line.startswith("g  Saved games  3 unfinished"), "none is offered"
        await ui.press("p", opens="TableScreen")
        await ui.press("escape", opens="TitleScreen")
        begun = put(store, "chance", players=("Ann",))
        await ui.open_title()
        assert ui.marked_line.startswith("c  Continue")
        assert "more: g" not in ui.text
        await ui.press("p", opens="OfferScreen")
        assert ui.says("Continue your game (round 2 of 13)?")
        await ui.press("escape", opens="TitleScreen")
        await ui.press("p", "p", opens="TableScreen")
        assert ui.game.turns == 0
        await ui.press("escape", opens="TitleScreen")
        await ui.press("p", "space", opens="TableScreen")
        assert ui.game.card["chance"] == begun.game.card["chance"]
        await ui.press_and_finish("escape")
        await ui.press("g", "down", "down", "D")
        assert ui.says("Archived: 2 games. Press u to undo."), "those of Ann and Bob stay"
        await ui.press("u")
        assert ui.says("Restored: 2 games.")
        await ui.press("D")
        assert len(store.games.by_status(Status.DISCARDED)) == 2


async def test_a_game_open_elsewhere_is_watched(file: str, store: Store) -> None:
    table = put(store, "chance")
    version = store.games.acquire(only(store).id).version
    change(file, f"update games set holder = '{ELSEWHERE}'")
    async with program(file, resume=version.game) as ui:
        assert ui.screen_name == "TakeoverScreen"
        await ui.press("w", opens="WatchScreen")
        before = table.record
        await ui.press("space", "1", "a", "enter", "u", "U")
        await ui.click_die(1)
        await ui.click("#roll")
        await ui.click_box("ones")
        assert ui.table_screen.table.record == before
        play_turn(table, "yahtzee")
        version = store.games.save(version, table.record, table.game)
        await ui.wait_until(lambda: ui.table_screen.table.record == table.record)
        assert ui.table_screen.table.history == table.history
        assert ui.status == "Bob scored 0 in Yahtzee."
        play_to_end(table)
        table.undo(1)
        for end in (True, False, True):
            if end:
                table.redo(1)
            else:
                await ui.press("K")  # over the ranking, which goes all the same
                table.undo(1)
            version = store.games.save(version, table.record, table.game)
            await ui.wait_until(lambda end=end: ui.table_screen.table.game.is_over is end)  # type: ignore[misc]
            if not end:
                await ui.press("escape")
            assert ui.screen_names == ["WatchScreen", "ResultScreen"][: 1 + end]
        assert "Undo" not in ui.text
        await ui.press("u", opens="ResultScreen")


async def test_a_game_taken_over_goes_on_here_and_not_there(
    file: str, store: Store, clock: StoppedClock
) -> None:
    async with program(file, DUO) as ui:
        await ui.press("space", "1")
        theirs = store.games.acquire(only(store).id, by_force=True)
        record, history = theirs.load()
        further = history.play(Hold((2,)))
        store.games.save(theirs.version, record._replace(events=further.events), further.game)
        change(file, f"update games set holder = '{ELSEWHERE}'")
        await ui.press("2", opens="TakeoverScreen")
        assert only(store).load()[1] == further  # nothing of ours is written over it
        await ui.press("t", opens="TableScreen")
        assert ui.held() == (2,)
        assert held(file, store) == {only(store).id}
        await ui.press("5")
        assert only(store).load()[1].game.held == (2, 4)
        theirs = store.games.acquire(only(store).id, by_force=True)
        await ui.press_and_finish("2", "m")
        assert ui.screen_name == "TitleScreen"
        store.games.release(theirs.version)
        await ui.press("enter")
        assert ui.held() == (2, 4), "the menu offers what is saved of a game that was lost"
    async with program(file, DUO) as ui:
        await ui.press("space", "1")
        await clock.move(10, ui)
        assert ui.screen_name == "TableScreen"
        newest = store.games.newest()
        assert newest is not None
        store.games.acquire(newest.id, by_force=True)
        await clock.move(5, ui)
        await ui.wait_for_screen("TakeoverScreen")  # without a key


async def test_a_full_disk_stops_no_game(file: str, store: Store) -> None:
    put(store, players=("Cid", "Dee"))
    async with program(file, DUO) as ui:
        await ui.press("space")
        with full_disk(file):
            await ui.press("1")
            assert f"Not saved. {FULL}" in ui.status
            assert "NOT SAVED" in ui.text
            assert ui.held() == (0,)
            await ui.press("2", "q", opens="ConfirmScreen")
            assert FULL in ui.text
            await ui.press("n")
        await ui.press("3")
        assert ui.status == "The game is being saved again."
        assert "NOT SAVED" not in ui.text
        with full_disk(file):
            await ui.press("4")
        saved = next(s for s in store.games.by_status(Status.UNFINISHED) if "Cid" in s.text)
        for answer, players in (("n", ("Ann", "Bob")), ("y", ("Cid", "Dee"))):
            with full_disk(file):
                ui.app.navigator.open_game(saved.id)
                await ui.settle()
            assert ui.screen_name == "ConfirmScreen"
            await ui.press(answer)
            assert ui.game.players == players
        # Quitting saves what could not be saved before, and so asks nothing.
        with full_disk(file):
            await ui.press("1")
        left = ui.table.history
        await ui.press("q")
        assert not ui.app.is_running
    assert store.games.read(saved.id).load()[1] == left


async def test_a_game_that_is_left_for_another_is_held_no_more(file: str, store: Store) -> None:
    put(store, players=("Cid", "Dee"))
    saved = only(store).id
    async with program(file, DUO) as ui:
        await ui.press("space")
        navigator = ui.app.navigator
        for open_other in (partial(navigator.open_game, saved), partial(navigator.play, DUO)):
            before = navigator.saved_table
            open_other()
            await ui.press("space")
            assert navigator.saved_table is not None
            assert navigator.saved_table is not before
            assert held(file, store) == {navigator.saved_table.game_id}


async def test_a_store_that_can_not_be_opened_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "games.sqlite"
    folder.mkdir()
    async with program(str(folder), DUO) as ui:
        await ui.wait_for_text("Games won't be saved.", "saved games is a folder")
        await ui.press("space", "1")
        assert ui.held() == (0,)
        assert "NOT SAVED" in ui.text


async def test_a_damaged_row_is_said(file: str, store: Store) -> None:
    put(store)
    change(file, "update games set record = 'nonsense'")
    async with program(file) as ui:
        assert "Continue" not in ui.text
        await ui.click_text("Saved games")
        for opened in ("SavedGamesScreen", "TitleScreen"):
            assert ui.screen_name == opened
            assert "damaged" in ui.text
            await ui.press("enter")


async def test_no_screen_opens_twice_for_keys_typed_ahead(file: str, store: Store) -> None:
    put(store, players=("Cid", "Dee"))
    put(store, players=("Eve", "Fay"))
    async with program(file) as ui:
        for keys in (
            "down enter enter enter",
            "down enter d u enter",
            "s r escape r enter",
            "up up enter down enter enter enter",
        ):
            ui.type_ahead(*keys.split())
            for _ in range(3):
                await ui.settle()
            assert ui.app.return_code is None, keys
            assert len(ui.screen_names) == len(set(ui.screen_names)), keys
            if ui.app.navigator.saved_table is not None:
                ui.app.navigator.saved_table.release()
            await ui.open_title()
            await ui.finish_workers()
