"""The lobby: what is listed, how it changes by itself, and where it leads."""

import asyncio
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest

from tests.host.lobby.users_and_tables import finish, nearly_over
from tests.host.screens.remote_users import RemoteUsers
from tests.store.games import play_out
from tests.table.scripted import play_to_end
from tests.tui.app_driver import SIZES, AppDriver, run_app
from tests.tui.event_loop import LoopClock, impatience
from yahtzee_tui.dice import CommittedDice
from yahtzee_tui.host.lobby.change_feed import WHOLE_LOBBY
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.models import TableOptions, TimeoutPolicy, User
from yahtzee_tui.host.screens.app import RemoteApp
from yahtzee_tui.host.screens.online_table import describe_presence
from yahtzee_tui.host.services.online_table import follow
from yahtzee_tui.host.services.visit import Visitor
from yahtzee_tui.host.services.waiting_room import begin_game
from yahtzee_tui.rules import OFFICIAL, Malformed, register
from yahtzee_tui.rules.definition import read_definition
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import load_value_table
from yahtzee_tui.table import TableConfig
from yahtzee_tui.table.judged import score_best_play

DAY = "2026-11-21"


def line_of(ui: AppDriver, text: str) -> str:
    """Return the line with a text, and the one below."""
    at_line = next(place for place, line in enumerate(ui.lines) if text in line)
    return " ".join(" ".join(ui.lines[at_line : at_line + 2]).split())


