"""People far apart at one table: all see what happens, and only one's own seat is one's own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.host.screens.remote_users import RemoteUsers
from tests.tui.app_driver import AppDriver
from tests.tui.local_program import change, full_disk
from tests.tui.stopped_clock import StoppedClock
from yahtzee_tui.dice import find_dice
from yahtzee_tui.host.lobby.models import SharedTable, TableStatus, TimeoutPolicy
from yahtzee_tui.host.services.waiting_room import begin_game
from yahtzee_tui.rules import Game, NotNow, Roll, Score
from yahtzee_tui.services.player_input import best_box
from yahtzee_tui.settings import Options
from yahtzee_tui.table import Table

pytestmark = pytest.mark.usefixtures("quick_bots")


@pytest.fixture
def patient_bots(quick_bots: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    """Let bots move only if somebody skips ahead."""
    monkeypatch.setattr("yahtzee_tui.services.bot_driver._PAUSES", {"calm": (1e6, 1e6)})


@asynccontextmanager
async def ann_and_bob(remote: RemoteUsers, code: str) -> AsyncIterator[tuple[AppDriver, AppDriver]]:
    async with (
        remote.connect_as("Ann", "join", code) as ann,
        remote.connect_as("Bob", "join", code) as bob,
    ):
        yield ann, bob


def table_at(remote: RemoteUsers, code: str) -> SharedTable:
    return remote.lobby.tables.read(remote.lobby.tables.find(code))


def game(ui: AppDriver) -> Game:
    return ui.table_screen.table.game


def coached(remote: RemoteUsers, code: str) -> tuple[int, ...]:
    """Return the seats that asked a coach, by the record in the store."""
    return remote.store.games.read(table_at(remote, code).game or "").load()[0].setup.coached


def saved(remote: RemoteUsers, code: str) -> Game:
    return remote.store.games.read(table_at(remote, code).game or "").load()[1].game


async def play_on(ui: AppDriver) -> None:
    """Play one's turn at once: a roll, and the box that scores most."""
    await ui.press("space", "down", "up", "enter")
    if "Choose it again." in ui.status:
        await ui.press("enter")


def play_elsewhere(remote: RemoteUsers, code: str, turns: int = 26) -> None:
    """Play so many turns of a game, as if it were done elsewhere."""
    shared = table_at(remote, code)
    before = remote.store.games.read(shared.game or "")
    record, history = before.load()
    table = Table(record.setup, find_dice(record.setup.dice), history)
    while table.game.turns < turns:
        seat = table.game.seat
        if not table.game.roll:
            table.apply(seat, Roll())
        table.apply(seat, Score(best_box(table.game) or ""))
    remote.lobby.games.save(shared.id, before.version, table.record, table.game)


async def test_all_see_what_happens_and_only_ones_own_seat_is_ones_own(remote: RemoteUsers) -> None:
    code = remote.begin().code
    async with ann_and_bob(remote, code) as (ann, bob):
        assert ann.screen_name == bob.screen_name == "OnlinePlayScreen"
        await ann.press("space", "1", "3")
        await bob.wait_until(lambda: game(bob).held == (0, 2))
        assert game(bob).faces == game(ann).faces
        assert bob.status.startswith("Ann holds")
        await bob.press("space", "1", "a", "enter", "u")
        await bob.click_die(1)
        await bob.click_box("chance")
        assert game(bob) == game(ann) == saved(remote, code)
        await ann.press("enter", "enter")
        await bob.wait_until(lambda: game(bob).seat == 1)
        assert "Your turn" in bob.status
        assert game(bob).cards == game(ann).cards == saved(remote, code).cards
        assert "u to undo until Bob rolls." in ann.status
        assert "‹" in ann.text
        assert "‹" not in bob.text, "who may act is lit"
        await bob.press("down")
        assert bob.status == "Your turn: Space to roll.", "only who scored is told how to undo"
        await bob.press("u")
        assert game(bob).seat == 1
        await ann.press("u")
        await bob.wait_until(lambda: game(bob).seat == 0)
        await ann.press("enter", "enter")
        await bob.wait_until(lambda: game(bob).seat == 1)
        await bob.press("space")
        await ann.wait_until(lambda: game(ann).roll == 1)
        await ann.press("u")
        assert (game(ann).seat, game(ann).roll) == (1, 1)
        await bob.press("2", "4")
        left = game(bob)
        await ann.wait_until(lambda: game(ann) == left)
        await bob.press("escape")
        assert bob.screen_name == "LobbyScreen", "one keeps the seat"
        await ann.wait_for_text("Bob is away")
        assert table_at(remote, code).is_turn_of("key:SHA256:Bob")
        await bob.wait_until(lambda: "YOUR TURN" in bob.text.upper())
    async with remote.connect_as("Bob", "join", code) as bob:
        assert game(bob) == left
        await bob.press("u")
        assert game(bob).held == (1,)


