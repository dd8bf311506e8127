"""Luck and skill: by hand where that can be done, and that they add up to the score."""

from random import Random
from statistics import fmean

import pytest

from tests.rules.strategies import throw, walk
from tests.store.games import play_out, play_real
from tests.strategy.conftest import EVERY_SOLVABLE, Tables
from yahtzee_tui.rules import (
    OFFICIAL,
    Event,
    Game,
    Held,
    History,
    Roll,
    Rolled,
    Ruleset,
    Score,
    Scored,
)
from yahtzee_tui.services.game_summary import format_share, summarise_review
from yahtzee_tui.strategy import (
    BoxChoice,
    HoldChoice,
    Mistake,
    Review,
    ValueTable,
    describe_choice,
    describe_comparison,
    describe_decision,
    review_game,
)
from yahtzee_tui.strategy.bots import make_bot
from yahtzee_tui.strategy.game_review import NOTICEABLE

BUT_CHANCE = [box.id for box in OFFICIAL.boxes if box.id != "chance"]
# What a die is worth for chance with so many rolls to come: a 4 stays where one roll is
# left, but not where two are.
ONE_ROLL = 3.5
TWO_ROLLS = fmean([ONE_ROLL, ONE_ROLL, ONE_ROLL, 4, 5, 6])
THREE_ROLLS = fmean([TWO_ROLLS, TWO_ROLLS, TWO_ROLLS, TWO_ROLLS, 5, 6])


def only_chance(*events: Event) -> tuple[Game, list[Event]]:
    """Return a game whose other boxes were filled with zeros first, and then some events."""
    before: list[Event] = []
    for box in BUT_CHANCE:
        before += [Rolled((1, 2, 3, 4, 6)), Scored(box, 0)]
    return Game.start(OFFICIAL, ("Ann",)), [*before, *events]


def last_turn(table: ValueTable, *events: Event) -> Review:
    """Review a game of which only the turn for chance matters."""
    return review_game(table, *only_chance(*events))


def test_with_real_dice_a_turn_is_judged_if_its_rolls_are_known(tables: Tables) -> None:
    record, game = play_real()
    table, start = tables[game.ruleset], record.setup.start()
    review = review_game(table, start, record.events)
    assert [(turn.player, len(turn.rolls), turn.round) for turn in review.turns] == [("Ann", 2, 1)]
    assert [player.value for player in review.players] == pytest.approx([24, 50])
    assert {len(player.course) for player in review.players} == {1 + game.rounds}
    shared = format_share(record.setup, game, 0, summarise_review(review, 0))
    assert shared == "YZ  Ann 24, Bob 50"
    assert not review_game(table, start, (*record.events[4:6], record.events[0])).is_whole


def test_a_turn_by_hand(official: ValueTable) -> None:
    """With only chance open, every die is worth itself or what another try is worth."""
    reviewed = last_turn(
        official,
        Rolled((6, 5, 4, 1, 1)),
        Held((0, 2)),
        Rolled((6, 2, 4, 5, 3)),
        Held((0, 3)),
        Rolled((6, 6, 1, 5, 2)),
        Scored("chance", 20),
    )
    turn = reviewed.turns[-1]
    first, second, third = turn.rolls
    assert turn.before == pytest.approx(5 * THREE_ROLLS)
    assert first.value == pytest.approx(6 + 5 + 3 * TWO_ROLLS)
    assert first.loss == pytest.approx(5 - 4)
    assert first.after == pytest.approx(6 + 4 + 3 * TWO_ROLLS)
    assert second.luck == pytest.approx(6 + 5 + 4 + 2 * ONE_ROLL - first.after)
    assert second.loss == pytest.approx(4 - ONE_ROLL)
    assert third.luck == pytest.approx(20 - (6 + 5 + 3 * ONE_ROLL))
    assert (third.loss, third.is_forced) == (0, True)
    assert (first.kept, second.kept, third.kept) == ((), (0, 2), (0, 3))
    assert first.best == HoldChoice((5, 6), first.value)
    assert describe_decision(first) == "kept 4-6; better: keep 5-6"
    assert describe_decision(third) == "scored 20 in Chance"
    assert turn.luck + turn.skill == pytest.approx(20 - turn.before)


def test_what_is_a_mistake_and_how_it_is_told(official: ValueTable) -> None:
    # Scoring where rolling on was better.
    reviewed = last_turn(official, Rolled((1, 1, 1, 1, 1)), Scored("chance", 5))
    (roll,) = reviewed.turns[-1].rolls
    assert roll.loss == pytest.approx(5 * (TWO_ROLLS - 1))
    assert roll.best == HoldChoice((), roll.value)
    assert describe_decision(roll) == "scored 5 in Chance; better: reroll all dice"
    assert describe_comparison(roll, roll.best) == "5 in Chance, not rerolling all dice"
    assert not roll.is_forced
    # Rolling on where scoring was better.
    game, sixes = Game.start(OFFICIAL, ("Ann",)), Rolled((6,) * 5)
    rolled_on: list[Event] = [sixes, Held((0, 1, 2, 3)), Rolled((6, 6, 6, 6, 1))]
    first, second = review_game(official, game, rolled_on).turns[0].rolls
    assert isinstance(first.best, BoxChoice)
    assert describe_choice(first.best) == "score 50 in Yahtzee"
    assert first.loss == pytest.approx(official.turn(game.card).of_roll((6,) * 5, 0) - first.after)
    assert first.loss > 30
    assert (second.choice, second.loss, describe_decision(second)) == (None, 0, "no decision yet")
    # A bonus is part of what was scored.
    events: list[Event] = [sixes, Scored("yahtzee", 50), sixes, Scored("sixes", 30, 100)]
    roll = review_game(official, game, events).turns[1].rolls[0]
    assert describe_decision(roll) == "scored 30 +100 in Sixes"


