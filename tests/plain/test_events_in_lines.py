"""Events in the lobby of a host, in lines of text."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

from tests.plain.line_users import line_user
from tests.store.contests import create, move, play
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.services.remote_texts import find_text
from yahtzee_tui.store import Store
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.schema import CONTESTS

if TYPE_CHECKING:
    from pathlib import Path


async def test_an_event_is_listed_played_and_told_at_its_end(tmp_path: Path) -> None:
    address = str(tmp_path / "games.sqlite")
    with closing(Store(address)) as store:
        store.lobby.accounts.bind("key:SHA256:Ann", "Ann")
        now = store.contests.now()
        store.contests.create("Sunday Cup", "yz", 1, now, now + 3600)
    async with line_user(address, "Ann") as ann:
        await ann.hear("Lobby:")
        await ann.ask("event", "Sunday Cup: ")
        await ann.hear("Game 1: not played yet.")
        await ann.ask("event Moon", "No event is called 'Moon'.")
        await ann.ask("event sunday cup", "game 1 of an event")
        await ann.ask("roll", "Ann rolled")
        await ann.ask("hint", "The coach is off in an event.")
        await ann.ask("quit", "Lobby:")
        await ann.ask("event", "Game 1: started.")
        database, _ = open_database(address)
        with database.writing() as connection:
            connection.execute(CONTESTS.update().values(closes=now))
        database.close()
        await ann.ask("event Sunday Cup", "over, 0 played, you: 0 of 1")
        assert not any("Ann, 0 points" in line for line in ann.said)


async def test_the_ladder_is_told_in_lines_and_as_a_text(tmp_path: Path) -> None:
    address = str(tmp_path / "games.sqlite")
    with closing(Store(address)) as store:
        store.lobby.accounts.bind("key:SHA256:Ann", "Ann")
        store.set_owner("key:SHA256:Ann")
        cup = create(store, 2)
        play(store, store.contests.enter(cup, "Ann"))
        play(store, store.contests.enter(cup, "Ann"), turns=6)
        assert find_text(store, ("ladder",), rules="crag") == "Ladder: Crag\nNo rated game yet.\n"
        move(store, cup, 2)
        said = find_text(store, ("ladder",), rules="crag") or ""
        assert said.startswith("Ladder: Crag\nAnn ")
        assert said.endswith(" lost a game · 2 games · provisional\n"), "also the one that was left"
        answer = json.loads(find_text(store, ("ladder", "--json"), rules="crag") or "")
        (line,) = answer["ladder"]
        assert (answer["rules"], line["player"], line["computer"]) == ("crag", "Ann", None)
        assert f"{line['lost']:.1f} lost" in said
        assert "Expert (computer)" in (find_text(store, ("ladder",)) or "")
    async with line_user(address, "Ann") as ann:
        await ann.hear("Lobby:")
        told = await ann.ask("ladder crag", "1. Ann: ")
        assert said.partition("Ann ")[2].strip().replace(" · ", ", ") in told
        await ann.ask("ladder", "1. Expert (computer): ")
        await ann.ask("ladder moon", "is not a rule set")


async def test_finished_games_of_an_event_are_reviewed_and_shared(tmp_path: Path) -> None:
    address = str(tmp_path / "games.sqlite")
    with closing(Store(address)) as store:
        store.lobby.accounts.bind("key:SHA256:Ann", "Ann")
        store.set_owner("key:SHA256:Ann")
        cup, turns = create(store, 2), len(RULESETS["crag"].boxes)
        async with line_user(address, "Ann") as ann:
            await ann.hear("Lobby:")
            await ann.ask("review", "Type the name of an event behind the word.")
            await ann.ask(f"share {cup.name}", "Finish a game of this event first.")
            total = play(store, store.contests.enter(cup, "Ann")).table.game.card.grand_total
            await ann.ask(f"review {cup.name}", "Game 1.")
            await ann.hear("Ann: luck ")
            await ann.hear("points lost by Ann in round ")
            assert not any("Game 2" in line for line in ann.said)
            await ann.ask("share", f"{cup.name}: {total} point")
            await ann.hear(lambda line: "(G good" in line and len(line.split()[0]) == turns)
            await ann.hear("Points lost by decisions: ")
            await ann.hear("Your turn: ssh -t ")
            await ann.ask("review Moon", "No event is called 'Moon'.")