async def test_an_empty_lobby_says_how_to_begin_and_offers_games_alone(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as ui:
        for size in SIZES:
            await ui.resize(*size)
            await ui.wait_for_text("No tables yet.", "Quit")
            assert ui.marked_line.startswith("t  Open a table")
        await ui.press("j", "j")
        assert ui.marked_line.startswith("p  Play")
        await ui.press("enter", "enter", opens="TableScreen")
        assert ui.game.players == ("Ann",)
        await ui.press("escape")
        await ui.wait_for_text("Continue", "round 1 of 13")
        assert ui.screen_name == "LobbyScreen"


@pytest.mark.slow
async def test_an_empty_lobby_offers_the_last_games_for_review(remote: RemoteUsers) -> None:
    for _ in range(2):
        finish(remote.lobby, nearly_over(remote.lobby))
    async with remote.in_lobby("Cid") as ui:
        await ui.wait_for_text("LAST GAMES", "review it")
        assert ui.text.count("review it") == 1
        await ui.resize(130, 40)
        assert ui.text.count("review it") == 2
        assert "UPPER" not in ui.text
        await ui.press("j", "j")
        await ui.wait_for_text("UPPER", "TURNS", "320")
        await ui.click_text("review it", opens="ReviewScreen")
        await ui.wait_for_text("Ann", "Bob")
        await ui.press("escape", opens="LobbyScreen")
        remote.begin("Dee", "Eve")
        await ui.wait_for_text("Dee, Eve", "'s turn")
        assert "LAST GAMES" not in ui.text
        await ui.wait_until_gone("320")
        await ui.press("home")
        await ui.wait_until(lambda: "Dee" in ui.text.partition("UPPER")[2])


@pytest.mark.slow
async def test_the_lobby_by_mouse(remote: RemoteUsers) -> None:
    remote.store.games.add(*play_out("official", ("Ann",), 1))
    async with remote.in_lobby("Ann") as ui:
        for text, screen in (
            ("friends, computers", "NewGameScreen"),
            ("Scores", "StatisticsScreen"),
            ("Join by code", "JoinCodeScreen"),
            ("Open a table", "NewTableScreen"),
        ):
            await ui.click_text(text, opens=screen)
            if screen == "StatisticsScreen":
                await ui.press("h", "r", opens="ScoreboardScreen")
                assert "Reset" not in ui.text, "remote users reset no scores"
                await ui.press("escape", opens=screen)
            await ui.press("escape", opens="LobbyScreen")


async def test_a_table_is_told_in_words_as_far_as_there_is_room(remote: RemoteUsers) -> None:
    ann, bob = remote.user("Ann"), remote.user("Bob")
    first = remote.create_table(bob, seats=3, seconds=60)
    remote.lobby.seats.seat_computer(first.id, bob.who, "skilled", "Skilled")
    secret = remote.create_table(bob, ann, seats=4, is_open=False)
    turn = remote.begin()
    turn_of = (ann, bob)[turn.turn]
    async with remote.in_lobby("Ann") as ui:
        await ui.wait_for_text(first.code, secret.code, turn.code)
        assert line_of(ui, first.code) == (
            f"{first.code} 1 free · Bob, Skilled (computer) waiting · 60 s per turn · Yahtzee"
        )
        line = line_of(ui, secret.code)
        assert "2 free · Bob, Ann" in line
        assert "waiting · you have a seat · no time limit · Yahtzee · by code only" in line
        line = line_of(ui, turn.code)
        waits = "no time limit" if turn_of is ann else "you have a seat"
        assert f"{turn_of.name}'s turn · round 1 of 13 · {waits}" in line
        assert ("YOUR TURN" in line) == (turn_of is ann)
        await ui.resize(60, 20)
        told = "round 1 of 13" if turn_of is ann else "1/13"
        await ui.wait_for_text(f"{turn_of.name}'s turn · {told} · {waits}")
        assert "…" not in line_of(ui, turn.code)
    async with remote.in_lobby(turn_of.name) as ui:
        await ui.wait_for_text("YOUR TURN")
        assert "YOUR TURN" in ui.marked_line, "it comes first, and one key leads there"
        await ui.press("enter", opens="OnlinePlayScreen")
        assert ui.table_screen.table.game.player == turn_of.name


async def test_watchers_are_named_where_there_is_room_and_never_among_the_players(
    remote: RemoteUsers,
) -> None:
    ann, bob = remote.user("Ann"), remote.user("Bob")
    shared = remote.begin()._replace(present=frozenset({bob.who}), code="KITE-79")
    for watchers, columns, told in (
        (("Cid",), 80, " · Cid is watching"),
        (("Cid", "Dee*"), 80, " · Cid and Dee* are watching"),
        (("Cid", "Dee*"), 50, " · 2 watching"),
        (("Cid", "Dee*"), 30, ""),
        ((), 27, ""),
    ):
        described = describe_presence(shared._replace(watchers=watchers), ann.who, None, columns)
        assert described == f"KITE-79 · everyone is here{told}"
    assert describe_presence(shared, ann.who, 42.0, 20) == "KITE-79 · 0:42 left"


@pytest.mark.slow
async def test_the_list_follows_and_what_is_marked_stays_marked(remote: RemoteUsers) -> None:
    bob = remote.user("Bob")
    first, last = remote.create_table(bob), remote.create_table(bob)
    async with remote.in_lobby("Ann") as ui:
        await ui.wait_for_text(first.code, last.code)
        await ui.press("down")
        third = remote.create_table(bob)
        await ui.wait_for_text(third.code)
        remote.lobby.seats.sit(first.id, remote.user("Cid"))
        await ui.wait_for_text("Bob, Cid")
        remote.lobby.tables.close(last.id, bob.who)
        await ui.wait_until_gone(last.code)
        assert first.code in ui.marked_line
        for each in (third, first):
            remote.lobby.tables.close(each.id, bob.who)
        await ui.wait_for_text("No tables yet.")
        assert ui.marked_line.startswith("t  Open a table"), "the next line, as the marked one went"
        for number in range(12):
            remote.create_table(remote.user(f"P{number}"))
        await ui.resize(60, 20)
        await ui.wait_until(lambda: "P11" in str(ui.prompts))
        await ui.press("end")
        assert ui.marked_line.startswith("o  Options")
        remote.create_table(remote.user("Zoë"))
        await ui.wait_until(lambda: "Zoë" in str(ui.prompts))
        assert ui.marked_line in ui.text, "a long list keeps its place"
        await ui.press("home")
        await ui.wait_for_text("TABLES", "Zoë")


@pytest.mark.slow
async def test_what_is_read_is_drawn_only_if_it_is_shown(
    remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, reads = remote.user("Bob"), list[str]()
    async with remote.in_lobby("Ann") as ui:
        await ui.wait_for_text("No tables yet.")
        tables = ui.app.session.lobby.tables  # type: ignore[attr-defined]
        read = tables.list_for

        def note(who: str) -> object:
            reads.append(who)
            return read(who)

        monkeypatch.setattr(tables, "list_for", note)
        pictures = ui.pictures
        remote.create_table(bob, is_open=False)
        await ui.wait_until(lambda: reads)
        assert ui.pictures == pictures
        await ui.wait_for_text(remote.create_table(bob).code)
        assert ui.pictures > pictures


async def test_a_busy_lobby_is_read_twice_a_second() -> None:
    class BusyFeed:
        async def wait(self) -> None:
            """Return, as there are changes all the time."""

        def close(self) -> None:
            """Do nothing."""

    async def look() -> bool:
        looks.append(clock.now)
        return len(looks) < 50

    looks: list[float] = []
    lobby: Any = SimpleNamespace(change_feed=lambda _: BusyFeed())
    with LoopClock() as clock:
        following = asyncio.create_task(follow(lobby, WHOLE_LOBBY, look))
        for _ in range(40):
            await clock.move(0.1)
        following.cancel()
    assert len(looks) == 8


@pytest.mark.slow
async def test_a_marked_table_can_be_watched_as_soon_as_it_plays(remote: RemoteUsers) -> None:
    bob, cid = remote.user("Bob"), remote.user("Cid")
    shared = remote.create_table(bob, cid)
    async with remote.in_lobby("Ann") as ui:
        await ui.wait_for_text(shared.code, "ready to start")
        await ui.press("enter")
        await ui.wait_for_text("All seats are taken; you can watch.")
        screen = ui.app.screen
        assert not screen.active_bindings["w"].enabled
        await ui.press("w", opens="LobbyScreen")
        assert "You can watch a table once its game has started." in ui.text
        assert shared.code in ui.marked_line
        begin_game(remote.lobby, shared, bob.who)
        await ui.wait_until(lambda: screen.active_bindings["w"].enabled)
        await ui.wait_for_text("round 1 of 13")
        for key, text in (("w", "You are watching."), ("enter", "you can watch it.")):
            await ui.press(key, opens="OnlineWatchScreen")
            await ui.wait_for_text(text)
            async with remote.in_lobby("Dee") as dee:
                await dee.wait_for_text("1 watching")
            await ui.press("escape", opens="LobbyScreen")
            await ui.wait_for_text(shared.code)
            await ui.press("home")


async def test_what_the_host_says_stands_until_a_key_and_can_be_read_again(
    remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    remote.lobby.servers.say("Tea")
    async with remote.in_lobby("Ann") as ui:
        assert isinstance(ui.app, RemoteApp)
        session, shown = ui.app.session, ui.app._notifications
        assert line_of(ui, "From the host").startswith("From the host of this server: Tea (today ")
        remote.lobby.servers.say("Cup at eight")
        assert session._presence is not None
        session._presence._due = 0
        await session.heartbeat()
        await ui.wait_for_text("Cup at eight (today")
        await ui.press("p", opens="TableScreen")
        assert [each.message for each in shown] == ["Cup at eight"], "that key was on its way"
        monkeypatch.setattr("yahtzee_tui.host.screens.app._NOTICE_SECONDS", 0)
        await ui.press("f3")
        await ui.wait_until(lambda: len(shown) == 3)
        await ui.press("down")
        assert not shown
        session._hear(session._notices[0])
        assert not shown, "it is known"
        session._notices.clear()
        await ui.press("f3")
        assert not shown, "nothing is left"


async def test_a_guest_learns_what_needs_a_key(remote: RemoteUsers) -> None:
    async with remote.as_guest("Gus") as ui:
        await ui.press("a")
        assert "Connect with an SSH key first" in ui.text
        assert "needs an SSH key" in ui.text
        await ui.click_text("Daily game")
        await ui.wait_for_text("needs an SSH key, so")
        assert ui.screen_name == "LobbyScreen"


async def test_a_code_is_read_however_it_is_typed_or_refused(remote: RemoteUsers) -> None:
    code = remote.create_table(remote.user("Bob"), is_open=False).code
    async with remote.in_lobby("Ann") as ui:
        await ui.press("slash")
        for typed, shown in (("[red]", "[red]"), ("\x1b]0;x\x07", "]0;x")):
            await ui.press("ctrl+u")
            await ui.paste(typed)
            await ui.press("enter")
            await ui.wait_for_text(f"No table has the code '{shown}'.")
            assert ui.screen_name == "JoinCodeScreen"
        await ui.press("ctrl+u")
        await ui.type(code.lower().replace("-", " "), "enter", opens="WaitingRoomScreen")
        await ui.press("escape", opens="LobbyScreen")
        for number in range(10, 20):
            await ui.app.session.open_code(f"OWL-{number}")  # type: ignore[attr-defined]
        await ui.press("slash", opens="JoinCodeScreen")
        await ui.type("owl-10", "enter")
        await ui.wait_for_text("Too many tries")


async def test_hostile_names_are_text(remote: RemoteUsers) -> None:
    names = ["[@click=app.quit]x", "[/][b]", "\\[red]"]
    people = [User(f"guest:{number}", name) for number, name in enumerate(names)]
    table = remote.create_table(people[0], *people[1:], seats=4)
    async with remote.in_lobby("Ann") as ui:
        await ui.wait_for_text("1 free · " + ", ".join(names))
        await ui.click_text("quit]x")
        assert ui.app.is_running
        await ui.wait_for_text(f"Table {table.code}", *names)


async def test_enter_enter_creates_an_open_table_for_two(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as ui:
        await ui.wait_for_text("No tables yet.")
        lobby = ui.app.screen
        await ui.press("enter")
        ui.type_ahead("enter", "enter", "enter")
        await ui.wait_for_screen("WaitingRoomScreen")
        assert ui.screen_names == ["WaitingRoomScreen"], "one room for three keys"
        assert not lobby.is_attached
    (table,) = remote.lobby.tables.list_for("nobody")
    assert table.options == TableOptions("official", 2)
    assert [seat.name for seat in table.seats] == ["Ann", ""]


async def test_a_table_that_is_created_while_the_keys_are_shown_opens_after_them(
    remote: RemoteUsers,
) -> None:
    async with remote.in_lobby("Ann") as ui:
        await ui.wait_for_text("No tables yet.")
        await ui.press("enter")
        with closing(sqlite3.connect(remote.file)) as database, database, impatience():
            database.execute("BEGIN IMMEDIATE")  # nobody else can write now
            await ui.press("enter", "K", opens="KeysScreen")
        await ui.wait_until(lambda: remote.lobby.tables.list_for("nobody"))
        await ui.press("escape", opens="WaitingRoomScreen")


async def test_every_choice_of_a_new_table(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as ui:
        await ui.press("t", "down", "right", "down", "enter", "right", "down", "enter")
        await ui.press("down", "left", "left", "down", "right", "home")
        await ui.wait_for_text("Yahtzee, no jokers", "only with the code", "2 minutes")
        await ui.wait_for_text("Each turn may take 2 min, or 20 s if the player is away")
        await ui.press("enter", opens="WaitingRoomScreen")
        options = TableOptions("classic", 4, False, 120, TimeoutPolicy.SCORE)
        (table,) = remote.lobby.tables.list_for("key:SHA256:Ann")
        assert table.options == options
        await ui.wait_for_text("join by code only", "the highest-scoring box")


async def test_a_table_full_of_computers_begins_at_once(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as ui:
        await ui.press("t")
        for added in (1, 2, 3):
            await ui.press("end", "enter", opens="BotPickerScreen")
            await ui.press("enter", opens="NewTableScreen")
            if added == 1:
                await ui.press("left")  # fewer seats leave no room for it
                await ui.wait_for_text("none; Enter adds one", "and wait for others")
        await ui.wait_for_text("Beginner, Beginner", "and start playing")
        await ui.press("home", "enter", opens="OnlinePlayScreen")
        assert ui.table_screen.table.game.players == ("Ann", "Beginner", "Beginner 2")


@pytest.mark.slow
async def test_the_dice_of_the_day_are_those_of_a_secret(
    remote: RemoteUsers, travel: Callable[[str], None]
) -> None:
    travel(DAY)
    async with remote.in_lobby("Ann") as ui:
        await ui.click_text("not played yet", opens="EventScreen")
        await ui.wait_for_text("Same dice for everyone, one try.")
        await ui.press("enter")
        await ui.wait_for_screen("TableScreen")
        table = ui.table
        play_to_end(table)
        total, secret = table.game.card.grand_total, table.secret
        assert table.setup.secret == "", "others play by it until the day is over"
        values = load_value_table(OFFICIAL, cache_folder()).table
        best = score_best_play(values, table.setup._replace(secret=secret))
        await ui.wait_for_screen("ResultScreen")
        await ui.press("v", opens="ReviewScreen")
        await ui.wait_for_text(f"est play with these dice: {best}")
        await ui.press("escape")
        await ui.press("m", opens="LobbyScreen")
        await ui.wait_for_text(f"{total} points")
        await ui.click_text(" points · streak 1", opens="EventScreen")
        await ui.wait_for_text(CommittedDice(secret).hash.removeprefix("sha256:")[:16])
        assert secret[:16] not in ui.text
    travel("2026-11-22")
    async with remote.in_lobby("Bob") as ui:
        await ui.wait_for_text(f"Yesterday: Ann {total}")


async def test_a_game_alone_takes_no_name_of_a_user_nor_the_mark_of_guests(
    remote: RemoteUsers,
) -> None:
    remote.user("Bob")
    async with remote.in_lobby("Ann") as ann:
        for name in ("BOB", "Cid*"):
            with pytest.raises(Malformed, match="is taken"):
                ann.app.check_config(TableConfig(("Ann", name)))
        ann.app.check_config(TableConfig(("ann", "Cid")))


async def test_the_server_learns_who_only_watches(remote: RemoteUsers) -> None:
    code = remote.begin().code
    remote.user("Cid")
    for key, request, watches in (("Ann", "join", False), ("Cid", "watch", True)):
        reports: list[bool] = []
        with closing(HostStore(remote.file)) as store:
            visitor = Visitor(f"SHA256:{key}", "", (request, code), report_watching=reports.append)
            app = RemoteApp(visitor, store)
            async with run_app(app) as ui:
                await ui.wait_until(lambda ui=ui: "Online" in ui.screen_name)  # type: ignore[misc]
                assert reports[-1] is watches
                await ui.press("escape", opens="LobbyScreen")
                assert reports[-1] is False
                app.exit()
            app.session.leave()


@pytest.mark.usefixtures("own_rulesets")
async def test_only_the_rules_that_the_host_has_chosen_are_offered(remote: RemoteUsers) -> None:
    register(read_definition({"id": "house", "name": "Ours", "based_on": "yatzy", "rolls": 4}))
    remote.user("Ann")
    with closing(HostStore(remote.file)) as store:
        app = RemoteApp(Visitor("SHA256:Ann", rules=("yatzy", "house")), store)
        async with run_app(app) as ui:
            await ui.wait_for_text("Scandinavian Yatzy alone")
            assert "Daily" not in ui.text, "which is Yahtzee everywhere"
            await ui.press("t", "down", opens="NewTableScreen")
            for name in ("Scandinavian Yatzy", "Ours", "Scandinavian Yatzy"):
                assert re.search(rf"Rules +{name}", ui.text)
                await ui.press("right")
            await ui.press("escape", opens="LobbyScreen")
            app.show_new_game()
            await ui.wait_for_screen("NewGameScreen")
            offered = [option.id for option in ui.menu.options if not option.disabled]
            assert offered == list(app.rulesets)
            with pytest.raises(Malformed, match="Yahtzee isn't played on this server"):
                app.navigator.play(TableConfig(("Ann",)))
            app.exit()
        app.session.leave()
