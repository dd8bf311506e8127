"""The lobby: what is listed, how it changes by itself, and where it leads."""

from __future__ import annotations

import asyncio
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from tests.store.games import play_out
from tests.tui.remote_visits import PATIENCE, at, gone, marked, seen, until
from tests.tui.sampling import thin, thin_keys
from yahtzee_tui.services.online_match import begin_game, create_shared_table
from yahtzee_tui.store.lobby import TableOptions, TimeoutPolicy, User
from yahtzee_tui.tui.lobby import new_table
from yahtzee_tui.tui.lobby.phrases import describe_pace, explain_pace
from yahtzee_tui.tui.table.online_screen import describe_presence
from yahtzee_tui.tui.widgets.menu import MARK

if TYPE_CHECKING:
    from tests.tui.remote_visits import RemoteUsers
    from tests.tui.stage import Stage


def line_of(stage: Stage, text: str) -> str:
    """Return the line on which a text stands, and the one below."""
    at_line = next(place for place, line in enumerate(stage.lines) if text in line)
    return " ".join(" ".join(stage.lines[at_line : at_line + 2]).split())


@pytest.mark.parametrize("size", thin_keys([(60, 20), (80, 24), (120, 40)]))
async def test_an_empty_lobby_says_how_to_begin_and_offers_games_alone(
    remote: RemoteUsers, size: tuple[int, int]
) -> None:
    async with remote.in_lobby("Ann", size) as stage:
        await seen(stage, "No table yet.", "Leave")
        assert marked(stage).startswith("New table")
        await stage.press("j", "j")
        assert marked(stage).startswith("Play")
        await stage.press("enter", "enter")
        assert stage.at == "TableScreen"
        assert stage.game.players == ("Ann",)
        await stage.press("escape")
        await seen(stage, "Continue", "round 1 of 13")
        assert stage.at == "LobbyScreen"


@pytest.mark.parametrize(
    ("text", "screen"),
    thin(
        [
            ("players, rules", "NewGameScreen"),
            ("goal, rules", "HowToPlayScreen"),
            ("dice, colours", "OptionsScreen"),
            ("high scores", "ScoreboardScreen"),
            ("the same for everybody", "TableScreen"),
            ("Join by code", "JoinCodeScreen"),
            ("New table", "NewTableScreen"),
        ],
        3,
    ),
)
async def test_the_lobby_by_mouse(remote: RemoteUsers, text: str, screen: str) -> None:
    async with remote.in_lobby("Ann") as stage:
        await stage.click_text(text)
        await at(stage, screen)
        await stage.press("escape")
        await at(stage, "LobbyScreen")


async def test_a_table_is_told_in_words(remote: RemoteUsers) -> None:
    ann, bob = remote.somebody("Ann"), remote.somebody("Bob")
    first = remote.lay(bob, seats=3, seconds=60)
    remote.lobby.seats.seat_computer(first.id, bob.who, "skilled", "Skilled")
    secret = remote.lay(bob, ann, seats=4, is_open=False)
    turn = remote.begin(ann, bob)
    turn_of = (ann, bob)[turn.turn]
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, first.code, secret.code, turn.code)
        told = line_of(stage, first.code)
        assert told == (
            f"{first.code} 1 free · Bob, Skilled (computer) waiting · Yahtzee · 60 s a turn"
        )
        told = line_of(stage, secret.code)
        assert "2 free · Bob, Ann" in told
        assert told.endswith("waiting · you sit here · Yahtzee · by day · by its code only")
        told = line_of(stage, turn.code)
        waits = "Yahtzee" if turn_of is ann else "you sit here"
        assert f"{turn_of.name} to play · round 1 of 13 · {waits}" in told
        assert ("YOUR TURN" in told) == (turn_of is ann)
        await stage.resize(60, 20)
        await seen(stage, f"{turn_of.name} to play · 1/13 · {waits}")
    async with remote.in_lobby("Cid") as stage:
        await seen(stage, first.code, turn.code)
        assert secret.code not in stage.text
        assert "YOUR TURN" not in stage.text


async def test_watchers_are_named_where_there_is_room_and_never_among_the_players(
    remote: RemoteUsers,
) -> None:
    ann, bob = remote.somebody("Ann"), remote.somebody("Bob")
    shared = remote.begin(ann, bob)._replace(present=frozenset({bob.who}), code="KITE-79")
    begins = "KITE-79 · everybody is here"
    for watchers, columns, told in (
        (("Cid",), 80, " · Cid is watching"),
        (("Cid", "Dee*"), 80, " · Cid and Dee* are watching"),
        (("Cid", "Dee*"), 50, " · 2 watching"),
        (("Cid", "Dee*"), 30, ""),
        ((), 80, ""),
    ):
        assert describe_presence(shared._replace(watchers=watchers), ann.who, None, columns) == (
            f"{begins}{told}"
        )


