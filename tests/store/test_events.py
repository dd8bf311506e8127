"""Events: one try a player and game with the same dice, the database's clock, and the table."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

import pytest

from tests.source import read_lines
from tests.store.events import DAY, RULES, create, move, play
from tests.store.games import refusal
from tests.waiting import at_once
from yahtzee_tui.dice import CommittedDice
from yahtzee_tui.rules import Hold, NotNow, Roll, Score
from yahtzee_tui.services.events import describe_own
from yahtzee_tui.services.ladder import add_computers, describe_rung, rate
from yahtzee_tui.services.reviews import ReviewQueue
from yahtzee_tui.services.saved_games import open_saved_game
from yahtzee_tui.store import Store, StoreProblem
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.store.entries import find_best_total
from yahtzee_tui.store.listing import unfinished_rows
from yahtzee_tui.store.saved_game import GUEST
from yahtzee_tui.store.stats.ladder import RatedGame
from yahtzee_tui.table.judged import daily_event, today
from yahtzee_tui.table.proof import Proof, check_dice


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with closing(Store(address)) as opened:
        yield opened


def review_all(store: Store, find: Callable[[], list[str]], counts_left: bool = False) -> None:
    queue = ReviewQueue(store, find, counts_left=counts_left)
    while queue.work():
        pass
    assert find() == []


def as_player(store: Store, name: str) -> None:
    store.set_owner(f"key:{name.casefold()}")


def test_all_get_the_same_dice_and_one_try_from_every_host(address: str, store: Store) -> None:
    event = create(store)
    other = Store(address)
    throws = []
    for at, (host, name) in enumerate([(store, "Ann"), (other, "Bob"), (store, "Cid")]):
        as_player(host, name)
        game = host.events.enter(event, name)
        assert host.events.enter(event, name) == game, "an interrupted game goes on"
        saved = play(host, game, at)
        record = saved.table.record
        assert record.setup.secret == "", "others may still play by it"
        throws.append([turn.rolls[0].faces for turn in saved.table.history.turns])
        known = record.setup._replace(secret=event.secrets[0])
        assert check_dice(known, record.events).proof is Proof.CONSISTENT
        assert record.setup.dice.endswith(CommittedDice(event.secrets[0]).hash)
        assert host.events.enter(event, name) != game
    assert throws[0] == throws[1] == throws[2]
    play(store, store.events.enter(event, "Cid"))
    assert "You have played all games of Sunday Cup" in refusal(store.events.enter, event, "Cid")
    other.close()


def test_two_windows_of_one_player_get_the_same_game(address: str, store: Store) -> None:
    event = create(store)
    stores = [Store(address, "key:ann") for _ in range(4)]
    found, refused = at_once(*(partial(each.events.enter, event, "Ann") for each in stores))
    assert (len(found), len({*found}), refused) == (4, 1, [])
    for each in stores:
        each.close()


def test_nothing_is_played_before_or_after_an_event(store: Store) -> None:
    now = store.events.now()
    event = store.events.create("Cup", RULES, 1, now + 60, now + DAY)
    assert "Cup isn't open" in refusal(store.events.enter, event, "Ann")
    move(store, event, 0.01)
    saved = open_saved_game(store, store.events.enter(event, "Ann"))
    saved.table.apply(0, Roll())
    move(store, event, 2)
    saved.table.apply(0, Hold((0,)))  # which decides nothing
    for action in (Roll(), Score(saved.table.game.card.open[0].id)):
        with pytest.raises(NotNow, match="This event is over"):
            saved.table.apply(0, action)
    assert saved.table.game.roll == 1
    (line,) = store.events.list_lines("Ann")
    assert (line.players, line.own) == (0, 0)


def test_results_are_hidden_until_the_game_is_played(store: Store) -> None:
    event = create(store)
    for name in ("Ann", "Bob"):
        as_player(store, name)
        play(store, store.events.enter(event, name))
    as_player(store, "Cid")
    guest = [each.results[0] for each in store.events.read_table(event, "Cid")]
    assert [(each and each.is_over, each and each.total) for each in guest] == [(True, None)] * 2
    assert store.scores.scoreboard(RULES).lines == ()
    assert store.scores.statistics("bob", RULES) is None
    as_player(store, "Ann")
    shown = store.events.read_table(event, "Ann")
    assert all(each.results[0] and each.results[0].total is not None for each in shown)
    assert all(each.place is None for each in shown), "a game of hers is missing"
    move(store, event, 2)
    assert len(store.scores.scoreboard(RULES).lines) == 2
    event = store.events.find(event.id)
    assert [each.place for each in store.events.read_table(event)] == [1, 1]


def test_the_table_is_by_points_lost_and_totals_have_their_own_winner(store: Store) -> None:
    event = create(store, games=1)
    totals = {}
    for rank, name in enumerate(("Ann", "Bob", "Cid", "Dee (guest)")):
        as_player(store, name)
        if "guest" in name:
            store.set_owner("guest:otter")
        saved = play(store, store.events.enter(event, name), rank)
        totals[name] = saved.table.game.card.grand_total
    review_all(store, lambda: store.events.find_unreviewed(event))
    table = store.events.read_table(event, sees_all=True)
    losses = [round(each.lost or 0.0, 1) for each in table[:3]]
    assert losses == sorted(losses)
    assert losses[-1] > 0
    assert [each.place for each in table] == [*(1 + losses.index(each) for each in losses), None]
    assert table[-1].name == "Dee (guest)", "out of competition"
    assert {each.name: each.total for each in table} == totals
    most = max(each.total for each in table[:3])
    best = {each.name for each in table[:3] if each.total == most}
    assert {each.name for each in find_best_total(table)} == best


def test_tries_at_a_day_are_those_of_one_person(store: Store) -> None:
    first, second = "2026-11-20", "2026-11-21"
    for day, name in ((second, "Ann"), (second, "Bob"), (first, "Ann")):
        table = daily_event(day).configure(1, name).create_table()
        store.games.add(table.record, table.game)
    assert sorted(each.day for each in store.events.list_attempts("ANN")) == [first, second]
    for name, total in (("ann", 0), ("Cid", None)):
        found = store.events.find_attempt(name, first)
        assert (found.total if found else None) == total
    days = store.events.list_alike(store.events.find_judged(second))
    assert (days[:2], days[-1]) == ([first, second], today())
    event = store.events.find_day(today())
    game = store.events.enter(event, "Ann")
    assert store.events.enter(event, "Ann") == game
    view = store.events.look(event, "Ann")
    assert (view.table, describe_own(view), view.may_play) == ([], ["Game 1: started"], True)
    play(store, game)
    for name, owner, why in (("Ann", None, "have played"), ("Ann*", f"{GUEST}1", "an SSH key")):
        store.set_owner(owner)
        assert why in refusal(store.events.enter, event, name)
    store.set_owner(None)
    for name, of_day in (("Ann", first), ("Bob", first), ("Ann", second)):
        missed = store.events.find_judged(of_day)
        play(store, store.events.enter(missed, name))  # Ann had begun it, Bob plays it later
        view = store.events.look(missed, name)
        (said,) = describe_own(view)
        assert said.endswith(", played later") == (name == "Bob"), said
        assert ("Bob" in [each.name for each in view.table], view.may_play) == (False, False)
        assert "have played" in refusal(store.events.enter, missed, name)
    assert [store.events.find_streak(name, second) for name in ("Ann", "Bob")] == [2, 0]
    assert (store.events.find_days("bob"), store.scores.games_of("bob")) == ({first: False}, {})
    store.set_owner("key:z")  # on a host the secret of the day is public
    assert "isn't open" in refusal(store.events.enter, store.events.find_judged(first), "Zoe")


def test_saved_games_of_events_and_days_are_listed_as_such(store: Store) -> None:
    play(store, store.events.enter(create(store), "Ann"), turns=1)
    daily = SavedTable.new(daily_event("2026-11-21").configure(1, "Ann"), store)
    daily.table.apply(0, Roll())
    assert [row.game for row in unfinished_rows(store)] == ["Daily game #325", "Event, game 1"]


def test_a_weekly_event_is_followed_by_one_a_week_later(store: Store) -> None:
    event = create(store, weekly=True)
    following, first = store.events.list_all()
    assert first == event
    assert following.opens - first.opens == pytest.approx(7 * DAY, abs=3700)
    assert not {*following.secrets} & {*first.secrets}
    assert len(store.events.list_all()) == 2
    move(store, first, 30)
    move(store, following, 30)
    newest = store.events.list_all()[0]
    assert newest.closes > store.events.now(), "weeks in which nobody looked are left out"
    assert newest.number == 3
    store.events.delete(newest)
    assert [each.id for each in store.events.list_all()] == [following.id, first.id]


def test_a_deleted_event_leaves_its_games_and_results(store: Store) -> None:
    event = create(store)
    game = store.events.enter(event, "Ann")
    play(store, game)
    begun = open_saved_game(store, store.events.enter(event, "Ann"))
    store.events.delete(event)
    assert store.events.list_all() == []
    assert [each.game for each in store.scores.scoreboard(RULES).lines] == [game]
    with pytest.raises(NotNow, match="over"):
        begun.table.apply(0, Roll())


@pytest.mark.parametrize(
    ("name", "games", "opens", "closes", "why"), read_lines(__file__, "wrong_events.jsonl")
)
def test_a_wrong_event_is_refused(
    store: Store, name: str, games: int, opens: float, closes: float, why: str
) -> None:
    create(store)
    now = store.events.now()
    with pytest.raises(StoreProblem, match=why):
        store.events.create(name, RULES, games, now + opens * DAY, now + closes * DAY)
    assert len(store.events.list_all()) == 1


def test_who_played_as_a_guest_before_is_out_of_competition(store: Store) -> None:
    event = create(store)
    store.set_owner("guest:HERON-12345678")
    play(store, store.events.enter(event, "Änn*"))
    for key, name in {"key:a": "änn", "key:b": "Bob"}.items():
        store.set_owner(key)
        for rank in (0, 1):
            play(store, store.events.enter(event, name), rank)
    move(store, event, 2)
    review_all(store, lambda: store.scores.find_unrated(RULES))
    bob, *others = store.events.read_table(event)
    assert (bob.name, bob.place) == ("Bob", 1)
    assert [(each.name, each.place) for each in others] == [("änn", None), ("Änn*", None)]
    repeats = {each.name: [one.is_repeat for one in each.results if one] for each in (bob, *others)}
    assert repeats == {"Bob": [False, False], "änn": [True, False], "Änn*": [False]}
    store.set_owner("key:a")
    own = describe_own(store.events.look(event, "änn"))
    assert own[0].endswith("out of competition: your bot, or a guest with your name, has played it")
    assert "out of competition" not in own[1]
    rated = [each.name for each in store.scores.rated_games(RULES)]
    assert sorted(rated) == ["Bob", "Bob", "änn"], "no guest's, and none of known dice"


def test_the_newest_hundred_games_count_and_few_are_provisional() -> None:
    games = [RatedGame("ann", "Ann", -float(lost), 1.0) for lost in (2, 4, 6, 8)] * 25
    games += [RatedGame("bob", "Bob", -20.0, 1.0), RatedGame("bob", "Bob", -10.0, 0.5)]
    games += [RatedGame("ann", "Ann", -1000.0, 1.0)]  # the 101st
    ann, bob = rate(games)
    assert (ann.games, bob.games) == (100, 2)
    assert 5 < ann.lost < 5.01 < bob.lost < 20, "moved towards the mean of both"
    assert describe_rung(ann) == "5.0 points lost per game · 100 games · give or take 0.2"
    assert "2 games · provisional" in describe_rung(bob)
    names = [each.name for each in add_computers([ann, bob], "official")]
    assert names == ["Expert", "Champion", "Ann", "Skilled", "Regular", "Bob", "Casual", "Beginner"]


def test_who_nearly_always_decides_best_is_known_after_ten_games_and_a_bot_moves_no_mean() -> None:
    def play_like(name: str, lost: float, games: int) -> list[RatedGame]:
        return [RatedGame(name.casefold(), name, -lost, 1.0)] * games

    people = play_like("Ann", 0.9, 10) + play_like("Bob", 0.1, 9) + play_like("Cid", 1.0, 99)
    people += play_like("Dee", 20.0, 20)
    bot, *others = rate([*people, *play_like("BOT x", 0.0, 20)])
    assert (bot.name, bot.games, others) == ("BOT x", 20, rate(people))
    assert [each.name for each in (bot, *others) if each.is_near_best] == ["Ann"]
    assert rate(play_like("BOT x", 30.0, 1))[0].lost == 30


def test_rated_games_are_of_events_that_are_over_also_those_left(store: Store) -> None:
    event = create(store)
    as_player(store, "Ann")
    play(store, store.events.enter(event, "Ann"), 1)
    play(store, store.events.enter(event, "Ann"), 2, turns=3)
    assert store.scores.find_unrated(RULES) == []
    move(store, event, 2)
    assert len(store.scores.find_unrated(RULES)) == 2
    review_all(store, lambda: store.scores.find_unrated(RULES), counts_left=True)
    rated = store.scores.rated_games(RULES)
    rounds = store.events.list_all()[0].configure(1, "Ann").create_table().game.rounds
    assert sorted(each.share for each in rated) == [pytest.approx(3 / rounds), 1.0]
    assert all(each.skill < 0 for each in rated)
