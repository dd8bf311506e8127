"""What the text alone says at random moments of a shared game, beside the table that was played."""

from __future__ import annotations

import asyncio
import re
from contextlib import closing
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.plain.line_users import line_user
from tests.plain.test_shared_tables import open_table, sign_in
from yahtzee_tui.rules import find_ruleset
from yahtzee_tui.services.value_tables import load_table
from yahtzee_tui.store import Store
from yahtzee_tui.strategy import Advice
from yahtzee_tui.text import format_number

if TYPE_CHECKING:
    from pathlib import Path

    from tests.plain.line_users import LineUser
    from yahtzee_tui.rules import Card, Game
    from yahtzee_tui.strategy import ValueTable

RULES, MOMENTS = "crag", 20  # solved in a moment

_DICE = re.compile(
    r"(?P<player>\w+)'s dice show (?P<faces>[\d, ]+)\. "
    r"(?P<left>\d+|No) rolls? left(?:, (?:die|dice) (?P<held>.+) held)?[.;].*"
)
_TURN = re.compile(r"Round (\d+) of (\d+), (\w+)'s turn, (?:(\d+) rolls? left|no rolls left)\.")
_BOX = re.compile(r"\d+\. (.+), (?:open|(\d+) points?)\.")
_CHOICE = re.compile(r"(\d+)\. (.+), average final total ([\d.]+)\.")
_SCORE = re.compile(r"Score (\d+) in (.+)")
_sentinels = count(1)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)))


async def ask(user: LineUser, command: str) -> list[str]:
    """Return all lines with which a command is answered; that of the next one ends them."""
    at, sentinel = len(user.said), f"zz{next(_sentinels)}"
    user.type(command)
    await user.ask(sentinel, f"'{sentinel}' is not a command.")
    end = next(each for each in range(at, len(user.said)) if sentinel in user.said[each])
    return user.said[at:end]


async def check(user: LineUser, game: Game, values: ValueTable) -> None:
    """Compare with the table what the text says, whoever's turn it is."""
    me = user.visit.user.name
    (line,) = await ask(user, "dice")
    if game.roll:
        found = _DICE.fullmatch(line)
        assert found is not None, line
        assert (found["player"], numbers(found["faces"])) == (game.player, game.faces)
        assert int(found["left"].replace("No", "0")) == game.rolls_left
        if game.rolls_left:
            assert numbers(found["held"] or "") == tuple(at + 1 for at in game.held)
    else:
        assert line == f"{game.player} has not rolled yet."
    where, totals, *_ = await ask(user, "turn")
    found = _TURN.fullmatch(where)
    assert found is not None, where
    assert found.groups()[:3] == (str(game.round), str(game.rounds), game.player)
    assert int(found[4] or 0) == game.rolls_left
    assert numbers(totals) == tuple(card.grand_total for card in game.cards)
    for seat, player in enumerate(game.players):
        said = await ask(user, "card" if player == me else f"card {player}")
        check_card(said, player, game.cards[seat])
    check_values(await ask(user, "values"), me, game, values)
    said = await ask(user, "who")
    assert [line.split()[1].strip(",.") for line in said] == ["Ann", "Bob"]
    assert [", you" in line for line in said] == [me == "Ann", me == "Bob"]
    again = await ask(user, "repeat")
    assert again[: len(said)] == said, "what was said since the command before"


def check_card(said: list[str], player: str, card: Card) -> None:
    head, *boxes, _sections = said
    assert head == f"{player}'s card, total {card.grand_total}."
    read = [found.groups() for line in boxes if (found := _BOX.fullmatch(line))]
    points = [None if each is None else str(each) for each in card.scores]
    assert read == list(zip((box.name for box in card.ruleset.boxes), points, strict=True))


def check_values(said: list[str], me: str, game: Game, values: ValueTable) -> None:
    if game.player != me:
        assert said == [f"It's {game.player}'s turn."]
        return
    if not game.roll:
        (line,) = said
        assert "roll" in line
        return
    read = [found.groups() for line in said if (found := _CHOICE.fullmatch(line))]
    advice = Advice(values, game.card, game.faces, game.rolls_left)
    assert [each[2] for each in read] == [format_number(each.value) for each in advice.choices]
    options = {(found[2], int(found[1])) for each in read if (found := _SCORE.fullmatch(each[1]))}
    allowed = [each for each in game.potentials if each.refusal is None]
    assert options == {(each.box.name, each.points) for each in allowed}


def move(rng: Random, game: Game) -> list[str]:
    """Return what the player to move types next."""
    if not game.roll:
        return [""]
    if game.rolls_left and rng.random() < 0.7:
        places = [at for at in range(1, len(game.faces) + 1) if rng.random() < 0.5]
        is_new = tuple(at - 1 for at in places) != game.held
        if is_new and len(places) < len(game.faces):
            return ["".join(map(str, places)) or "0"]
        if len(game.held) < len(game.faces):
            return [""]
    allowed = [each.box for each in game.potentials if each.refusal is None]
    return [f"s {game.ruleset.place(rng.choice(allowed).id) + 1}", "y"]


@pytest.mark.slow
async def test_the_text_alone_says_all_at_20_random_moments(tmp_path: Path) -> None:
    address, rng = str(tmp_path / "games.sqlite"), Random(29)
    values = load_table(find_ruleset(RULES)).table
    seen: set[tuple[bool, bool]] = set()
    async with line_user(address, "Ann") as ann, line_user(address, "Bob") as bob:
        users = {"Ann": ann, "Bob": bob}
        for user in users.values():
            await sign_in(user)
            await user.ask("options confirm_zero false", "Scoring a zero is")
        code = await open_table(ann, f"2 {RULES}")
        await bob.ask(f"join {code}", "2. Bob, you.")
        await ann.hear("2. Bob.")
        await ann.ask("start", "Crag, played by Ann, Bob.")
        await bob.hear("Crag, played by Ann, Bob.")
        with closing(Store(address)) as store:

            def read() -> Game:
                shared = store.lobby.tables.read(store.lobby.tables.find(code))
                return store.games.read(shared.game or "").load()[1].game

            moments = 0
            while moments < MOMENTS:
                game = read()
                if game.is_over:
                    break
                for line in move(rng, game):
                    users[game.player].type(line)
                while (now := read()) == game:
                    await asyncio.sleep(0.02)
                for user in users.values():
                    online = user.visit.online
                    assert online is not None
                    while online.saved_table.table.game != now:
                        await asyncio.sleep(0.02)
                if rng.random() < 0.4 and not now.is_over:
                    moments += 1
                    who = rng.choice(["Ann", "Bob"])
                    seen.add((who == now.player, now.roll > 0))
                    await check(users[who], now, values)
    assert moments == MOMENTS
    assert len(seen) == 4, "in the own turn and in the other's, before the roll and after it"
