"""Accounts and names, messages, who is here, and who is banned."""

import time
from functools import partial

from sqlalchemy import insert, update

from tests.host.lobby.users_and_tables import ANN, BOB, CID, GUEST, let_pass, open_table, read_chat
from tests.source import read_lines
from tests.store.games import count_rows, execute, play_out, refusal
from tests.waiting import at_once
from yahtzee_tui.host.lobby.accounts import RESERVED
from yahtzee_tui.host.lobby.codes import draw_code, draw_word, read_code, read_word, split_word
from yahtzee_tui.host.lobby.host_store import Lobby
from yahtzee_tui.host.lobby.models import User
from yahtzee_tui.host.lobby.presences import HEARTBEAT_SECONDS, PRESENCE_SECONDS
from yahtzee_tui.host.lobby.schema import BANS, KEYS, MESSAGES, PRESENCES, VISITORS
from yahtzee_tui.store.database import Database
from yahtzee_tui.store.games import Games
from yahtzee_tui.strategy.bots import LEVELS


def test_first_come_first_served(lobby: Lobby, other: Lobby) -> None:
    assert lobby.accounts.name_of("key:a") is None
    assert lobby.accounts.bind("key:a", "  Ann   Berg ") == "Ann Berg"
    sentence = refusal(other.accounts.bind, "key:b", "ANN BERG")
    assert sentence == "The name ANN BERG is taken. Choose another."
    assert [other.accounts.name_of(key) for key in ("key:a", "key:b")] == ["Ann Berg", None]
    for name in ("Ann Berg", "ANN BERG", "Zoë"):
        assert other.accounts.bind("key:a", name) == name
    assert lobby.accounts.bind("key:b", "Ann Berg") == "Ann Berg", "which the first one gave up"
    assert "is taken" in refusal(lobby.accounts.bind, "key:a", "ann berg")
    assert lobby.accounts.name_of("key:a") == "Zoë"


def test_what_is_no_name(lobby: Lobby) -> None:
    for name in (
        "", " ", "\u3164", "\u2800", "A\uffa0nn", "a\x1b[2J", "a\x9bm", "\u202eann", "a\0b", "a\nb",
        "a\u200bb", "x" * 21, "李" * 11, "👍🏽", "🇩🇪", "Bob won", "Du bist dran",
        "a" + 5 * "\u0301", "\udcff",
    ):  # fmt: skip
        refusal(lobby.accounts.bind, "key:a", name)
        refusal(lobby.accounts.check_guest, name)
    assert lobby.accounts.name_of("key:a") is None


def test_the_longest_names_that_there_are(lobby: Lobby) -> None:
    """Marks don't widen a name, and folding or composing it may make it many times longer."""
    for at, name in enumerate(("ΐ\u0345\u0345\u0345" * 20, "ﷺ\u0345\u0345\u0345" * 20)):
        assert lobby.accounts.bind(f"key:{at}", name)
        assert lobby.accounts.is_taken(name)


def test_guests_are_marked(lobby: Lobby) -> None:
    for name in (" Gus ", "Gus"):
        assert lobby.accounts.check_guest(name) == "Gus*", "two guests may be called the same"
    assert "Only guest names" in refusal(lobby.accounts.bind, "key:a", "Gus*")
    assert "Only guest names" in refusal(lobby.accounts.check_guest, "Gus*")
    lobby.accounts.bind("key:g", "Gus")
    assert "is taken" in refusal(lobby.accounts.check_guest, "gus")


def test_guests_come_back_with_their_word(lobby: Lobby, other: Lobby) -> None:
    table = open_table(lobby, ANN, GUEST)
    assert other.accounts.find_guest(" heron 12345678") == GUEST
    for word in ("HERON-12345679", "HERON-42", "", "nonsense", "key:Ann", "%"):
        refusal(other.accounts.find_guest, word)
    lobby.seats.leave(table, GUEST.who)
    refusal(other.accounts.find_guest, "HERON-12345678")


