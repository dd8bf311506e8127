"""Shared tables and events in lines of text: lobby, waiting room, games, chat, coming and going."""

import asyncio
from contextlib import closing

import pytest

from tests.host.lines.line_users import LineUser, let_turn_last, line_user, two_users, wait_until
from tests.source import read_lines
from tests.store.events import create, move, play
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.services.answers import find_text
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.store.listing import unfinished_rows

LOOKS = {
    "dice": "'s dice show ", "turn": "Totals: ", "who": "2. Bob",
    "card": "Upper section ", "card Bob": "Upper section ",
}  # fmt: skip
"""What tells all of a game, whoever is to move."""


async def begin(ann: LineUser, bob: LineUser, words: str = "2") -> tuple[LineUser, LineUser]:
    """Start a game of two at a new table; return who is to move, and the other."""
    code = await ann.open_table(words)
    bob.type(f"join {code}")
    await ann.hear("Bob has taken seat 2.")
    first = await ann.ask("start", "Round 1 of 13, ")
    for user in (ann, bob):
        await user.hear("Totals: ")
    return (ann, bob) if "Ann's turn" in first else (bob, ann)


async def test_two_play_a_whole_game_and_talk(address: str) -> None:
    async with two_users(address) as (ann, bob):
        code = await ann.open_table()
        await bob.hear(f"New table: {code}, 1 free, Ann")
        await bob.ask("join 1", "2. Bob, you.")
        await ann.hear("Bob has taken seat 2.")
        await bob.ask("say héllo", "Bob: héllo")
        await ann.hear("Bob: héllo")
        await bob.ask("start", "Ann starts the game.")
        await ann.ask("start", "Yahtzee, played by Ann, Bob.")
        await bob.hear("Yahtzee, played by Ann, Bob.")
        first = await ann.hear("Round 1 of 13, ")
        movers = (ann, bob) if "Ann's turn" in first else (bob, ann)
        await ann.ask("dice", " has not rolled yet.")
        for turn in range(13):
            for mover, other in (movers, movers[::-1]):
                mover.type("")
                rolled = await mover.hear(" rolled ")
                assert await other.hear(" rolled ") == rolled.partition(". ")[0] + "."
                if turn == 0:
                    await mover.ask("1 3", " holds dice 1 and 3: ")
                    await other.hear(" holds ")
                    await other.ask("", "It's ")
                    await mover.ask("s chance", " scored ")
                    await other.hear(" scored ")
                    await other.ask("u", "Only the player who did that can undo it.")
                    await mover.ask("u", "Undone: ")
                    await other.hear("Undone: ")
                    for line, told in LOOKS.items():
                        await other.ask(line, told)
                mover.type(f"s {turn + 1}", "y")
                scored = await mover.hear(" scored ")
                assert await other.hear(" scored ") == scored
        for user in (ann, bob):
            await user.hear("1. ", ": upper section")
            await user.hear("Game over. Type ")


async def test_a_player_comes_back_in_mid_turn(address: str) -> None:
    async with line_user(address, "Ann") as ann:
        await ann.sign_in()
        async with line_user(address, "Bob") as bob:
            await bob.sign_in()
            mover, _other = await begin(ann, bob)
            if mover is ann:
                await ann.ask("", " rolled ")
                await ann.ask("s chance", " scored ")
                await bob.hear("Your turn")
            await bob.ask("", "Bob rolled ")
            await bob.ask("2 4", "Bob holds dice 2 and 4")
        await ann.hear("Bob is away.")
        async with line_user(address, "Bob") as again:
            await again.hear("Bob's turn")
            await again.ask("join 1", "dice 2 and 4 held.")
            await ann.hear("Bob is here.")
            assert ann.said.count("Bob is away.") == 1
            assert "2. Bob, you." in await again.ask("who", "2. Bob")
            await again.ask("away", "y or n:")
            await again.ask("y", "Lobby: ")
            for told in ("Bob left.", "Bob left. A computer is playing for them.", "Bob scored "):
                await ann.hear(told)


async def test_who_is_late_is_warned_and_then_a_computer_plays(address: str) -> None:
    async with two_users(address) as (ann, bob):
        mover, other = await begin(ann, bob, "2 3600")
        name = "Ann" if mover is ann else "Bob"
        let_turn_last(address, 3600 - 9)
        await mover.hear(" seconds left.")
        let_turn_last(address, 3600)
        for user in (mover, other):
            await user.hear(f"{name} ran out of time: a computer plays this turn.")
            await user.hear(f"{name} scored ")
            assert sum(" seconds left." in line for line in user.said) == (user is mover)
        assert "can't be undone" in await mover.ask("u", "undone")


