"""The chances of winning all through a game, and what they say of luck and skill."""

from functools import cache

import pytest

from tests.rules.strategies import walk
from tests.store.games import play_out
from tests.strategy.brute_force import game_of, only_open
from tests.strategy.conftest import Tables
from tests.strategy.glenn_example import TURNS
from yahtzee_tui.rules import OFFICIAL, RULESETS, Event, Game, Held, Rolled, Scored
from yahtzee_tui.strategy import (
    Advice,
    BoxChoice,
    Cancelled,
    ValueTable,
    describe_win_advice,
    describe_win_mistake,
    format_chance,
    format_chance_change,
    format_swing,
    review_game,
)
from yahtzee_tui.strategy.forecast import NOTICEABLE_SHARE, Forecaster, WinAdvice
from yahtzee_tui.strategy.win_review import WinReview, review_wins

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Flo", "Gus", "Hal")


def chances_of(table: ValueTable, start: Game, events: tuple[Event, ...]) -> WinReview:
    return review_wins(table, review_game(table, start, events))


@cache
def played(table: ValueTable, players: int) -> WinReview:
    setup, events, *_ = play_out(table.ruleset.id, NAMES[:players], 3).record
    return chances_of(table, setup.start(), events)


@pytest.mark.parametrize(
    ("rules", "players"),
    [("official", 2), ("official", 3), pytest.param("yz", 4, marks=pytest.mark.slow)],
)
def test_chances_are_whole_all_the_way(tables: Tables, rules: str, players: int) -> None:
    chances = played(tables[RULESETS[rules]], players)
    game = chances.review.game
    assert chances.start.shares == pytest.approx([1 / players] * players)
    before = chances.start
    for turn, rolls in zip(chances.review.turns, chances.turns, strict=True):
        assert len(rolls) == len(turn.rolls)
        for roll in rolls:
            assert roll.before == before
            for forecast in (roll.before, roll.value, roll.after):
                assert len(forecast.shares) == players
                assert sum(forecast.shares) == pytest.approx(1)
            before = roll.after
    assert chances.course[-1] == before
    assert len(chances.course) == 1 + len(chances.review.turns)
    winners = game.winners
    won = [seat in winners for seat in range(players)]
    assert before.shares == pytest.approx([each / len(winners) for each in won])


def test_swings_are_luck_and_skill(official: ValueTable) -> None:
    duel = played(official, 2)
    swings = duel.swings()
    assert len(swings) > 2
    sizes = [abs(swing.change) for swing in swings]
    assert sizes == sorted(sizes, reverse=True)
    assert min(sizes) >= 0.05
    for swing in swings:
        assert swing.turn == duel.review.turns[swing.turn_number]
        rolls, seat = duel.turns[swing.turn_number], swing.turn.seat
        luck = sum(roll.value.shares[seat] - roll.before.shares[seat] for roll in rolls)
        assert swing.luck == pytest.approx(luck)
        skill = sum(roll.after.shares[seat] - roll.value.shares[seat] for roll in rolls)
        assert swing.change == pytest.approx(luck + skill)
        assert swing.is_luck == (abs(luck) >= abs(skill))
    sixes, yahtzee = swings[:2]
    assert format_swing(sixes) == "45% -> 25%, skill"
    assert format_swing(yahtzee) == "75% -> 91%, luck"
    assert yahtzee.turn.scored is not None
    assert yahtzee.turn.scored.box.id == "yahtzee"


def test_glenns_example(official: ValueTable) -> None:
    """Forty behind with 1-1-1-1-2: a zero in Yahtzee is best for points, but chance can win."""
    mine = only_open(OFFICIAL, "yahtzee", "chance")
    other = only_open(OFFICIAL, "ones", chance=30, full_house=10)
    game = game_of(mine, other, faces="11112", roll=3)
    advice = Advice(official, mine, game.faces, 0)
    wins = WinAdvice(advice, Forecaster(official).turn(game))
    assert wins.is_other
    assert isinstance(wins.best, BoxChoice)
    assert wins.best.box.id == "chance"
    assert wins.value == pytest.approx(0.046, abs=0.001)
    assert wins.loss(advice.best) == pytest.approx(wins.value)
    sentence = "Best to win: 6 in Chance, 5%; best for points: 0 in Yahtzee, 23.3 (0%)."
    assert describe_win_advice(wins) == sentence