def test_two_want_one_name_at_once(lobby: Lobby, other: Lobby) -> None:
    for turn in range(6):
        a, b = f"key:a{turn}", f"key:b{turn}"
        if turn % 2:  # they have other names already
            lobby.accounts.bind(a, f"Ann {turn}")
            lobby.accounts.bind(b, f"Bob {turn}")
        done, sentences = at_once(
            partial(lobby.accounts.bind, a, f"Zoe {turn}"),
            partial(other.accounts.bind, b, f"ZOE {turn}"),
        )
        assert len(done) == 1
        assert "is taken. " in sentences[0].sentence
        name, who = f"Yan {turn}", f"key:{turn}"
        done, sentences = at_once(
            *(partial(each.accounts.bind, who, name) for each in (lobby, other))
        )
        assert (done, sentences) == ([name, name], []), "one key may come in twice"


def test_codes_and_words() -> None:
    for _ in range(200):
        code, word = draw_code(), draw_word()
        assert read_code(code.lower().replace("-", " ")) == code
        assert read_code(f" {code.replace('-', '')}\n") == code
        assert (read_word(code), read_word(word.lower())) == (None, word)
    for text in ("", "KESTREL", "42", "KESTREL-", "K-42", "KESTREL-4", "KESTREL--42", "a;b", "\0",
                 "KESTREL-４２", "KESTREL-42\nx", "x" * 10**6):  # fmt: skip
        assert read_code(text) is None
    assert read_word("Ann42") is None
    assert User(f"guest:{draw_word()}", "Gus*").who.startswith("guest:")


PLAIN = read_lines(__file__, "messages.jsonl")


def test_what_is_said_arrives_as_it_was_said(lobby: Lobby, other: Lobby) -> None:
    table, before = open_table(lobby, ANN, GUEST), time.time()
    for text in PLAIN:
        lobby.messages.say(table, GUEST, text)
        message = read_chat(other, table)[-1]
        assert (message.who, message.name, message.text) == (*GUEST, text)
        assert before <= message.said <= time.time()


def test_what_a_terminal_would_obey_is_refused(lobby: Lobby) -> None:
    table = open_table(lobby)
    for text in (
        "", "   ", "\x1b]0;t\x07", "\x1b[2J", "\x9b2J", "a\x00b", "a\nb", "a\rb", "a\tb", "\x7f",
        "\u202eevil", "\u2066x", "a\u200bb", "\ufeff", "\ud800", "\ue000", "x" * 61, "李" * 31,
        "a" + "\u0301" * 9, "x" * 10**6,
    ):  # fmt: skip
        assert refusal(lobby.messages.say, table, ANN, text).isprintable()
    assert read_chat(lobby, table) == []


def test_only_what_is_new_and_the_newest_of_it(lobby: Lobby) -> None:
    table, elsewhere = open_table(lobby), open_table(lobby, BOB)
    for at in range(6):
        lobby.messages.say(table, ANN, f" say   {at} ")
        lobby.messages.say(elsewhere, BOB, "not here")
    said = read_chat(lobby, table)
    assert [message.text for message in said] == [f"say {at}" for at in range(6)]
    assert read_chat(lobby, table, said[3].id) == said[4:]
    assert read_chat(lobby, table, most=2) == said[4:]
    assert read_chat(lobby, table, said[-1].id) == []


def test_enough_for_one_minute(lobby: Lobby, database: Database) -> None:
    table = open_table(lobby)
    for at in range(12):
        lobby.messages.say(table, ANN, f"{at}")
    assert "Too many messages" in refusal(lobby.messages.say, table, ANN, "one more")
    lobby.messages.say(table, BOB, "others may")
    execute(database, update(MESSAGES).values(said=MESSAGES.c.said - 61))
    lobby.messages.say(table, ANN, "one more")


def test_only_the_newest_200_are_kept(lobby: Lobby, database: Database) -> None:
    table, elsewhere = open_table(lobby), open_table(lobby, BOB)
    lobby.messages.say(elsewhere, BOB, "stays")
    rows = [
        {"table": table, "who": ANN.who, "name": "Ann", "text": f"{at}", "said": 0.0}
        for at in range(203)
    ]
    execute(database, insert(MESSAGES).values(rows))
    lobby.messages.say(table, ANN, "203")
    kept = read_chat(lobby, table, most=300)
    assert [message.text for message in kept] == [f"{at}" for at in range(4, 204)]
    assert len(read_chat(lobby, elsewhere)) == 1