@pytest.mark.slow
async def test_a_watcher_is_labelled_counted_and_touches_nothing(remote: RemoteUsers) -> None:
    code = remote.begin().code
    async with remote.connect_as("Cid", "join", code) as cid:
        assert cid.screen_name == "OnlineWatchScreen", "the table is full"
        assert "you can watch" in cid.status
    async with (
        remote.connect_as("Ann", "join", code) as ann,
        remote.connect_as("Cid", "watch", code) as cid,
    ):
        assert cid.screen_name == "OnlineWatchScreen"
        assert cid.status.startswith("You are watching.")
        await ann.wait_for_text("Cid is watching")
        await ann.press("m")
        await ann.wait_for_text("Watching: Cid")
        await ann.press("escape", "space")
        await cid.wait_until(lambda: game(cid).roll == 1 and "‹" in cid.text)
        assert "«" not in cid.text, "a mark would look like Ann's choice"
        await cid.press("space", "1", "enter", "u")
        await cid.click_die(1)
        assert game(cid) == saved(remote, code)
        play_elsewhere(remote, code)
        await ann.wait_until(lambda: ann.screen_name == cid.screen_name == "ResultScreen", cid)
        assert "Play again" not in cid.text
        await cid.press("p", "u", opens="ResultScreen")
        assert table_at(remote, code).status is TableStatus.OVER
        await ann.press("p")
        await ann.wait_until(lambda: not game(ann).is_over and not game(cid).is_over, cid)
        assert (ann.screen_name, cid.screen_name) == ("OnlinePlayScreen", "OnlineWatchScreen")
        assert cid.status.startswith("You are watching.")


async def test_of_two_who_act_at_once_one_is_refused_and_both_see_the_same(
    remote: RemoteUsers,
) -> None:
    code = remote.begin().code
    async with (
        remote.connect_as("Ann", "join", code) as left,
        remote.connect_as("Ann", "join", code) as right,
    ):
        left.table_screen.action_roll()  # type: ignore[attr-defined]
        right.table_screen.action_roll()  # type: ignore[attr-defined]
        await left.wait_until(lambda: game(right) == game(left) == saved(remote, code), right)
        assert right.status == "Another player was faster. Look again."
        assert "faster" not in left.status
        await right.press("1")
        assert "faster" not in right.status
        await left.wait_until(lambda: game(left).held == (0,), right)
        assert game(left) == game(right) == saved(remote, code)


@pytest.mark.usefixtures("patient_bots")
async def test_a_computer_finishes_a_turn_that_takes_too_long(
    remote: RemoteUsers, clock: StoppedClock
) -> None:
    code = remote.begin(seconds=60).code
    async with ann_and_bob(remote, code) as (ann, bob):
        await ann.press("space")
        await clock.move(59, ann, bob, step=5)
        assert "a computer plays" not in ann.status
        await clock.move(2, ann, bob)
        assert "a computer plays this turn" in ann.status
        while not game(bob).seat:
            await bob.press("space")
        assert len(game(bob).cards[0].open) == 12
        await bob.press("space")
        await play_on(bob)
        assert len(game(bob).cards[1].open) == 12


async def test_or_the_best_box_is_scored_and_nobody_takes_that_back(
    remote: RemoteUsers, clock: StoppedClock
) -> None:
    code = remote.begin(seconds=60, on_timeout=TimeoutPolicy.SCORE).code
    async with ann_and_bob(remote, code) as (ann, bob):
        await ann.press("space")
        best = max(p.points for p in game(ann).potentials if p.refusal is None)
        await clock.move(61, ann, bob, step=5)
        await ann.wait_until(lambda: game(ann).seat == game(bob).seat == 1, bob)
        scored = saved(remote, code)
        assert scored.cards[0].grand_total == best
        for ui in (ann, bob):
            await ui.press("u", "down")
            with pytest.raises(NotNow, match="can't be undone"):
                ui.table_screen.table.undo(0)
            assert game(ui) == scored
        assert ann.status.endswith("was scored for you and can't be undone.")
        await ann.click_box("chance")
        await ann.click_box("chance")
        assert ann.status == "A score made for an absent player can't be undone."
    async with remote.connect_as("Ann", "join", code) as ann:
        assert ann.status.endswith("was scored for you and can't be undone.")