async def test_a_watcher_hears_all_and_does_nothing(address: str) -> None:
    async with two_users(address, "Eve") as (ann, eve):
        code = await ann.open_table("3")
        await eve.ask(f"watch {code}", f"The game at {code} hasn't started yet.")
        await ann.ask("word otter", "word: otter")
        await ann.ask("word", "this is its hash.")
        await ann.hear("SHA-256 ")
        await ann.ask("who", "word: otter")
        await ann.ask("computer nonesuch", "Type a level after the command: beginner, ")
        await ann.ask("computer beginner", "Beginner (computer) has taken seat 2.")
        await ann.ask("free 9", "Type the number of a taken seat after the command.")
        await ann.ask("start", "Start now? The free seat stays empty.")
        await ann.ask("y", "Totals: ")
        await eve.ask(f"watch {code.lower()}", "Totals: ")
        await ann.hear("Eve is watching.")
        await eve.hear("Beginner scored ") if "Beginner's" in "".join(ann.said) else None
        await ann.ask("", "Ann rolled ")
        await eve.hear("Ann rolled ")
        for line in ("", "1 3", "s 1", "u", "hint", "p"):
            await eve.ask(line, ".")
        assert "You are watching. Only players can do that." in eve.said
        await eve.ask("dice", "Ann's dice show ")
        await eve.ask("say hello", "Eve: hello")
        await ann.hear("Eve: hello")
        await ann.ask("mute", "Watchers are muted.")
        await eve.ask("say again", "Eve: again")
        await ann.ask("dice", "Ann's dice show ")
        assert "Eve: again" not in ann.said
        await eve.ask("lobby", "Lobby: ")


@pytest.mark.slow
async def test_whatever_is_typed_is_answered(address: str) -> None:
    bad = (b"\xff\xfe\n", b"x" * 5000 + b"\n", b"\x1b[2J\n", "ﷺ\n".encode(), b"say\n", b"join\n")
    async with line_user(address, "Ann") as ann:
        await ann.sign_in()
        for words in ("9", "2 9", "nonesuch", "5000", "2 2 2 2" + 8 * " expert"):
            await ann.ask(f"open {words}", ".")
            assert not any(line.startswith("Waiting") for line in ann.said)
        for line in (
            "join XX-1", "join", "watch 77", "scores Bob", "options nonesuch",
            "options coach maybe", "options pause 99", "resume", "leave", "roll",
        ):  # fmt: skip
            await ann.ask(line, ".")
        for place, told in (("open 3", "Ann"), ("computer beginner", "computer)"), ("start", "?")):
            for data in bad:
                count = len(ann.said)
                ann.send(data)
                await wait_until(lambda count=count: len(ann.said) > count)  # type: ignore[misc]
            await ann.ask(place, told)
        await ann.ask("y", "Totals: ")
        await asyncio.to_thread(ann.send, b"\x00" * 1_000_000 + b"\n")
        await ann.ask("dice", ".")
        begun = len(ann.said)
        ann.type(*["turn"] * 200)
        await ann.ask("C", "Beginner's card")
        assert len(ann.said) > begun + 200


async def test_an_older_game_is_continued_by_its_number(address: str) -> None:
    async with line_user(address, "Ann") as ann:
        await ann.sign_in()
        await ann.ask("saved", "No unfinished games.")
        await ann.ask("notices", "The host of this server has said nothing in the last 24 hours.")
        ann.visit.lobby.servers.say("Tea")
        for rules, name in (("official", "Yahtzee"), ("yatzy", "Scandinavian Yatzy")):
            await ann.ask(f"solo {rules}", f"{name}, played by Ann.")
            await ann.ask("roll", "Ann rolled ")
            await ann.ask("lobby", "Lobby: ")
        await ann.ask("saved", "1. Ann, Scandinavian Yatzy, round 1 of 15, ")
        await ann.hear("2. Ann, Yahtzee, round 1 of 13, ")
        for wrong in ("0", "3", "x"):
            await ann.ask(f"resume {wrong}", "Type the number of a game; saved lists them.")
        await ann.ask("resume 2", "Yahtzee, played by Ann.")
        await ann.ask("lobby", "Lobby: ")
        await ann.ask("practice", "Your choice:")
        await ann.ask("L", "Lobby: ")
        await ann.ask("?", "For full screen: ssh -t HOST")
        await ann.hear("A table has a code, such as KESTREL-42.")
        await ann.ask("solo", "Ann's turn:")
        await ann.ask("roll", "Ann rolled ")
        await ann.ask("q", "Saved. To continue, type resume in the lobby.")
        await wait_until(lambda: getattr(ann.visit, "shown", 1) is None)
        async with line_user(address, "Ann") as elsewhere:
            await elsewhere.hear("Lobby: ")
            await elsewhere.hear("From the host of this server: Tea (today ")
            await elsewhere.ask("notices", "Tea (today ")
            await elsewhere.ask("resume 2", "played by Ann.")


