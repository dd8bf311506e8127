"""Events in the lobby of a host, in lines of text."""

from __future__ import annotations

from contextlib import closing

from tests.plain.line_users import line_user
from tests.store.contests import create, move, play
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.services.remote_texts import find_text
from yahtzee_tui.store import Store


async def test_an_event_is_listed_played_reviewed_shared_and_rated(address: str) -> None:
    with closing(Store(address)) as store:
        store.lobby.accounts.bind("key:SHA256:Ann", "Ann")
        store.set_owner("key:SHA256:Ann")
        cup = create(store, 1)
        async with line_user(address, "Ann") as ann:
            await ann.hear("Lobby:")
            await ann.ask("event", "Sunday Cup: ")
            await ann.hear("Game 1: not played yet.")
            for typed, refusal in (
                ("event Moon", "No event is called 'Moon'."),
                ("review Moon", "No event is called 'Moon'."),
                ("review", "Type the name of an event behind the word."),
                ("share Sunday Cup", "Finish a game of this event first."),
                ("ladder crag", "No finished games yet."),
                ("ladder moon", "is not a rule set"),
            ):
                await ann.ask(typed, refusal)
            await ann.ask("event sunday cup", "game 1 of an event")
            await ann.ask("roll", "Ann rolled")
            await ann.ask("hint", "The coach is off in an event.")
            await ann.ask("quit", "Lobby:")
            await ann.ask("event", "Game 1: started.")
            total = play(store, store.contests.enter(cup, "Ann")).table.game.card.grand_total
            await ann.ask("review Sunday Cup", "Game 1.")
            await ann.hear("Ann: luck ")
            await ann.hear("points lost by Ann in round ")
            await ann.ask("share", f"Sunday Cup: 1st of 1, {total} point")
            marks = await ann.hear("(G good")
            assert len(marks.split()[0]) == len(RULESETS["crag"].boxes)
            await ann.hear("Points lost by decisions: ")
            await ann.hear("Your turn: ssh -t ")
            assert not any("Game 2" in line or "Ann, 0 points" in line for line in ann.said)
            move(store, cup, 2)
            await ann.ask("event Sunday Cup", "over, 1 played, you: 1 of 1")
            text = find_text(store, ("ladder",), rules="crag") or ""
            assert text.startswith("Ladder: Crag\nAnn ")
            assert text.endswith(" lost a game · 1 game · provisional\n")
            told = await ann.ask("ladder crag", "1. Ann: ")
            assert text.partition("Ann ")[2].strip().replace(" · ", ", ") in told
            await ann.ask("ladder", "1. Expert (computer): ")