@pytest.mark.slow
async def test_time_is_counted_only_where_there_is_a_timer(
    remote: RemoteUsers, clock: StoppedClock
) -> None:
    code = remote.begin(seconds=60).code
    async with remote.connect_as("Ann", "join", code) as ann:
        await play_on(ann)
        await ann.press("u")  # what one scored oneself in time
        assert game(ann).seat == saved(remote, code).seat == 0
        assert table_at(remote, code).undo_floor == 0
    code = remote.begin().code
    async with remote.connect_as("Bob", "join", code) as bob:
        await bob.wait_for_text("Ann is away")
        await clock.move(600, bob, step=5)
        assert not game(bob).roll
        assert saved(remote, code).seat == 0


async def test_a_computer_waits_at_a_shared_table_too_while_a_score_can_be_undone(
    remote: RemoteUsers, clock: StoppedClock
) -> None:
    code = remote.begin("Ann", computers=1).code
    async with remote.connect_as("Ann", "join", code) as ann:
        ann.app.choose_options(Options(dice_speed="off", pause=600.0))
        await ann.press("space")
        await ann.click_box("chance", 0)
        await clock.move(60, ann)
        assert (game(ann).seat, game(ann).roll) == (1, 0)
        await ann.press("u")
        assert game(ann).seat == 0


@pytest.mark.usefixtures("patient_bots")
async def test_who_comes_back_in_time_plays_on_and_all_see_it(
    remote: RemoteUsers, clock: StoppedClock
) -> None:
    code = remote.begin(seconds=7200).code
    async with ann_and_bob(remote, code) as (ann, bob):
        await clock.move(30, ann, bob, step=5)
        await ann.press("space", "escape", opens="LobbyScreen")
        await bob.wait_for_text("Ann is away")
        await clock.move(19, ann, bob, step=5)
        assert "A computer plays" not in bob.text, "the time begins when a player goes away"
        await clock.move(2, ann, bob)
        assert "Ann is away. A computer plays this turn." in bob.text
        assert "SKIP AHEAD" in bob.text
        await ann.app.session.open_code(code)  # type: ignore[attr-defined]
        await ann.wait_for_screen("OnlinePlayScreen")
        assert "SKIP AHEAD" not in ann.text
        await bob.wait_for_text("ANN IS ROLLING")
        assert "A computer plays" not in bob.text
        await ann.press("1")
        assert game(ann).held == (0,)


@pytest.mark.slow
async def test_a_seat_that_was_given_up_is_played_by_a_computer_until_one_returns(
    remote: RemoteUsers,
) -> None:
    code = remote.begin().code
    async with ann_and_bob(remote, code) as (ann, bob):
        await ann.press("G", "y", opens="LobbyScreen")
        await bob.wait_until(lambda: "Ann left" in bob.status)
        await bob.wait_until(lambda: game(bob).seat == 1)
        await ann.app.session.open_code(code)  # type: ignore[attr-defined]
        await ann.wait_for_screen("OnlinePlayScreen")
        await bob.wait_for_text("everyone is here")
        await play_on(bob)
        await ann.wait_until(lambda: game(ann).seat == 0 and not game(ann).roll, bob)
        await ann.press("space")
        assert game(ann).roll == 1


@pytest.mark.slow
async def test_computers_move_once_for_all_apps(remote: RemoteUsers) -> None:
    code = remote.begin(computers=1).code
    async with ann_and_bob(remote, code) as (ann, bob):
        await play_on(ann)
        await bob.wait_until(lambda: game(bob).seat == 1, ann)
        await play_on(bob)
        await ann.wait_until(lambda: game(ann).round == game(bob).round == 2, bob)
        assert game(ann) == game(bob) == saved(remote, code)