def test_the_same_in_a_review(official: ValueTable) -> None:
    """What was best for points can be a mistake all the same, and is then said to have been."""
    events: list[Event] = []
    for dice, box in TURNS:
        faces = tuple(map(int, dice))
        events += [Rolled(faces), Scored(box, OFFICIAL.points(faces)[OFFICIAL.place(box)])]
    events += [Rolled((1, 1, 1, 1, 2)), Held(())] * 2
    events += [Rolled((1, 1, 1, 1, 2)), Scored("yahtzee", 0)]
    chances = chances_of(official, Game.start(OFFICIAL, ("Ann", "Bob")), tuple(events))
    assert [card.grand_total for card in chances.review.game.cards] == [40, 0]
    roll = chances.turns[-1][-1]
    assert roll.after.shares[1] == 0
    (mistake,) = (each for each in chances.mistakes(1) if not each.roll.is_mistake)
    assert (mistake.turn_number, mistake.roll_number) == (23, 2)
    assert mistake.loss == pytest.approx(0.046, abs=0.001)
    text = "scored 0 in Yahtzee; best to win: score 6 in Chance; it was best for points"
    assert describe_win_mistake(mistake) == text


def test_of_what_wins_equally_often_points_decide(official: ValueTable) -> None:
    mine = only_open(OFFICIAL, "ones", "chance", sixes=30, fives=25, large_straight=40)
    lost = only_open(OFFICIAL, "ones")
    game = game_of(mine, lost, faces="11166", roll=3)
    advice = Advice(official, mine, game.faces, 0)
    wins = WinAdvice(advice, Forecaster(official).turn(game))
    assert (wins.value, wins.best, wins.is_other) == (1, advice.best, False)
    assert "100% to win, " in describe_win_advice(wins)


@pytest.mark.exhaustive
def test_mistakes_cost_chances(official: ValueTable) -> None:
    chances = played(official, 4)
    mistakes = chances.mistakes()
    losses = [mistake.loss for mistake in mistakes]
    assert losses == sorted(losses, reverse=True)
    assert min(losses) >= NOTICEABLE_SHARE
    for mistake in mistakes:
        rolls = chances.turns[mistake.turn_number]
        assert rolls[mistake.roll_number].best == mistake.best != mistake.roll.choice
        text = describe_win_mistake(mistake)
        assert "; best to win: " in text
        assert text.endswith("; it was best for points") != mistake.roll.is_mistake
        if mistake.roll.is_mistake:
            assert ("; best for points: " in text) == (mistake.roll.best != mistake.best)
    assert {mistake.turn.player for mistake in chances.mistakes(0)} == {"Ann"}


def test_as_far_as_a_game_goes(official: ValueTable) -> None:
    start = Game.start(OFFICIAL, ("Ann", "Bob"))
    *_, last = walk(start, 7)
    for length in (0, 1, 2, 3, len(last.events) - 1, len(last.events) - 2):
        chances = chances_of(official, start, last.events[:length])
        assert len(chances.turns) == len(chances.review.turns)
        assert sum(chances.course[-1].shares) == pytest.approx(1)
        if length and chances.review.turns[-1].scored is None:
            assert chances.turns[-1][-1].after == chances.turns[-1][-1].value


def test_it_can_be_stopped(official: ValueTable) -> None:
    answers = iter((False, False, True))
    with pytest.raises(Cancelled):
        review_wins(official, played(official, 2).review, answers.__next__)
    assert not [*answers]


def test_alone_one_always_wins(official: ValueTable) -> None:
    chances = played(official, 1)
    assert {forecast.shares for forecast in chances.course} == {(1.0,)}
    assert not chances.swings()
    assert not chances.mistakes()


def test_chances_and_changes_in_words() -> None:
    chances = {0: "0%", 1e-12: "0%", 0.001: "<1%", 0.005: "<1%", 0.006: "1%", 0.384: "38%"}
    chances |= {0.994: "99%", 0.999: ">99%", 1: "100%"}
    for share, text in chances.items():
        assert format_chance(share) == text
    changes = {0.372: "+37%", -0.02: "-2%", 0.004: "0%", -0.004: "0%", -1: "-100%"}
    for change, text in changes.items():
        assert format_chance_change(change) == text
