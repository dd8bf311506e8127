"""Bots over SSH: positions out, choices in, and what is refused, late or for another position."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.host.lines.line_users import LineUser, let_turn_last, line_user, wait_until
from yahtzee_tui.host.lines import bot_visit
from yahtzee_tui.host.lines.bot_visit import BotVisit
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.models import SharedTable, TableOptions, User
from yahtzee_tui.host.services.waiting_room import begin_game
from yahtzee_tui.rules import Game
from yahtzee_tui.store import StoreProblem


class Host:
    """A person with a table at which bots may sit, and a bot."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.store = HostStore(address)
        self.lobby = self.store.lobby
        self.user = User("key:SHA256:Ann", self.lobby.accounts.bind("key:SHA256:Ann", "Ann"))
        self.lobby.accounts.bind("key:SHA256:greedy", "greedy")
        self.lobby.accounts.set_bot("greedy")

    def open_table(self, **options: Any) -> str:
        wanted = TableOptions("official", 2, bots=True)._replace(**options)
        self.table = self.lobby.tables.create(wanted, self.user)
        return self.shared.code

    @property
    def shared(self) -> SharedTable:
        return self.lobby.tables.read(self.table)

    async def begin(self) -> None:
        await wait_until(lambda: not self.shared.free)
        begin_game(self.lobby, self.shared, self.user.who)

    @property
    def game(self) -> Game:
        return self.store.games.read(self.shared.game or "").load()[1].game


