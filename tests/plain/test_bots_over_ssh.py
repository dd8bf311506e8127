"""Bots over SSH: positions out, choices in, and what is refused, late or for another position."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Any

import pytest

from tests.plain.line_users import line_user
from yahtzee_tui.plain.bot_session import BotVisit
from yahtzee_tui.rules import Roll
from yahtzee_tui.services.online_match import begin_game
from yahtzee_tui.services.saved_games import open_saved_game
from yahtzee_tui.store import Store, StoreProblem
from yahtzee_tui.store.lobby import TableOptions, User

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.plain.line_users import LineUser
    from yahtzee_tui.rules import Game
    from yahtzee_tui.table.contest import Contest


class Host:
    """A person with a table at which bots may sit."""

    def __init__(self, address: str, **options: Any) -> None:
        self.store = Store(address)
        self.lobby = self.store.lobby
        self.user = User("key:SHA256:Ann", self.lobby.accounts.bind("key:SHA256:Ann", "Ann"))
        wanted = TableOptions("official", 2, bots=True)._replace(**options)
        self.table = self.lobby.tables.create(wanted, self.user)

    def make_bot(self, name: str, **how: Any) -> str:
        self.lobby.accounts.bind(f"key:SHA256:{name}", name)
        return self.lobby.accounts.set_bot(name, **how)

    async def begin(self) -> None:
        while self.lobby.tables.read(self.table).free:
            await asyncio.sleep(0.02)
        begin_game(self.lobby, self.lobby.tables.read(self.table), self.user.who)

    @property
    def game(self) -> Game:
        shared = self.lobby.tables.read(self.table)
        return self.store.games.read(shared.game or "").load()[1].game


@asynccontextmanager
async def asked(tmp_path: Path, *request: str) -> AsyncIterator[tuple[Host, LineUser]]:
    """Run a bot that sits with a computer at a table, and whose turn comes."""
    address = str(tmp_path / "games.sqlite")
    host = Host(address, seats=3)
    host.make_bot("greedy")
    host.lobby.seats.seat_computer(host.table, host.user.who, "beginner", "Beginner")
    host.lobby.seats.sit(host.table, host.user)
    with closing(host.store):
        code = host.lobby.tables.read(host.table).code
        which = ("join", code) if request else ()
        async with line_user(address, "greedy", *which, kind=BotVisit) as bot:
            await host.begin()
            host.lobby.seats.give_up(host.table, host.user.who)
            yield host, bot


async def next_position(bot: LineUser) -> dict[str, Any]:
    position: dict[str, Any] = json.loads(await bot.hear('"position"'))
    return position


def choose(position: dict[str, Any]) -> str:
    return json.dumps({"score": max(position["boxes"], key=position["boxes"].get)})


@pytest.mark.parametrize("request_words", [(), ("join",)])
async def test_a_bot_plays_a_whole_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request_words: tuple[str, ...]
) -> None:
    monkeypatch.setattr("yahtzee_tui.services.bot_driver._PAUSE_SECONDS", 0.0)
    async with asked(tmp_path, *request_words) as (host, bot):
        for turn in range(13):
            position = await next_position(bot)
            assert position["players"] == ["Ann", "Beginner", "BOT greedy"]
            assert (position["round"], position["seat"]) == (turn + 1, 2), "the bot's own seat"
            bot.type('{"hold": [1, 5]}')
            held = await next_position(bot)
            assert held["dice"][0] == position["dice"][0]
            assert held["rolls_left"] == 1
            bot.type(choose(held))
        while not host.game.is_over:
            await asyncio.sleep(0.02)


async def test_what_is_no_answer_is_named_and_then_a_computer_plays(tmp_path: Path) -> None:
    async with asked(tmp_path) as (host, bot):
        position = await next_position(bot)
        for answer, why in (
            ('{"hold": [9]}', "9"),
            ("\xff\xfe half a lin", "not a choice"),
            ('{"score": "nonesuch"}', "nonesuch"),
        ):
            bot.type(answer)
            if answer.startswith('{"score'):
                break
            again = await next_position(bot)
            assert why in again.pop("error")
            assert again == position, "nothing has changed"
        later = await next_position(bot)
        assert later["error"].endswith("A computer played this turn.")
        assert "nonesuch" in later["error"]
        assert later["round"] == 2
        assert host.game.cards[2].scores.count(None) == 12


async def test_an_answer_to_another_position_is_refused(tmp_path: Path) -> None:
    async with asked(tmp_path) as (_host, bot):
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


async def test_who_does_not_answer_or_leaves_is_played_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("plain.bot_session", "services.online_match"):
        monkeypatch.setattr(f"yahtzee_tui.{module}.BOT_SECONDS", 0.5)
    async with asked(tmp_path) as (host, bot):
        await next_position(bot)
        later = await next_position(bot)
        assert later["error"] == "No answer came in time. A computer played this turn."
        address = host.store.address
    async with line_user(address, "Ann") as ann:
        await ann.hear("Lobby: ")
        await ann.ask("join 1", "Totals: ")
        await ann.hear("BOT greedy is away. A computer plays this turn.")
        await ann.hear("BOT greedy scored ")


async def answer_all(bot: LineUser, store: Store, contest: Contest) -> None:
    """Score at once, until the bot has finished all games of an event."""
    for _turn in range(contest.games * 13 - 1):
        bot.type(choose(await next_position(bot)))
    while (store.contests.line(contest, "BOT greedy").own or 0) < contest.games:
        await asyncio.sleep(0.02)


async def test_a_bot_plays_each_game_of_an_event_for_bots_once(tmp_path: Path) -> None:
    address = str(tmp_path / "games.sqlite")
    host = Host(address)
    host.make_bot("greedy")
    with closing(host.store):
        contests = host.store.contests.for_owner("key:SHA256:greedy")
        now = contests.now()
        closed = contests.create("People", "crag", 1, now, now + 86_400)
        cup = contests.create("Bot Cup", "crag", 2, now, now + 86_400, bots=True)
        with pytest.raises(StoreProblem, match=r"^People is for people; its host allows no bots"):
            contests.enter(closed, "BOT greedy")
        async with line_user(address, "greedy", kind=BotVisit) as bot:
            first = await next_position(bot)
            assert (first["players"], first["rules"]) == (["BOT greedy"], "crag")
            bot.type(choose(first))
            host.store.set_owner("key:SHA256:greedy")
            await answer_all(bot, host.store, cup)
        ann = host.store.contests.for_owner(host.user.who)
        host.store.set_owner(host.user.who)
        saved = open_saved_game(host.store, ann.enter(cup, "Ann"))
        saved.table.apply(0, Roll())
        assert list(saved.table.game.faces) == first["dice"], "the dice of all players"
        (line, other) = ann.read_table(cup, "Ann", sees_all=True)
        assert (line.name, line.place, line.finished) == ("BOT greedy", 1, 2)
        assert (other.name, other.place) == ("Ann", None)
        assert ann.line(closed, "Ann").players == 0


async def test_no_computer_plays_for_a_bot_in_an_event(tmp_path: Path) -> None:
    address = str(tmp_path / "games.sqlite")
    host = Host(address)
    host.make_bot("greedy")
    with closing(host.store):
        contests, now = host.store.contests, host.store.contests.now()
        contests.create("Bot Cup", "crag", 1, now, now + 86_400, bots=True)
        async with line_user(address, "greedy", kind=BotVisit) as bot:
            position = await next_position(bot)
            bot.type("one", "two", "three")
            said = json.loads(await bot.hear("Connect again to continue the game."))
            assert "position" not in said
            assert bot.visit.exit_code == 2
        async with line_user(address, "greedy", kind=BotVisit) as bot:
            assert await next_position(bot) == position


async def test_bots_sit_only_where_they_may(tmp_path: Path) -> None:
    address = str(tmp_path / "games.sqlite")
    host = Host(address, bots=False)
    with closing(host.store):
        code = host.lobby.tables.read(host.table).code
        host.lobby.accounts.bind("key:SHA256:Bob", "Bob")
        for key, why in {"Bob": "hasn't made this account a bot's", "": "a bot's"}.items():
            async with line_user(address, key, kind=BotVisit) as user:
                assert why in json.loads(await user.hear("error"))["error"]
        names = [host.make_bot(f"b{at}", owner="Ann") for at in range(4)]
        assert names[0] == "BOT b0"
        with pytest.raises(StoreProblem, match="Ann has 4 bots"):
            host.make_bot("b4", owner="Ann")
        assert host.lobby.accounts.set_bot("b3", is_bot=False) == "b3"
        assert host.make_bot("b5", owner="Ann") == "BOT b5"
        for name in ("BOT Eve", "bot", "B0T x"):
            with pytest.raises(StoreProblem):
                host.lobby.accounts.bind("key:SHA256:Eve", name)
        async with line_user(address, "b0", "join", code, kind=BotVisit) as user:
            assert "allows no bots" in json.loads(await user.hear("error"))["error"]
        assert host.lobby.tables.read(host.table).free == 1
        host.lobby.seats.sit(host.table, User("key:SHA256:Bob", "Bob"))
        begin_game(host.lobby, host.lobby.tables.read(host.table), "key:SHA256:Ann")
        async with line_user(address, "b0", "join", code, kind=BotVisit) as user:
            assert "has started" in json.loads(await user.hear("error"))["error"]


async def test_a_session_without_input_ends(tmp_path: Path) -> None:
    """Also if the input has ended before the bot is known."""
    address = str(tmp_path / "games.sqlite")
    host = Host(address)
    with closing(host.store):
        host.make_bot("greedy")
        async with line_user(address, "greedy", kind=BotVisit):
            pass  # which waits for the end


async def test_an_owner_makes_a_bot_in_the_lobby(tmp_path: Path) -> None:
    address = str(tmp_path / "games.sqlite")
    host = Host(address)
    with closing(host.store):
        async with line_user(address, "Ann") as ann:
            said = await ann.ask("key", "With the bot's key, type ")
            word = said.partition("With the bot's key, type ")[2].split()[0]
        async with line_user(address, "robot") as robot:
            await robot.ask(f"{word.lower()} greedy", "Lobby: ")
            assert robot.visit.user.name == "BOT greedy"
        async with line_user(address, "robot", kind=BotVisit):
            while host.lobby.tables.read(host.table).free == 2:
                await asyncio.sleep(0.02)
        async with line_user(address, "") as guest:
            await guest.ask("Gus", "Lobby: ")
            await guest.ask("key", "Connect with an SSH key first")