def test_nothing_is_seen_before_what_has_a_lower_number(lobby: Lobby, other: Lobby) -> None:
    """Whoever asks only for what is new would never see it."""
    table = open_table(lobby)
    people = [User(f"key:{at}", f"P{at}") for at in range(6)]
    seen: list[int] = []
    fallen_silent: list[User] = []

    def talk(to: Lobby, user: User) -> None:
        for at in range(10):
            to.messages.say(table, user, f"{at}")
        fallen_silent.append(user)

    def read() -> None:
        newest = seen[-1] if seen else 0
        seen.extend(message.id for message in read_chat(lobby, table, newest, most=100))

    def listen() -> None:
        while len(fallen_silent) < len(people):
            read()

    talkers = [partial(talk, (lobby, other)[at % 2], each) for at, each in enumerate(people)]
    _, refused = at_once(*talkers, listen)
    read()
    assert refused == []
    assert seen == sorted(set(seen))
    assert len(seen) == 60


def test_coming_and_going(lobby: Lobby, other: Lobby) -> None:
    table = open_table(lobby, ANN, BOB)
    ann, twice, watcher = lobby.enter(ANN), other.enter(ANN), other.enter(GUEST)
    again = lobby.enter(GUEST)
    assert (lobby.count_present(), other.tables.read(table).present) == (0, frozenset())
    for presence in (ann, twice, watcher, again):
        presence.set_table(table)
    seen = lobby.tables.read(table)
    assert (seen.present, seen.watchers) == (frozenset({ANN.who, GUEST.who}), (GUEST.name,))
    assert other.count_present() == 2
    watcher.set_table(None)
    again.leave()
    twice.leave()
    seen = lobby.tables.read(table)
    assert (seen.present, seen.watchers, other.count_present()) == (frozenset({ANN.who}), (), 2)
    ann.leave()
    watcher.leave()
    assert (lobby.tables.read(table).present, lobby.count_present()) == (frozenset(), 0)


def test_who_was_killed_is_gone_after_a_while_and_then_forgotten(
    lobby: Lobby, database: Database
) -> None:
    assert 2 * HEARTBEAT_SECONDS < PRESENCE_SECONDS, "one sign of life may be lost"
    table = open_table(lobby)
    ann, bob = lobby.enter(ANN), lobby.enter(BOB)
    ann.set_table(table)
    bob.set_table(table)
    let_pass(database, PRESENCE_SECONDS / 2)
    assert lobby.tables.read(table).present == {ANN.who, BOB.who}
    ann.heartbeat()
    let_pass(database, PRESENCE_SECONDS / 2 + 1)
    assert (lobby.tables.read(table).present, lobby.count_present()) == (frozenset({ANN.who}), 1)
    bob.heartbeat()
    assert lobby.tables.read(table).present == {ANN.who, BOB.who}
    let_pass(database, 9 * PRESENCE_SECONDS)
    lobby.enter(CID).set_table(None)
    assert count_rows(database, PRESENCES) == 3
    let_pass(database, 2 * PRESENCE_SECONDS)
    lobby.enter(CID).set_table(None)
    assert count_rows(database, PRESENCES) == 2
    let_pass(database, -3600)  # as if the clock had been set back since
    lobby.enter(CID).set_table(None)
    assert count_rows(database, PRESENCES) == 1


def test_all_come_at_once_after_a_long_silence(
    lobby: Lobby, other: Lobby, database: Database
) -> None:
    """Nobody waits for somebody who waits for them."""
    old = [each.enter(ANN) for each in (lobby, other) * 4]
    for presence in old:
        presence.set_table(None)
    for _ in range(5):
        let_pass(database, 20 * PRESENCE_SECONDS)
        new = [each.enter(BOB) for each in (lobby, other) * 2]
        _, refused = at_once(*(each.heartbeat for each in old), *(each.heartbeat for each in new))
        assert refused == []
        assert lobby.count_present() == 2