@pytest.fixture
def host(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(bot_visit, "BOT_SECONDS", 3600.0)  # time is moved while a test waits
    host = Host(address)
    yield host
    host.store.close()


@asynccontextmanager
async def asked(host: Host, *request: str, seats: int = 3) -> AsyncIterator[LineUser]:
    """Run a bot that sits with one computer at a table or two, and whose turn comes."""
    code = host.open_table(seats=seats)
    if seats == 3:
        host.lobby.seats.seat_computer(host.table, host.user.who, "beginner", "Beginner")
    which = (*request, code) if request else ()
    async with line_user(host.address, "greedy", *which, kind=BotVisit) as bot:
        await host.begin()
        host.lobby.seats.give_up(host.table, host.user.who)
        yield bot


async def next_position(bot: LineUser) -> dict[str, Any]:
    position: dict[str, Any] = json.loads(await bot.hear('"position"'))
    return position


def choose(position: dict[str, Any]) -> str:
    return json.dumps({"score": max(position["boxes"], key=position["boxes"].get)})


@pytest.mark.parametrize(
    ("request_words", "seats", "turns"),
    [(("join",), 3, 1), pytest.param((), 2, 13, marks=pytest.mark.slow)],
)
async def test_a_bot_plays(
    host: Host, request_words: tuple[str, ...], seats: int, turns: int
) -> None:
    async with asked(host, *request_words, seats=seats) as bot:
        for turn in range(turns):
            position = await next_position(bot)
            assert position["players"] == ["Ann", *["Beginner"][: seats - 2], "BOT greedy"]
            assert (position["round"], position["seat"]) == (turn + 1, seats - 1), "its own seat"
            bot.type('{"hold": [1, 5]}')
            held = await next_position(bot)
            assert held["dice"][0] == position["dice"][0]
            assert held["rolls_left"] == 1
            bot.type(choose(held))
        await wait_until(lambda: host.game.cards[-1].scores.count(None) == 13 - turns)
        await wait_until(lambda: host.game.is_over or turns < 13)


@pytest.mark.slow
async def test_what_is_no_answer_is_named_and_then_a_computer_plays(host: Host) -> None:
    async with asked(host) as bot:
        position = await next_position(bot)
        for answer, why in (('{"hold": [9]}', "9"), ("\xff\xfe half a lin", "not a choice")):
            bot.type(answer)
            again = await next_position(bot)
            assert why in again.pop("error")
            assert again == position, "nothing has changed"
        bot.type('{"score": "nonesuch"}')
        later = await next_position(bot)
        assert later["error"].endswith("A computer played this turn.")
        assert "nonesuch" in later["error"]
        assert later["round"] == 2
        assert host.game.cards[2].scores.count(None) == 12


async def test_an_answer_to_another_position_is_refused(host: Host) -> None:
    async with asked(host) as bot:
        position = await next_position(bot)
        bot.type(json.dumps({"score": "chance", "position": "official r1 11111"}))
        assert "another position" in (await next_position(bot))["error"]
        bot.type('{"hold": [1]}', '{"hold": [2]}')
        later = await next_position(bot)
        assert "came before it was asked for" in later["error"]
        assert later["rolls_left"] == 1
        assert later["dice"][0] == position["dice"][0]
        await asyncio.to_thread(bot.send, b"x" * 1_000_000 + b"\n")
        assert "not a choice" in (await next_position(bot))["error"]


@pytest.mark.slow
async def test_silent_or_gone_it_is_played_for(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_visit, "BOT_SECONDS", 10.0)
    async with asked(host) as bot:
        await next_position(bot)
        later = await next_position(bot)
        assert later["error"] == "No answer came in time. A computer played this turn."
    let_turn_last(host.address, 11)
    async with line_user(host.address, "Ann") as ann:
        await ann.hear("Lobby: ")
        await ann.ask("join 1", "Totals: ")
        await ann.hear("BOT greedy is away. A computer plays this turn.")
        await ann.hear("BOT greedy scored ")


async def test_a_bot_plays_each_game_of_an_event_for_bots_once(host: Host) -> None:
    host.store.set_owner("key:SHA256:greedy")
    events = host.store.events
    now = events.now()
    closed = events.create("People", "crag", 1, now, now + 86_400)
    cup = events.create("Bot Cup", "crag", 2, now, now + 86_400, bots=True)
    with pytest.raises(StoreProblem, match=r"^People is for people; its host allows no bots"):
        events.enter(closed, "BOT greedy")
    async with line_user(host.address, "greedy", kind=BotVisit) as bot:
        for _turn in range(2 * 13):
            position = await next_position(bot)
            assert (position["players"], position["rules"]) == (["BOT greedy"], "crag")
            bot.type(choose(position))
        await wait_until(lambda: events.line(cup, "BOT greedy").own == 2)
    assert events.line(closed, "BOT greedy").players == 0


async def test_no_computer_plays_for_a_bot_in_an_event(host: Host) -> None:
    events, now = host.store.events, host.store.events.now()
    events.create("Bot Cup", "crag", 1, now, now + 86_400, bots=True)
    async with line_user(host.address, "greedy", kind=BotVisit) as bot:
        position = await next_position(bot)
        for answer in ("one", "two", "three"):
            bot.type(answer)
            said = json.loads(await bot.hear("not a choice"))
        assert said["error"].endswith("Connect again to continue the game.")
        assert "position" not in said
        assert bot.visit.exit_code == 2
    async with line_user(host.address, "greedy", kind=BotVisit) as bot:
        assert await next_position(bot) == position


async def hear_error(host: Host, key: str, *request: str) -> str:
    async with line_user(host.address, key, *request, kind=BotVisit) as user:
        return str(json.loads(await user.hear("error"))["error"])


async def test_bots_sit_only_where_they_may(host: Host) -> None:
    code = host.open_table(bots=False)
    host.lobby.accounts.bind("key:SHA256:Bob", "Bob")
    assert "No bot has this SSH key." in await hear_error(host, "Bob")
    assert "No bot has" in await hear_error(host, "")
    assert "allows no bots" in await hear_error(host, "greedy", "join", code)
    assert host.shared.free == 1
    host.lobby.seats.sit(host.table, User("key:SHA256:Bob", "Bob"))
    await host.begin()
    assert "has started" in await hear_error(host, "greedy", "join", code)


async def test_a_session_without_input_ends(host: Host) -> None:
    """Also if the input has ended before the bot is known."""
    async with line_user(host.address, "greedy", kind=BotVisit):
        pass  # which waits for the end


async def test_an_owner_makes_a_bot_in_the_lobby(host: Host) -> None:
    host.open_table()
    async with line_user(host.address, "Ann") as ann:
        said = await ann.ask("key", "A bot: connect with its key, and type ")
        word = said.partition("and type ")[2].split()[0]
    async with line_user(host.address, "robot") as robot:
        await robot.ask(word, "Let this SSH key play as Ann?")
        await robot.ask("n", "Your name")
        await robot.ask(f"{word.lower()} chaser", "Lobby: ")
        assert robot.visit.user.name == "BOT chaser"
    async with line_user(host.address, "robot", kind=BotVisit):
        await wait_until(lambda: not host.shared.free)
    async with line_user(host.address, "") as guest:
        await guest.ask("Gus", "Lobby: ")
        await guest.ask("key", "Connect with an SSH key first")