async def test_the_bell_rings_for_ones_turn_on_request(address: str) -> None:
    async with two_users(address) as (ann, bob):
        await ann.ask("options sound bell", "Sound is bell on rolls, too.")
        await ann.hear("In lines of text, bell rings only when your turn comes.")
        movers = await begin(ann, bob)
        for mover in movers:
            await mover.hear("Your turn")
            await mover.ask("", " rolled ")
            await mover.ask("s chance", " scored ")
        await movers[0].hear("Your turn")
        assert ann.bells == 1 + (movers[0] is ann)
        assert bob.bells == 0, "the usual options ring for screens only"


async def test_a_game_alone_ends_after_its_turn_when_a_newer_server_listens(address: str) -> None:
    async with line_user(address, "Ann") as ann:
        await ann.sign_in()
        await ann.ask("solo", "Yahtzee, played by Ann.")
        await ann.ask("roll", "Ann rolled ")
        ann.visit._follow_drain(600.0, "", True)
        await ann.hear("This server restarts in 10 minutes.")
        assert ann.visit.removal == ""
        await ann.ask("s chance", "Ann scored ")
        ann.visit._follow_drain(590.0, "", True)
        assert ann.visit.removal == "restarting"
    with closing(HostStore(address)) as store:
        store.set_owner("key:SHA256:Ann")
        (row,) = unfinished_rows(store)
        assert row.round == "round 2 of 13"


async def test_an_event_is_listed_played_reviewed_shared_and_rated(address: str) -> None:
    with closing(HostStore(address)) as store:
        store.lobby.accounts.bind("key:SHA256:Ann", "Ann")
        store.set_owner("key:SHA256:Ann")
        cup = create(store, 1)
        async with line_user(address, "Ann") as ann:
            await ann.hear("Lobby:")
            await ann.ask("event", "Sunday Cup: ")
            await ann.hear("Game 1: not played yet.")
            for typed, refusal in read_lines(__file__, "refused_in_the_lobby.jsonl"):
                await ann.ask(typed, refusal)
            await ann.ask("event sunday cup", "game 1 of an event")
            await ann.ask("roll", "Ann rolled")
            await ann.ask("hint", "The coach is off in an event.")
            await ann.ask("lobby", "Lobby:")
            await ann.ask("event", "Game 1: started.")
            total = play(store, store.events.enter(cup, "Ann")).table.game.card.grand_total
            await ann.ask("review Sunday Cup", "Game 1.")
            await ann.hear("Ann: luck ")
            await ann.hear("points lost by Ann in round ")
            await ann.ask("share", f"Sunday Cup: {total} point")
            marks = await ann.hear("(G good")
            assert len(marks.split()[0]) == len(RULESETS["crag"].boxes)
            await ann.hear("Points lost by decisions: ")
            await ann.hear("Your turn: ssh -t ")
            assert not any("Game 2" in line or "Ann, 0 points" in line for line in ann.said)
            move(store, cup, 2)
            await ann.ask("event Sunday Cup", "over, 1 played, you: 1 of 1")
            text = find_text(store, ("ladder",), rules="crag")
            assert text.startswith("Ladder: Crag\nAnn ")
            assert text.endswith(" points lost per game · 1 game · provisional\n")
            told = await ann.ask("ladder crag", "1. Ann: ")
            assert text.partition("Ann ")[2].strip().replace(" · ", ", ") in told
            await ann.ask("ladder", "1. Expert (computer): ")