def test_look_alike_names_are_refused_and_say_why(lobby: Lobby) -> None:
    lobby.accounts.bind("key:a", "Alice")
    for like in read_lines(__file__, "look_alikes.jsonl"):
        assert lobby.accounts.is_taken(like)
        for ask in (lobby.accounts.check_guest, partial(lobby.accounts.bind, "key:b")):
            assert "taken" in refusal(ask, like), like
    for like in ("A1ice", "AIice", "ALlCE", "AL1CE", "Alicɛ", "Alicǝ"):
        assert "looks too much like Alice" in refusal(lobby.accounts.check_guest, like)
    for name, other in (("Straße", "STRASSE"), ("Zoë", "Zoe\u0308"), ("аас", "aac")):
        lobby.accounts.bind("key:b", name)
        assert lobby.accounts.is_taken(other)
    for other in ("Alicia", "Alisa", "Ann", "Rob", "Nan", "Van"):
        assert not lobby.accounts.is_taken(other)
    for pair in (("か", "が"), ("की", "का"), ("🎲", "★"), ("Alice2", "Alice3")):
        lobby.accounts.bind("key:b", pair[0])
        assert lobby.accounts.bind("key:c", pair[1]) == pair[1]


def test_words_about_players_are_no_names(lobby: Lobby) -> None:
    assert {rank.name.casefold() for rank in LEVELS} <= {*RESERVED}
    for word in RESERVED:
        for name in (word, f"{word.upper()}; x", " ".join(word), f"Bob {word}"):
            assert f"'{word}'" in refusal(lobby.accounts.check_guest, name), name
    assert "'host'" in refusal(lobby.accounts.bind, "key:a", "Host")
    for name in ("Freeman", "Youri", "Hosta", "Anna"):
        assert lobby.accounts.bind("key:a", name) == name


def test_a_name_is_written_in_one_script(lobby: Lobby) -> None:
    for name in (
        "日本のひとカナ", "한국 漢字", "ㄅㄆ漢", "Zoë 2", "Ἀννα", "שלום 7", "नमस्ते", "Ann-Ö'9",
    ):  # fmt: skip
        assert lobby.accounts.bind("key:a", name) == name
    for name, scripts in read_lines(__file__, "mixed_scripts.jsonl"):
        sentence = f"A name must use one script; this one mixes {scripts}."
        assert refusal(lobby.accounts.bind, "key:b", name) == sentence
        assert refusal(lobby.accounts.check_guest, name) == sentence


def test_a_name_that_is_never_used_lapses(lobby: Lobby, database: Database) -> None:
    for user in (ANN, BOB, CID):
        lobby.accounts.bind(user.who, user.name)
    Games(database, BOB.who).add(*play_out("official", ("Bob",), 1))
    open_table(lobby, CID)
    execute(database, update(VISITORS).values(since=VISITORS.c.since - 30 * 86_400))
    assert [lobby.accounts.is_taken(name) for name in ("Ann", "Bob", "Cid")] == [False, True, True]
    assert lobby.accounts.name_of(ANN.who) == "Ann", "until another player wants it"
    lobby.accounts.bind("key:z", "ANN")
    assert lobby.accounts.name_of(ANN.who) is None


def test_a_word_adds_one_key_to_an_account(lobby: Lobby, other: Lobby, database: Database) -> None:
    lobby.accounts.bind("key:a", "Ann")
    first, word = (lobby.accounts.draw_word("key:a") for _ in range(2))
    assert "No account is waiting" in refusal(other.accounts.find_by_word, first)
    assert other.accounts.find_by_word(word) == User("key:a", "Ann")
    assert other.accounts.add_key("key:b", word.lower()) == User("key:a", "Ann")
    assert [other.accounts.user_of(key) for key in ("key:a", "key:b", "key:c")] == [
        "key:a", "key:a", "key:c"
    ]  # fmt: skip
    assert sorted(lobby.accounts.fingerprints()) == ["a", "b"]
    assert "No account is waiting" in refusal(other.accounts.add_key, "key:c", word)
    word = lobby.accounts.draw_word("key:a")
    execute(database, update(KEYS).values(until=KEYS.c.until - 901))
    assert "No account is waiting" in refusal(other.accounts.add_key, "key:c", word)
    assert other.accounts.user_of("key:b") == "key:a"
    assert other.accounts.list_keys("key:a") == ["key:a", "key:b"]
    assert "first key" in refusal(other.accounts.take_key, "key:a", "key:a")
    other.accounts.take_key("key:c", "key:b")
    word = lobby.accounts.draw_word("key:a")
    other.accounts.take_key("key:a", "key:b")
    assert other.accounts.list_keys("key:a") == ["key:a"]
    assert "No account is waiting" in refusal(other.accounts.add_key, "key:b", word)
    assert "taken away" in refusal(other.accounts.draw_word, "key:a", "key:b")
    assert "taken away" in refusal(other.accounts.take_key, "key:a", "key:d", "key:b")