@pytest.mark.slow
async def test_the_end_is_seen_by_all_and_taken_back_for_all_and_they_play_again(
    remote: RemoteUsers,
) -> None:
    code = remote.begin(secret=64 * "0").code
    play_elsewhere(remote, code, turns=25)
    async with ann_and_bob(remote, code) as (ann, bob):
        await play_on(bob)
        await ann.wait_until(lambda: ann.screen_name == bob.screen_name == "ResultScreen", bob)
        assert table_at(remote, code).status is TableStatus.OVER
        assert len(remote.store.scores.people()) == 2
        assert "First finished game" in ann.text
        await ann.press("K")  # over the ranking, which goes all the same
        await bob.press("u")
        await ann.wait_until(lambda: not game(ann).is_over)
        await ann.press("escape", opens="OnlinePlayScreen")
        assert table_at(remote, code).status is TableStatus.PLAYING
        await bob.press("down", "enter", *["enter"] * ("again" in bob.status))
        await ann.wait_until(lambda: ann.screen_name == bob.screen_name == "ResultScreen", bob)
    async with ann_and_bob(remote, code) as (ann, bob):
        assert " win" in ann.status
        assert "to undo" not in ann.status
        assert "u to undo." in bob.status
        await ann.press("e")
        await bob.press("e", "p")
        await ann.wait_until(lambda: not game(ann).is_over and not game(bob).is_over, bob)
        assert table_at(remote, code).status is TableStatus.PLAYING
        assert game(ann).round == game(bob).round == 1


@pytest.mark.slow
async def test_what_cannot_be_saved_is_not_done_nor_what_cannot_be_read_shown(
    remote: RemoteUsers, clock: StoppedClock
) -> None:
    code = remote.begin().code
    trouble = "The database can't be used: no such table: messages."
    async with ann_and_bob(remote, code) as (ann, bob):
        before = game(ann)
        with full_disk(remote.file):
            await ann.press("space")
        assert ann.status.startswith("Not done, because it couldn't be saved.")
        assert game(ann) == before
        change(remote.file, "alter table messages rename to gone")
        await clock.move(10)  # after which they look what may have changed
        await bob.wait_until(lambda: bob.status == trouble, ann)
        change(remote.file, "alter table gone rename to messages")
        await ann.wait_until(lambda: trouble not in ann.status + bob.status, bob)
        await ann.press("space")
        await bob.wait_until(lambda: game(bob).roll == 1, ann)
        assert game(bob) == saved(remote, code)


@pytest.mark.slow
async def test_a_coach_speaks_for_ones_own_seat_only_and_the_record_says_so(
    remote: RemoteUsers,
) -> None:
    code = remote.begin().code
    async with ann_and_bob(remote, code) as (ann, bob):
        ann.app.apply_options(Options(dice_speed="off", coach="always"))
        ann.table_screen.options_changed()
        await ann.press("space")
        await ann.wait_until(lambda: ann.table_screen.table.setup.coached)
        await ann.press("enter", "enter")
        await bob.wait_until(lambda: game(bob).seat == 1, ann)
        await play_on(bob)
        await ann.wait_until(lambda: game(ann).seat == 0)
        assert coached(remote, code) == (0,)
    code = remote.begin().code
    async with remote.connect_as("Ann", "join", code) as ann:
        await ann.press("space", "h")
        await ann.wait_until(lambda: "in total" in ann.status)
        assert coached(remote, code) == (0,), "saved before the answer"


async def test_options_are_those_of_the_last_visit(remote: RemoteUsers) -> None:
    async with remote.connect_as("Ann") as ann:
        before = ann.app.options
        ann.app.apply_options(Options(dice_speed="off", colors="paper"))
        ann.app.save_options(before)
        key = remote.user("Ann").who
        await ann.wait_until(lambda: "paper" in remote.lobby.accounts.options_of(key))
    async with remote.connect_as("Ann") as ann:
        assert ann.app.theme == "paper"
        assert ann.app.options.dice_speed == "off"


async def test_a_guest_is_told_the_word_for_the_seat(remote: RemoteUsers) -> None:
    created = remote.create_table(remote.user("Ann"))
    request = ("join", created.code)
    async with remote.connect(login="Zed", request=request) as zed:
        await zed.wait_for_text("Choose a name.")
        await zed.press("enter", opens="WaitingRoomScreen")
        word = zed.app.session.word  # type: ignore[attr-defined]
        assert f"Your return word for this seat: {word}" in zed.text
        begin_game(remote.lobby, remote.lobby.tables.read(created.id), remote.user("Ann").who)
        await zed.wait_for_screen("OnlinePlayScreen")
        await zed.wait_until(lambda: word in zed.status)
    async with remote.connect(request=request) as zed:
        await zed.wait_for_text("Choose a name.")
        await zed.press(*word, "enter", opens="OnlinePlayScreen")