@pytest.mark.parametrize("seed", range(3))
@EVERY_SOLVABLE
def test_luck_and_losses_add_up_to_the_score(tables: Tables, ruleset: Ruleset, seed: int) -> None:
    table, rng = tables[ruleset], Random(seed)
    players = tuple("ABCD"[: 1 + seed])
    start = Game.start(ruleset, players, rng.randrange(len(players)))
    *_, last = walk(start, seed)
    reviewed = review_game(table, start, last.events)
    assert reviewed.game == last.game
    assert len(reviewed.turns) == len(players) * len(ruleset.boxes)
    for player, card in zip(reviewed.players, last.game.cards, strict=True):
        gained = sum(roll.luck for turn in player.turns for roll in turn.rolls)
        lost = [roll.loss for turn in player.turns for roll in turn.rolls]
        assert min(lost) >= 0
        assert player.expected == table.expected
        assert player.expected + gained - sum(lost) == pytest.approx(card.grand_total, abs=1e-9)
        assert player.luck == pytest.approx(gained, abs=1e-9)
        assert player.skill == pytest.approx(-sum(lost), abs=1e-9)
        assert player.value == card.grand_total
        assert len(player.course) == 1 + len(ruleset.boxes)
        for turn in player.turns:
            assert turn.before == pytest.approx(table.value_of(turn.card), abs=1e-9)
            assert turn.after - turn.before == pytest.approx(turn.luck + turn.skill, abs=1e-9)


def test_the_best_moment_is_the_luckiest_roll_and_not_what_came_of_it(official: ValueTable) -> None:
    yahtzee = Rolled((5, 5, 5, 5, 5))
    for events, moment in (
        ((yahtzee, Scored("yahtzee", 50)), "round 1: 5-5-5-5-5, 50 in Yahtzee"),
        ((yahtzee, Scored("chance", 25)), "round 1: 5-5-5-5-5 on roll 1"),
        (
            (yahtzee, Held((0,)), Rolled((5, 1, 2, 2, 6)), Scored("twos", 4)),
            "round 1: 5-5-5-5-5 on roll 1",
        ),
        ((Rolled((1, 1, 2, 3, 6)), Scored("ones", 2)), ""),
    ):
        review = review_game(official, Game.start(OFFICIAL, ("Ann",)), events)
        assert summarise_review(review, 0).best_moment.partition("  ")[2] == moment


def test_as_far_as_a_game_goes(official: ValueTable) -> None:
    start = Game.start(OFFICIAL, ("Ann", "Bob"))
    *_, last = walk(start, 7)
    for length in range(len(last.events)):
        reviewed = review_game(official, start, last.events[:length])
        for player in reviewed.players:
            assert player.expected + player.luck + player.skill == pytest.approx(player.value)
            if reviewed.game.roll == 0:
                assert player.value == pytest.approx(official.value_of(player.card), abs=1e-9)
    assert review_game(official, start, []).players[1].accuracy is None
    assert review_game(official, start, []).mistakes() == []


def test_best_play_makes_no_mistake_and_is_accurate(official: ValueTable) -> None:
    start, rng = Game.start(OFFICIAL, ("Ann",)), Random(5)
    history, expert = History(start), make_bot("expert", OFFICIAL, official)
    while not history.game.is_over:
        choice = expert.choose(history.game) if history.game.roll else None
        if choice is not None:
            history = history.play(choice)
        if not isinstance(choice, Score):
            history = history.play(Roll(), throw(rng, OFFICIAL))
    reviewed = review_game(official, start, history.events)
    (player,) = reviewed.players
    assert (player.accuracy, reviewed.mistakes()) == (1, [])
    assert player.skill == pytest.approx(0, abs=1e-9)


def test_mistakes_and_accuracy(official: ValueTable) -> None:
    finished = play_out("official", ("Ann", "Bob"), 3)
    reviewed = review_game(official, finished.record.setup.start(), finished.record.events)
    mistakes = reviewed.mistakes()
    losses = [mistake.loss for mistake in mistakes]
    assert losses == sorted(losses, reverse=True)
    assert min(losses) >= NOTICEABLE
    for mistake in mistakes:
        turn = reviewed.turns[mistake.turn_number]
        roll = turn.rolls[mistake.roll_number]
        assert mistake == Mistake(*mistake[:2], turn, roll, roll.best, roll.loss)
    bob = reviewed.players[1]
    assert {mistake.turn.player for mistake in reviewed.mistakes(1)} == {"Bob"}
    decisions = [r for t in bob.turns for r in t.rolls if not r.is_forced]
    good = [roll for roll in decisions if roll.loss < NOTICEABLE]
    assert bob.accuracy == len(good) / len(decisions)
    assert len(reviewed.mistakes(1)) == len(decisions) - len(good)