def test_a_word_and_a_name_make_a_bot_of_an_account(lobby: Lobby, other: Lobby) -> None:
    assert split_word(" heron 12345678  my bot ") == ("HERON-12345678", "my bot")
    assert split_word("HERON-12345678") == ("HERON-12345678", "")
    assert split_word("heron 42 greedy") == split_word("") == (None, "")
    lobby.accounts.bind("key:a", "Ann")
    word = lobby.accounts.draw_word("key:a")
    for name in ("expert", "a name that is far too long"):
        refusal(other.accounts.add_bot, "key:1", word, name)
    assert other.accounts.name_of("key:1") is None
    made = other.accounts.add_bot("key:1", word, "greedy")
    assert made == User("key:1", "BOT greedy"), "a name that was refused has not used the word up"
    assert other.accounts.user_of("key:1") == "key:1", "it is no key of the owner"
    assert "No account is waiting" in refusal(other.accounts.add_bot, "key:2", word, "lazy")
    for at in (2, 3, 4):
        word = lobby.accounts.draw_word("key:a")
        other.accounts.add_bot(f"key:{at}", word, f"b{at}")
    word = lobby.accounts.draw_word("key:a")
    assert refusal(other.accounts.add_bot, "key:5", word, "b5").startswith("Ann has 4 bots")
    word = lobby.accounts.draw_word("key:1")
    assert refusal(other.accounts.add_bot, "key:5", word, "b5").startswith("BOT greedy has 0 bots")
    assert other.accounts.name_of("key:5") is None
    assert other.accounts.set_bot("b4", is_bot=False) == "b4", "which makes room"
    assert other.accounts.add_bot("key:5", lobby.accounts.draw_word("key:a"), "b5").name == "BOT b5"
    for name in ("BOT Eve", "bot", "B0T x"):
        refusal(other.accounts.bind, "key:6", name)


def test_whom_a_ban_concerns_and_when_it_lapses(
    lobby: Lobby, other: Lobby, database: Database
) -> None:
    for subject in (ANN.who, "10.0.0.0/8", "2001:db8::/32"):
        lobby.bans.ban(subject, 60)
    lobby.bans.ban("198.51.100.9/32")
    for users, address, why in (
        ({ANN.who}, "192.0.2.1", "banned"),
        ({BOB.who, ANN.who}, "", "banned"),
        ({BOB.who}, "10.200.3.4", "banned"),
        ({BOB.who}, "2001:db8:ffff::1", "banned"),
        ({BOB.who}, "2001:db9::1", ""),
        ({BOB.who}, "198.51.100.9", "banned"),
        ({BOB.who}, "", ""),
    ):
        assert other.bans.find(users, address) == why
    execute(database, update(BANS).values(until=BANS.c.until - 61))
    assert other.bans.find({ANN.who}, "10.200.3.4") == ""
    assert other.bans.find({ANN.who}, "198.51.100.9") == "banned"
    assert [ban.subject for ban in other.bans.list_all()] == ["198.51.100.9/32"]


def test_a_session_that_ends_is_no_ban(lobby: Lobby) -> None:
    mine = lobby.enter(ANN)
    lobby.bans.end(mine.session)
    assert lobby.bans.find({ANN.who}, "192.0.2.1", mine.session) == "ended"
    assert lobby.bans.find({ANN.who}, "192.0.2.1", lobby.enter(ANN).session) == ""
    assert lobby.bans.list_all() == []
    assert not lobby.bans.lift(ANN.who)