async def test_whose_turn_it_is_stands_first_and_is_taken_with_one_key(remote: RemoteUsers) -> None:
    ann, bob = remote.somebody("Ann"), remote.somebody("Bob")
    remote.lay(bob)
    shared = remote.begin(ann, bob)
    mine = (ann, bob)[shared.turn]
    remote.lay(mine)
    async with remote.in_lobby(mine.name) as stage:
        await seen(stage, "YOUR TURN")
        assert "YOUR TURN" in marked(stage)
        await stage.press("enter")
        await at(stage, "OnlinePlayScreen")
        assert stage.table_screen.table.game.player == mine.name


async def test_the_list_follows_and_what_is_marked_stays_marked(remote: RemoteUsers) -> None:
    bob = remote.somebody("Bob")
    first, last = remote.lay(bob), remote.lay(bob)
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, first.code, last.code)
        await stage.press("down")
        assert first.code in marked(stage)
        third = remote.lay(bob)
        await seen(stage, third.code)
        assert first.code in marked(stage)
        remote.lobby.seats.sit(first.id, remote.somebody("Cid"))
        await seen(stage, "Bob, Cid")
        assert first.code in marked(stage)
        remote.lobby.tables.close(last.id, bob.who)
        await gone(stage, last.code)
        assert first.code in marked(stage)


@pytest.mark.slow
async def test_when_the_marked_line_goes_the_next_one_is_marked(remote: RemoteUsers) -> None:
    bob = remote.somebody("Bob")
    only = remote.lay(bob)
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, only.code)
        assert only.code in marked(stage)
        remote.lobby.tables.close(only.id, bob.who)
        await seen(stage, "No table yet.")
        assert marked(stage).startswith("New table")


@pytest.mark.slow
async def test_a_long_list_scrolls_and_keeps_its_place(remote: RemoteUsers) -> None:
    for number in range(12):
        remote.lay(remote.somebody(f"P{number}"))
    async with remote.in_lobby("Ann", (60, 20)) as stage:
        await seen(stage, "Tables", "P11")
        await stage.press("end")
        await seen(stage, "Leave")
        assert marked(stage).startswith("Leave")
        remote.lay(remote.somebody("Zoë"))
        await asyncio.sleep(1)
        await stage.settle()
        assert "Leave" in stage.text
        await stage.press("home")
        await seen(stage, "Tables", "Zoë")


async def test_an_idle_lobby_draws_nothing(
    remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = remote.somebody("Bob")
    here = remote.lobby.enter(bob)
    here.set_table(None)
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, "2 people are here", "No table yet.")
        drawn: list[object] = []
        draw = stage.app._display

        def count(*what: Any) -> None:
            drawn.append(what)
            draw(*what)

        monkeypatch.setattr(stage.app, "_display", count)
        for _ in range(4):
            here.heartbeat()
            await asyncio.sleep(0.4)
        assert not drawn
        table = remote.lay(bob)
        await seen(stage, table.code)
        assert drawn


@pytest.mark.slow
async def test_a_table_is_read_at_most_twice_a_second(
    remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = remote.lobby.enter(remote.somebody("Bob"))
    async with remote.in_lobby("Ann") as stage:
        lobby = stage.app.session.lobby  # type: ignore[attr-defined]
        reads: list[str] = []
        read = lobby.tables.list_for

        def count(who: str) -> object:
            reads.append(who)
            return read(who)

        monkeypatch.setattr(lobby.tables, "list_for", count)
        began = monotonic()
        for _ in range(40):
            here.set_table(None)
            await asyncio.sleep(0.05)
        assert 1 <= len(reads) <= 2 * (monotonic() - began) + 1


async def test_watching_needs_a_game(remote: RemoteUsers) -> None:
    bob, cid = remote.somebody("Bob"), remote.somebody("Cid")
    waiting = remote.lay(bob)
    playing = remote.begin(bob, cid)
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, playing.code)
        assert waiting.code in marked(stage)
        await stage.press("w")
        assert stage.at == "LobbyScreen"
        await stage.press("down", "w")
        await at(stage, "OnlineWatchScreen")
        await seen(stage, "You are watching.")
        await stage.press("escape")
        await at(stage, "LobbyScreen")


