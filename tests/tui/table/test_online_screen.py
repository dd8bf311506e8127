"""People far apart at one table: all see what happens, and only one's own seat is one's own."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING

import pytest

from tests.tui.remote_visits import RemoteUsers, wait_for
from yahtzee_tui.dice import find_dice
from yahtzee_tui.rules import NotNow, Roll, Score
from yahtzee_tui.services import online_match as company_module
from yahtzee_tui.services.online_match import begin_game
from yahtzee_tui.services.player_input import best_box
from yahtzee_tui.settings import CoachMode, DiceSpeed
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.lobby import TableStatus, TimeoutPolicy
from yahtzee_tui.table import Table, TableConfig
from yahtzee_tui.tui.table import bots

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import Server
    from tests.tui.stage import Stage as Seen
    from yahtzee_tui.rules import Game
    from yahtzee_tui.store.lobby import SharedTable


@pytest.fixture(autouse=True)
def _computers_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_PAUSE_SECONDS", 0.1)


def begin(remote: RemoteUsers, *names: str, computers: int = 0, **options: object) -> str:
    """Begin a game of people and computers in which the first of them begins; return the code."""
    host, *others = map(remote.somebody, names)
    laid = remote.lay(host, *others, seats=len(names) + computers, **options)
    for _ in range(computers):
        remote.lobby.seats.seat_computer(laid.id, host.who, "casual", "Casual")
    shared = remote.lobby.tables.read(laid.id)
    table = TableConfig(
        players=tuple(seat.name for seat in shared.seats),
        first=host.name,
        seed="far",
        computers=tuple(seat.computer for seat in shared.seats),
    ).create_table()
    remote.lobby.games.start(shared, host.who, table.record, table.game)
    return shared.code


def table_at(remote: RemoteUsers, code: str) -> SharedTable:
    """Return the table with a code."""
    return remote.lobby.tables.read(remote.lobby.tables.find(code))


def game(seen: Seen) -> Game:
    """Return the position that somebody sees."""
    return seen.table_screen.table.game


def saved(remote: RemoteUsers, code: str) -> Game:
    """Return the position as the store has it."""
    return remote.store.games.read(table_at(remote, code).game or "").load()[1].game


async def play_on(seen: Seen) -> None:
    """Play one's turn at once: a roll, and the box that scores most."""
    await seen.press("space", "enter")
    if "Choose it once more" in seen.status:
        await seen.press("enter")


