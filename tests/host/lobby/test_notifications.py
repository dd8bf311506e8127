"""Messages to players who are away: what is due, and that it is told once and seldom."""

import time

from sqlalchemy import insert, update

from tests.host.lobby.users_and_tables import ANN, BOB, begin_new
from tests.store.games import execute
from tests.waiting import at_once
from yahtzee_tui.host.lobby.host_store import Lobby
from yahtzee_tui.host.lobby.notifications import MOST_A_DAY, PAUSE_SECONDS, Occasion
from yahtzee_tui.host.lobby.schema import SENT
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.events import Events
from yahtzee_tui.store.schema import EVENTS

TURN = frozenset({Occasion.TURN})


def ask_for_turns(lobby: Lobby) -> str:
    """Let Ann, whose turn it will be, be told of it; return her topic."""
    topic = lobby.notifications.read(ANN.who).topic
    lobby.notifications.choose(ANN.who, topic, TURN, "de")
    return topic


def let_pass(database: Database, seconds: float = PAUSE_SECONDS) -> None:
    """Let some time pass since the messages that were sent."""
    execute(database, update(SENT).values(at=SENT.c.at - seconds))


def test_an_absent_player_is_told_of_a_turn_once_by_one_of_several_hosts(lobby: Lobby) -> None:
    topic = ask_for_turns(lobby)
    code = lobby.tables.read(begin_new(lobby).table).code
    done, refused = at_once(*[lobby.notifications.claim] * 4)
    assert not refused
    ((due,),) = filter(None, done)
    assert due[:6] == (ANN.who, ANN.name, topic, "de", Occasion.TURN, due.key)
    assert due.subject == code
    assert lobby.notifications.claim() == []


def test_who_is_here_or_did_not_ask_is_not_told(lobby: Lobby) -> None:
    begin_new(lobby)
    assert lobby.notifications.claim() == []  # nobody has asked
    ask_for_turns(lobby)
    assert lobby.notifications.claim() == []  # the turn began before
    begin_new(lobby, seconds=60)
    assert lobby.notifications.claim() == []  # the turn will soon be over
    begin_new(lobby)
    presence = lobby.enter(ANN)
    presence.set_table(None)
    assert lobby.notifications.claim() == []
    presence.leave()
    assert [due.who for due in lobby.notifications.claim()] == [ANN.who]


def test_messages_come_seldom(lobby: Lobby, database: Database) -> None:
    ask_for_turns(lobby)
    for _ in range(3):
        begin_new(lobby)
    assert len(lobby.notifications.claim()) == 1
    assert lobby.notifications.claim() == []
    let_pass(database)
    assert len(lobby.notifications.claim()) == 1
    for sent in range(MOST_A_DAY - 2):
        execute(database, insert(SENT).values(who=ANN.who, key=f"{sent}", at=0.0))
    execute(database, update(SENT).values(at=time.time() - 2 * PAUSE_SECONDS))
    assert lobby.notifications.claim() == []
    let_pass(database, 86_400)
    assert len(lobby.notifications.claim()) == 1


def test_a_refused_message_ends_the_wishes(lobby: Lobby) -> None:
    topic = ask_for_turns(lobby)
    lobby.notifications.stop(ANN.who)
    assert lobby.notifications.read(ANN.who) == (frozenset(), topic, True)
    begin_new(lobby)
    assert lobby.notifications.claim() == []
    assert lobby.notifications.read(BOB.who).topic != topic


def test_what_happens_in_an_event_is_told_to_those_it_concerns(
    lobby: Lobby, database: Database
) -> None:
    for user in (ANN, BOB):
        lobby.accounts.bind(user.who, user.name)
        lobby.notifications.choose(user.who, "topic", [*Occasion], "en")
    events = Events(database)
    now = events.now()
    cup = events.create("Cup", "official", 1, now, now + 3600)
    Events(database, ANN.who).enter(cup, ANN.name)

    def claim() -> set[tuple[str, Occasion]]:
        let_pass(database)
        return {(due.name, due.occasion) for due in lobby.notifications.claim()}

    both = {(user.name, each) for user in (ANN, BOB) for each in (Occasion.STARTS, Occasion.CLOSES)}
    assert claim() | claim() == both
    assert claim() == set()
    for ago, told in ((86_401, set()), (86_000, {("Ann", Occasion.RESULTS)})):
        execute(database, EVENTS.update().values(closes=now - ago))
        assert claim() == told
    assert claim() == set()