async def test_a_marked_table_can_be_watched_as_soon_as_it_plays(remote: RemoteUsers) -> None:
    bob, cid = remote.somebody("Bob"), remote.somebody("Cid")
    shared = remote.lay(bob, cid)
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, shared.code)
        screen = stage.app.screen
        assert not screen.active_bindings["w"].enabled
        begin_game(remote.lobby, shared, bob.who)
        await until(stage, lambda: screen.active_bindings["w"].enabled, "the key w")
        await seen(stage, "round 1 of 13")


async def test_the_mark_stands_before_the_first_line_of_what_is_marked(remote: RemoteUsers) -> None:
    """Lines of the list may be two lines high."""
    remote.lay(remote.somebody("Bob"))
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, "1 free")
        for text in ("1 free", "New table", "Join by code", "Ann alone"):
            (line,) = (line for line in stage.lines if MARK in line)
            assert text in line
            await stage.press("down")


@pytest.mark.slow
async def test_a_game_that_has_begun_is_watched_by_whoever_has_no_seat(remote: RemoteUsers) -> None:
    playing = remote.begin(remote.somebody("Bob"), remote.somebody("Cid"))
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, playing.code)
        await stage.press("enter")
        await at(stage, "OnlineWatchScreen")
        async with remote.in_lobby("Dee") as other:
            await seen(other, "1 watching")


async def test_the_last_seat_may_be_gone(remote: RemoteUsers) -> None:
    bob = remote.somebody("Bob")
    full = remote.lay(bob, remote.somebody("Cid"))
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, full.code, "about to begin")
        await stage.press("enter")
        await seen(stage, "All seats there are taken; you can watch.")
        assert stage.at == "LobbyScreen"
        assert full.code in marked(stage)


@pytest.mark.parametrize("typed", thin(["{}", " {} ", "lower", "space", "bare"], 2))
async def test_a_code_is_read_however_it_is_typed(remote: RemoteUsers, typed: str) -> None:
    table = remote.lay(remote.somebody("Bob"), is_open=False)
    forms = {
        "lower": table.code.lower(),
        "space": table.code.replace("-", " "),
        "bare": table.code.replace("-", ""),
    }
    async with remote.in_lobby("Ann") as stage:
        await stage.press("c")
        await stage.type(forms.get(typed) or typed.format(table.code))
        await stage.press("enter")
        await at(stage, "WaitingRoomScreen")


async def test_a_wrong_code_is_refused_where_it_is_typed(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as stage:
        await stage.press("c")
        for code in ("wren-99", "[red]", "\x1b]0;x\x07"):
            await stage.press("ctrl+u")
            await stage.paste(code)
            await stage.press("enter")
            shown = "".join(filter(str.isprintable, code))
            await seen(stage, f"There is no table '{shown}'.")
            assert stage.at == "JoinCodeScreen"
        await stage.press("escape")
        assert stage.at == "LobbyScreen"


async def test_hostile_names_are_text(remote: RemoteUsers) -> None:
    names = ["[@click=app.quit]x", "[/][b]", "\\[red]"]
    people = [User(f"guest:{number}", name) for number, name in enumerate(names)]
    table = remote.lay(people[0], *people[1:], seats=4)
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, "1 free · " + ", ".join(names))
        await stage.click_text("quit]x")
        assert stage.app.is_running
        await at(stage, "WaitingRoomScreen")
        await seen(stage, table.code.replace("", " ").strip(), *names)


async def test_enter_enter_lays_an_open_table_for_two(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, "No table yet.")
        await stage.press("enter", "enter")
        await at(stage, "WaitingRoomScreen")
    (table,) = remote.lobby.tables.list_for("nobody")
    assert table.options == TableOptions("official", 2)
    assert [seat.name for seat in table.seats] == ["Ann", ""]


async def test_whoever_looks_at_keys_goes_to_the_table_that_was_laid_meanwhile(
    remote: RemoteUsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = Event()

    def lay_later(*options: Any) -> str:
        looked.wait(PATIENCE)
        return create_shared_table(*options)

    monkeypatch.setattr(new_table, "create_shared_table", lay_later)
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, "No table yet.")
        await stage.press("enter")
        await stage.poke("enter")
        await stage.poke("K")
        looked.set()
        await until(stage, lambda: bool(remote.lobby.tables.list_for("nobody")), "the table")
        await stage.press("escape")
        await at(stage, "WaitingRoomScreen")