async def test_everyone_sees_rolls_holds_and_postings(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        assert ann.at == bob.at == "OnlinePlayScreen"
        await ann.press("space", "1", "3")
        await wait_for(lambda: game(bob).held == (0, 2), bob)
        assert game(bob).faces == game(ann).faces
        assert bob.status.startswith("Ann holds")
        await ann.press("enter")
        await wait_for(lambda: game(bob).seat == 1, bob)
        assert "You are next" in bob.status
        assert game(bob).cards == game(ann).cards == saved(remote, code).cards


async def test_nobody_acts_for_another_seat(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        await ann.press("space")
        await wait_for(lambda: game(bob).roll == 1, bob)
        await bob.press("space", "1", "a", "enter", "u")
        await bob.click("Die")
        await bob.click_box("chance")
        assert game(bob) == game(ann) == saved(remote, code)


async def test_a_score_can_be_taken_back_until_the_next_roll_and_only_by_its_player(
    remote: RemoteUsers,
) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        await play_on(ann)
        await wait_for(lambda: game(bob).seat == 1, bob)
        assert "undoes until Bob rolls" in ann.status
        await bob.press("u")
        assert game(bob).seat == 1
        await ann.press("u")
        await wait_for(lambda: game(bob).seat == 0, bob)
        await ann.press("enter")
        await wait_for(lambda: game(bob).seat == 1, bob)
        await bob.press("space")
        await wait_for(lambda: game(ann).roll == 1, ann)
        await ann.press("u")
        assert game(ann).seat == 1
        assert game(ann).roll == 1


async def test_a_watcher_is_labelled_counted_and_touches_nothing(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Cid", "watch", code) as cid:
        assert cid.at == "OnlineWatchScreen"
        assert cid.status.startswith("You are watching.")
        await wait_for(lambda: "Cid is watching" in ann.text, ann)
        await ann.press("m")
        await wait_for(lambda: "· watching: Cid" in ann.text, ann)
        await ann.press("escape", "space")
        await wait_for(lambda: game(cid).roll == 1, cid)
        await cid.press("space", "1", "enter", "u")
        await cid.click("Die")
        assert game(cid) == saved(remote, code)


async def test_who_joins_a_full_table_watches(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Cid", "join", code) as cid:
        assert cid.at == "OnlineWatchScreen"
        assert "you can watch" in cid.status


async def test_of_two_who_act_at_once_one_is_refused_and_both_see_the_same(
    remote: RemoteUsers,
) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as left, remote.sent("Ann", "join", code) as right:
        tables = [left.table_screen.table, right.table_screen.table]
        tables[0].apply(0, Roll())
        with pytest.raises(NotNow) as refused:
            tables[1].apply(0, Roll())
        assert refused.value.code == "stale"
        await wait_for(lambda: game(left) == game(right), left, right)
        assert game(left) == saved(remote, code)


async def test_who_was_too_slow_reads_so_also_once_the_news_are_there(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as left, remote.sent("Ann", "join", code) as right:
        left.table_screen.action_roll()  # type: ignore[attr-defined]
        right.table_screen.action_roll()  # type: ignore[attr-defined]
        await wait_for(lambda: game(right) == game(left) == saved(remote, code), left, right)
        assert right.status == "Somebody was faster. Look again."
        assert "faster" not in left.status
        await right.press("1")
        assert "faster" not in right.status


async def test_whoever_comes_back_finds_the_turn_as_it_was(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann:
        await ann.press("space", "2", "4")
        left = game(ann)
    async with remote.sent("Ann", "join", code) as ann:
        assert game(ann) == left
        await ann.press("u")
        assert game(ann).held == (1,)


async def test_one_leaves_for_the_lobby_and_keeps_the_seat(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        await ann.press("escape")
        assert ann.at == "LobbyScreen"
        await wait_for(lambda: "Ann is away" in bob.text, bob)
        assert table_at(remote, code).is_turn_of("key:SHA256:Ann")
        await wait_for(lambda: "YOUR TURN" in ann.text.upper(), ann)


def let_time_pass(remote: RemoteUsers) -> None:
    """Let everybody's turn have begun ten minutes earlier."""
    with sqlite3.connect(remote.file) as clock:
        clock.execute("update tables set turn_since = turn_since - 600")
    clock.close()


async def test_a_computer_finishes_the_turn_of_whoever_is_late(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob", seconds=1)
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        await wait_for(lambda: "a computer plays this turn" in ann.status, ann)
        await wait_for(lambda: game(bob).seat == 1, ann, bob)
        assert len(game(bob).cards[0].open) == 12
        await play_on(bob)
        assert len(game(bob).cards[1].open) == 12


async def test_or_the_best_box_is_scored_where_everybody_saw_that_rule(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob", seconds=600, on_timeout=TimeoutPolicy.SCORE)
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        await ann.press("space")
        rolled = game(ann)
        best = max(p.points for p in rolled.potentials if p.refusal is None)
        let_time_pass(remote)
        await wait_for(lambda: game(bob).seat == 1, ann, bob)
        assert game(bob).cards[0].grand_total == best


async def test_nobody_takes_back_what_was_scored_for_them(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob", seconds=600, on_timeout=TimeoutPolicy.SCORE)
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        await ann.press("space")
        let_time_pass(remote)
        await wait_for(lambda: game(ann).seat == game(bob).seat == 1, ann, bob)
        stands = saved(remote, code)
        for seen in (ann, bob):
            await seen.press("u", "down", "enter")
            with pytest.raises(NotNow, match="stands"):
                seen.table_screen.table.undo(0)
            assert game(seen) == stands
        assert ann.status.endswith("was scored for you, and stands.")
        await ann.click_box("chance")
        await ann.click_box("chance")
        assert ann.status == "What was scored in a player's place stands."
    async with remote.sent("Ann", "join", code) as ann:
        assert ann.status.endswith("was scored for you, and stands.")
        await ann.press("u", "down", "enter")
        assert game(ann) == saved(remote, code) == stands


async def test_what_one_scored_oneself_in_time_is_taken_back(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob", seconds=60)
    async with remote.sent("Ann", "join", code) as ann:
        await play_on(ann)
        await ann.press("u")
        assert game(ann).seat == saved(remote, code).seat == 0
        assert table_at(remote, code).undo_floor == 0


async def test_without_a_timer_the_table_waits(
    remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company_module, "RECONNECT_SECONDS", 0.0)
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Bob", "join", code) as bob:
        screen = bob.table_screen
        await wait_for(lambda: "Ann is away" in bob.text, bob)
        for _ in range(5):
            screen.refresh_online()  # type: ignore[attr-defined]
            await bob.settle()
        assert not game(bob).roll
        assert saved(remote, code).seat == 0


async def test_a_seat_that_was_given_up_is_played_by_a_computer_until_one_returns(
    remote: RemoteUsers,
) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        await ann.press("G", "y")
        await wait_for(lambda: ann.at == "LobbyScreen", ann)
        await wait_for(lambda: "Ann has left" in bob.status, bob)
        await wait_for(lambda: game(bob).seat == 1, bob)
        await ann.app.session.open_code(code)  # type: ignore[attr-defined]
        await wait_for(lambda: ann.at == "OnlinePlayScreen", ann)
        await play_on(bob)
        await wait_for(lambda: game(ann).seat == 0 and not game(ann).roll, ann, bob)
        await ann.press("space")
        assert game(ann).roll == 1


async def test_computers_move_once_whoever_looks(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob", computers=1)
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        await play_on(ann)
        await wait_for(lambda: game(bob).seat == 1, bob)
        await play_on(bob)
        await wait_for(lambda: game(ann).round == 2, ann, bob)
        await wait_for(lambda: game(bob).round == 2, ann, bob)
        assert game(ann) == game(bob) == saved(remote, code)
        assert len(game(ann).cards[2].open) == 12


async def test_the_end_is_seen_by_all_and_taken_back_for_all_and_they_play_again(
    remote: RemoteUsers,
) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        at = [ann.table_screen.table, bob.table_screen.table]
        while not game(bob).is_over:
            mover = at[game(bob).seat]
            seat = mover.game.seat
            mover.apply(seat, Roll())
            best = max(
                (p for p in mover.game.potentials if p.refusal is None), key=lambda p: p.points
            )
            mover.apply(seat, Score(best.box.id))
            await wait_for(lambda: at[0].game == at[1].game, ann, bob)
        await wait_for(lambda: ann.at == bob.at == "ResultScreen", ann, bob)
        assert table_at(remote, code).status is TableStatus.OVER
        assert len(remote.store.scores.people()) == 2
        await ann.press("K")  # over the ranking, which goes all the same
        await bob.press("u")
        await wait_for(lambda: not game(ann).is_over, ann)
        await ann.press("escape")
        await wait_for(lambda: ann.at == "OnlinePlayScreen", ann)
        assert table_at(remote, code).status is TableStatus.PLAYING
        await bob.press("enter")
        await wait_for(lambda: ann.at == bob.at == "ResultScreen", ann, bob)
        await bob.press("p")
        await wait_for(lambda: not game(ann).is_over and not game(bob).is_over, ann, bob)
        assert table_at(remote, code).status is TableStatus.PLAYING
        assert game(ann).round == game(bob).round == 1


async def test_what_cannot_be_saved_is_not_done(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann:
        before = game(ann)
        with sqlite3.connect(remote.file) as other:
            other.execute("BEGIN IMMEDIATE")
            await ann.press("space")
            assert "Not saved, so not done." in ann.status
            assert game(ann) == before
            other.rollback()
        other.close()
        await ann.press("space")
        assert game(ann).roll == saved(remote, code).roll == 1


@pytest.mark.slow
async def test_a_database_that_is_silent_for_a_while(
    postgres: Server, postgres_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from yahtzee_tui.store.lobby import notify_postgres
    from yahtzee_tui.store.postgres import TimeoutConnection

    monkeypatch.setattr(notify_postgres, "LONGEST", 0.5)
    remote = RemoteUsers(tmp_path, postgres_address)
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        await ann.settle()
        monkeypatch.setattr(TimeoutConnection, "answer_seconds", 0.5)
        name = postgres_address.partition("@/")[2].partition("?")[0]
        connections = f"SELECT pid FROM pg_stat_activity WHERE datname = '{name}'"
        house_itself, each = 1, 2
        trouble = "The database doesn't answer."
        assert len(postgres.ask(connections)) <= house_itself + 2 * each
        with postgres.silent():
            await ann.press("space")
            assert ann.status == f"Not saved, so not done. {trouble}"
            assert not game(ann).roll
            await wait_for(lambda: bob.status == trouble, ann, bob)
            await wait_for(lambda: ann.table_screen.online_table.read_problem == trouble, ann, bob)  # type: ignore[attr-defined]
            assert ann.status == f"Not saved, so not done. {trouble}"
        await wait_for(lambda: "answer" not in ann.status + bob.status, ann, bob)
        await ann.press("space")
        await wait_for(lambda: game(bob).roll == 1, ann, bob)
        assert game(bob) == saved(remote, code)
    remote.store.close()


async def test_a_coach_speaks_for_ones_own_seat_only_and_the_record_says_so(
    remote: RemoteUsers,
) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        ann.app.options = ann.app.options._replace(coach=CoachMode.ALWAYS)
        ann.table_screen.options_changed()  # type: ignore[attr-defined]
        await ann.press("space")
        await wait_for(lambda: ann.table_screen.table.setup.coached, ann)
        await ann.press("enter")
        await wait_for(lambda: game(bob).seat == 1, ann, bob)
        await play_on(bob)
        await wait_for(lambda: game(ann).seat == 0, ann)
        record, _ = remote.store.games.read(table_at(remote, code).game or "").load()
        assert record.setup.coached == (0,)


async def test_what_is_said_is_seen_by_all_for_a_while(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        online_table = ann.table_screen.online_table  # type: ignore[attr-defined]
        await online_table.say("[red]Well[/] rolled!")
        await wait_for(lambda: "Ann: [red]Well[/] rolled!" in bob.text, ann, bob)


async def test_options_are_those_of_the_last_visit(remote: RemoteUsers) -> None:
    async with remote.sent("Ann") as ann:
        before = ann.app.options
        ann.app.apply_options(before._replace(colours="paper"))
        ann.app.save_options(before)
        key = remote.somebody("Ann").who
        await wait_for(lambda: "paper" in remote.lobby.accounts.options_of(key), ann)
    async with remote.sent("Ann") as ann:
        assert ann.app.theme == "paper"
        assert ann.app.options.dice_speed is DiceSpeed.OFF


async def test_a_watcher_sees_the_end_and_goes_on_with_the_players(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Cid", "watch", code) as cid:
        play_elsewhere(remote, code)
        await wait_for(lambda: ann.at == cid.at == "ResultScreen", ann, cid)
        assert "Play again" not in cid.text
        await cid.press("p", "u")
        assert cid.at == "ResultScreen"
        assert table_at(remote, code).status is TableStatus.OVER
        await ann.press("p")
        await wait_for(lambda: ann.at == "OnlinePlayScreen" and not game(ann).is_over, ann, cid)
        await wait_for(lambda: cid.at == "OnlineWatchScreen" and not game(cid).is_over, ann, cid)
        assert cid.status.startswith("You are watching.")


async def test_a_guest_is_told_the_word_for_the_seat(remote: RemoteUsers) -> None:
    laid = remote.lay(remote.somebody("Ann"))
    async with remote.visit(login="Zed", request=("join", laid.code)) as zed:
        await wait_for(lambda: "What is your name?" in zed.text, zed)
        await zed.press("enter")
        await wait_for(lambda: zed.at == "WaitingRoomScreen", zed)
        word = zed.app.session.word  # type: ignore[attr-defined]
        assert f"Your word to come back to this seat: {word}" in zed.text
        begin_game(remote.lobby, remote.lobby.tables.read(laid.id), remote.somebody("Ann").who)
        await wait_for(lambda: zed.at == "OnlinePlayScreen", zed)
        await wait_for(lambda: word in zed.status, zed)
    async with remote.visit(request=("join", laid.code)) as zed:
        await wait_for(lambda: "What is your name?" in zed.text, zed)
        await zed.press(*word, "enter")
        await wait_for(lambda: zed.at == "OnlinePlayScreen", zed)


async def test_only_who_scored_is_told_how_to_undo(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        await play_on(ann)
        assert "u undoes until Bob rolls." in ann.status
        await wait_for(lambda: game(bob).seat == 1, ann, bob)
        await bob.press("down")
        assert bob.status == "You are next: space rolls."
    play_elsewhere(remote, code)
    async with remote.sent("Ann", "join", code) as ann, remote.sent("Bob", "join", code) as bob:
        assert "wins with" in ann.status
        assert "undoes" not in ann.status
        assert "u undoes." in bob.status


def play_elsewhere(remote: RemoteUsers, code: str) -> None:
    """Play a game to its end, as if it were done elsewhere."""
    shared = table_at(remote, code)
    saved = remote.store.games.read(shared.game or "")
    record, history = saved.load()
    table = Table(record.setup, find_dice(record.setup.dice), history)
    while not table.game.is_over:
        seat = table.game.seat
        if not table.game.roll:
            table.apply(seat, Roll())
        table.apply(seat, Score(best_box(table.game) or ""))
    remote.lobby.games.save(shared.id, saved.version, table.record, table.game)


async def test_who_asked_a_coach_is_known_before_the_answer(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    async with remote.sent("Ann", "join", code) as ann:
        await ann.press("space", "h")
        await wait_for(lambda: "on average" in ann.status, ann)
        record, _ = remote.store.games.read(table_at(remote, code).game or "").load()
        assert record.setup.coached == (0,)


async def test_whoever_comes_back_in_their_turn_has_time_for_it(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob", seconds=3)
    async with remote.sent("Bob", "join", code):
        pass
    await asyncio.sleep(3.1)
    async with remote.sent("Ann", "join", code) as ann:
        await ann.press("space")
        assert game(ann).roll == 1


async def test_only_those_who_played_play_again(remote: RemoteUsers) -> None:
    code = begin(remote, "Ann", "Bob")
    cid = remote.somebody("Cid")
    shared = table_at(remote, code)
    record, history = remote.store.games.read(shared.game or "").load()
    with pytest.raises(StoreProblem):
        remote.lobby.games.start_next(shared, cid.who, record, history.game)
