"""A shared table online: what is read from the database, and when."""

import asyncio
from contextlib import ExitStack, closing
from functools import partial

import pytest

from tests.host.lobby.users_and_tables import ANN, BOB, CID, begin_new, open_table
from tests.table.scripted import play_turn
from tests.waiting import wait_until
from yahtzee_tui.dice import CommittedDice
from yahtzee_tui.host.lobby.change_feed import PERIOD
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.models import TableStatus
from yahtzee_tui.host.services.answers import find_text
from yahtzee_tui.host.services.online_table import OnlineTable
from yahtzee_tui.host.services.waiting_room import begin_game
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store import StaleGame, StoreProblem
from yahtzee_tui.table.proof import Proof, check_dice


async def test_a_roll_costs_four_statements_for_each_terminal(
    address: str, statements: list[str]
) -> None:
    """Each begins and ends a transaction of two; nothing else is asked."""
    with ExitStack() as stack:
        stores = [stack.enter_context(closing(HostStore(address))) for _ in range(3)]
        begun = begin_new(stores[0].lobby)
        tables = [
            OnlineTable(store, user, store.lobby.tables.read(begun.table))
            for store, user in zip(stores, (ANN, BOB, CID), strict=True)
        ]
        read = set[int]()
        following = [
            asyncio.create_task(table.follow(partial(read.add, at)))
            for at, table in enumerate(tables)
        ]
        await wait_until(lambda: read == {0, 1, 2})
        statements.clear()
        tables[0].saved_table.table.apply(0, Roll())
        history = tables[0].saved_table.table.history
        await wait_until(lambda: all(each.saved_table.table.history == history for each in tables))
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
    asked = [each for each in statements if not each.startswith("PRAGMA")]
    ends = asked.count("COMMIT")
    assert ends >= 3
    # Reads of the three that had begun, and those of closing them.
    assert len(asked) <= 4 * (ends + 3), asked


async def test_own_actions_are_not_read_back(store: HostStore, statements: list[str]) -> None:
    lobby = store.lobby
    begun = begin_new(lobby)
    ann = OnlineTable(store, ANN, lobby.tables.read(begun.table))
    told: list[str] = []
    following = asyncio.create_task(ann.follow(lambda: told.append("ann")))
    await wait_until(lambda: told)
    statements.clear()
    told.clear()

    table = ann.saved_table.table
    for action in (Roll(), Hold((0,)), Roll(), Score("chance")):
        table.apply(0, action)
        await asyncio.sleep(2 * PERIOD)  # in which it would be read
    assert [each for each in statements if each.startswith("SELECT")] == []
    assert (ann.shared.turn, ann.shared.status) == (1, TableStatus.PLAYING)
    assert told == ["ann"], "a turn has ended"
    assert ann.shared == lobby.tables.read(begun.table)

    bob = OnlineTable(store, BOB, lobby.tables.read(begun.table))
    bob.saved_table.table.apply(1, Roll())
    await wait_until(lambda: table.history == bob.saved_table.table.history)
    following.cancel()


async def test_every_player_rolls_the_dice_of_the_secret_of_the_table(store: HostStore) -> None:
    lobby = store.lobby
    waiting = lobby.tables.read(open_table(lobby, ANN, BOB))
    code = ("record", waiting.code)
    assert find_text(store, code) == f"{waiting.code} sha256:{waiting.hash}\n"
    lobby.seats.add_word(waiting.id, BOB.who, " sea  otter ")
    with pytest.raises(StaleGame):
        begin_game(lobby, waiting, ANN.who)
    begin_game(lobby, lobby.tables.read(waiting.id), ANN.who)
    with pytest.raises(StoreProblem):
        lobby.seats.add_word(waiting.id, BOB.who, "late")
    seats = [OnlineTable(store, each, lobby.tables.read(waiting.id)) for each in (ANN, BOB)]
    tables = [each.saved_table.table for each in seats]
    secret = tables[0].secret
    begun = find_text(store, code)
    while not tables[0].game.is_over:
        seat = tables[0].game.seat
        assert {secret, ""} == {tables[1].secret, tables[seat].setup.secret}
        assert secret not in find_text(store, code)
        play_turn(tables[seat])
        await seats[1 - seat].refresh()
    assert [table.setup.secret for table in tables] == [secret, secret]
    # What each player can print before and afterwards, and check without this host.
    text = find_text(store, code)
    assert begun is not None
    assert text is not None
    first, last = read_record(begun), read_record(text)
    assert first.setup is not None
    assert last.record is not None
    assert first.setup._replace(secret=secret) == last.setup
    assert first.setup.dice == f"sha256:{waiting.hash}", "shown before the word was typed"
    assert first.setup.words == ("", "sea otter")
    assert check_dice(last.record.setup, last.record.events).proof is Proof.CONSISTENT
    other = last.record.setup._replace(words=("", "sea ottter"))
    assert check_dice(other, last.record.events).proof is Proof.WRONG
    seats[0].start_next()
    following = OnlineTable(store, BOB, lobby.tables.read(waiting.id)).saved_table.table
    assert following.setup.dice == f"sha256:{secret}", "the hash that was shown binds it, too"
    assert following.setup.words == ("", "sea otter")


def test_the_days_are_printed(store: HostStore) -> None:
    text = find_text(store, ("daily",))
    day = text.partition(" ")[0]
    store.set_owner(ANN.who)
    config = store.events.find_day(day).configure(1, "Ann")
    assert text == f"{day} {CommittedDice(config.secret).source}\n"