async def test_every_choice_of_a_new_table(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as stage:
        await stage.press("t", "down", "right", "down", "enter", "right", "down", "enter")
        await stage.press("down", "left", "left", "down", "right", "home")
        await seen(stage, "Yahtzee, no jokers", "who knows its code", "at most 2 minutes")
        await seen(stage, "A turn takes at most 2 min, or 20 s for somebody")
        await stage.press("enter")
        await at(stage, "WaitingRoomScreen")
        options = TableOptions("classic", 4, False, 120, TimeoutPolicy.SCORE)
        (table,) = remote.lobby.tables.list_for("key:SHA256:Ann")
        assert table.options == options
        await seen(stage, "Joined by its code only", "the best box is scored")


async def test_a_table_full_of_computers_begins_at_once(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as stage:
        await stage.press("t", "end")
        for _ in range(2):
            await stage.press("enter")
            await at(stage, "BotPickerScreen")
            await stage.press("enter")
            await at(stage, "NewTableScreen")
        await seen(stage, "Beginner, Beginner", "and begin to play")
        await stage.press("home", "enter")
        await at(stage, "OnlinePlayScreen")
        assert stage.table_screen.table.game.players == ("Ann", "Beginner", "Beginner 2")


@pytest.mark.slow
async def test_fewer_seats_leave_no_room_for_computers(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as stage:
        await stage.press("t", "end", "enter")
        await at(stage, "BotPickerScreen")
        await stage.press("enter")
        await at(stage, "NewTableScreen")
        await stage.press("left")
        await seen(stage, "none; Enter adds one", "and wait for others")


@pytest.mark.slow
async def test_nobody_lays_tables_for_ever(remote: RemoteUsers) -> None:
    ann = remote.somebody("Ann")
    for _ in range(8):
        remote.lay(ann)
    async with remote.in_lobby("Ann") as stage:
        await stage.press("t", "enter")
        await seen(stage, "You have laid many tables already")
        assert stage.at == "NewTableScreen"


@pytest.mark.parametrize(
    ("seconds", "late", "few", "sentence"),
    [
        (0, TimeoutPolicy.COMPUTER, "by day", "the table waits for everybody"),
        (
            60,
            TimeoutPolicy.COMPUTER,
            "60 s a turn",
            "or 20 s for somebody who is away; then a computer",
        ),
        (
            300,
            TimeoutPolicy.SCORE,
            "5 min a turn",
            "at most 5 min, or 20 s for somebody",
        ),
    ],
)
def test_the_time_for_a_turn_in_words(
    seconds: int, late: TimeoutPolicy, few: str, sentence: str
) -> None:
    options = TableOptions("official", 2, True, seconds, late)
    assert describe_pace(options) == few
    assert sentence in explain_pace(options)


async def test_two_clicks_go_to_the_table_once(remote: RemoteUsers) -> None:
    table = remote.lay(remote.somebody("Bob"))
    async with remote.in_lobby("Ann") as stage:
        await seen(stage, table.code)
        lobby = stage.app.screen
        stage.type_ahead("enter", "enter", "enter")
        await at(stage, "WaitingRoomScreen")
        room = stage.app.screen
        await asyncio.sleep(0.3)
        assert stage.app.screen is room
        assert stage.app.screen_stack[1:] == [room]
        assert not lobby.is_attached


async def test_visitors_reset_no_scores(remote: RemoteUsers) -> None:
    remote.store.games.add(*play_out("official", ("Ann",), 1))
    async with remote.in_lobby("Ann") as stage:
        await stage.press("s")
        await seen(stage, "High scores")
        await stage.press("r")
        assert stage.at == "ScoreboardScreen"
        assert "Reset" not in stage.text


async def test_guests_have_no_dice_of_the_day(remote: RemoteUsers) -> None:
    async with remote.as_guest("Ann") as stage:
        assert "for players with a key" in stage.text
        await stage.click_text("Dice of the day")
        await seen(stage, "need a key")
        assert stage.at == "LobbyScreen"


async def test_codes_are_not_found_by_trying(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as stage:
        for number in range(10, 20):
            await stage.app.session.open_code(f"OWL-{number}")  # type: ignore[attr-defined]
        await stage.press("c")
        await at(stage, "JoinCodeScreen")
        await stage.type("owl-10")
        await stage.press("enter")
        await seen(stage, "Too many codes were wrong")
