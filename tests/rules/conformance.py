"""What must hold in every position of every rule set, as checks that any test can call."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, replace
from functools import cache
from itertools import combinations
from random import Random

import pytest

from tests.rules.strategies import walk
from yahtzee_tui.rules import (
    RULESETS,
    Action,
    Game,
    History,
    Hold,
    Malformed,
    Record,
    Refusal,
    Roll,
    Rolled,
    Ruleset,
    Score,
    Scored,
    Setup,
    attainable_points,
)
from yahtzee_tui.rules.records import ParsedRecord, read_record, read_text, write_record, write_text

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))


def candidates(ruleset: Ruleset) -> list[Action]:
    """Return every action that could ever be legal, and many that never are."""
    dice = ruleset.dice
    holds = [Hold(some) for size in range(dice + 1) for some in combinations(range(dice), size)]
    never = [Hold((-1,)), Hold((dice,)), Hold((1, 0)), Hold((0, 0)), Hold((True,))]
    scores = [Score(box.id) for box in ruleset.boxes]
    strange = [Score(""), Score("no_such_box"), Score(ruleset.boxes[0].name.upper() + " ")]
    return [Roll(), *holds, *never, *scores, *strange]


def check_legal(game: Game) -> None:
    """Check that legal is what `play` accepts, and that the view agrees with itself."""
    legal = game.legal_actions
    fresh = (1,) * game.ruleset.dice
    accepted = []
    for action in candidates(game.ruleset):
        try:
            after = game.play(action, fresh)
        except Refusal as refusal:
            assert action not in legal
            check_sentence(refusal.sentence)
        else:
            assert action in legal
            assert after != game or isinstance(action, Hold)
            accepted.append(action)
    listed = list(legal)
    assert set(listed) == set(accepted)
    assert len(listed) == len(set(listed)) == len(legal)
    assert bool(legal) is bool(listed) is not game.is_over
    anew = replace(game)  # nothing is derived yet, and the same is from its fields alone
    assert list(anew.legal_actions) == listed
    assert anew.rolls_left == game.rolls_left
    assert [each[:-1] for each in anew.potentials] == [each[:-1] for each in game.potentials]
    strangers: tuple[object, ...] = ("roll", None, Rolled(fresh))
    assert not any(map(legal.__contains__, strangers))
    # Whoever has dice can always score them somewhere: no rule may lock a player in.
    assert not game.roll or game.is_over or any(isinstance(action, Score) for action in listed)


def check_potential(game: Game) -> None:
    """Check that what a box promises is what is written into it."""
    if not game.roll:
        assert game.potentials == ()
        with pytest.raises(Refusal):
            game.potential(game.ruleset.boxes[0].id)
        return
    assert [found.box for found in game.potentials] == list(game.card.open)
    for box in game.ruleset.boxes:
        potential = game.potential(box.id)
        assert (potential.refusal is None) is (Score(box.id) in game.legal_actions)
        if potential.refusal is not None:
            assert (potential.points, potential.bonus) == (0, 0)
            continue
        assert potential in game.potentials
        after = game.play(Score(box.id)).cards[game.seat]
        assert after[box.id] == potential.points
        assert after.repeat_points - game.card.repeat_points == potential.bonus
        upper_bonus = after.upper_bonus - game.card.upper_bonus
        gained = after.grand_total - game.card.grand_total
        assert gained == potential.points + potential.bonus + upper_bonus


def check_frozen(game: Game) -> None:
    """Check that a position can't change, and hashes and compares by what it holds."""
    before = hash(game)
    assert game.ranking
    assert [card.open for card in game.cards]
    assert hash(game) == before
    twin = type(game)(**{field.name: getattr(game, field.name) for field in fields(game)})
    assert twin == game
    assert hash(twin) == before
    for target, name in ((game, "roll"), (game.card, "repeats"), (game.ruleset, "rolls")):
        with pytest.raises(FrozenInstanceError):
            setattr(target, name, 7)


@cache
def highest_total(ruleset: Ruleset) -> int:
    """Return a total that no card exceeds: the most that each box and bonus can pay, added up."""
    boxes = sum(max(attainable_points(ruleset, box.id)) for box in ruleset.boxes)
    upper = ruleset.upper_bonus.tiers[-1][1] if ruleset.upper_bonus else 0
    repeats = ruleset.repeat_bonus.points * (len(ruleset.boxes) - 1) if ruleset.repeat_bonus else 0
    return boxes + upper + repeats


def check_totals(game: Game) -> None:
    """Check the sums of every card, and that none is higher than the rules can pay."""
    highest = highest_total(game.ruleset)
    for card in game.cards:
        assert 0 <= card.grand_total <= highest
        written = sum(points for points in card.scores if points is not None)
        assert card.grand_total == written + card.upper_bonus + card.repeat_points
        assert card.upper_total + card.lower_total == written + card.repeat_points
    places = [standing.place for standing in game.ranking]
    totals = [standing.total for standing in game.ranking]
    assert totals == sorted(totals, reverse=True)
    assert places == [1 + sum(t > total for t in totals) for total in totals]
    best = {seat for seat, card in enumerate(game.cards) if card.grand_total == totals[0]}
    assert set(game.winners) == (best if game.is_over else set())


def check_history(history: History) -> None:
    game = history.game
    if history.done:
        back = history.undo()
        assert back.redo() == history
        assert back.game == history.before
        assert back.game.play(history.done[-1]) == game
        assert back.events == history.events[:-1]
    if history.undone:
        assert history.redo().undo() == history
    for action in list(game.legal_actions)[:3]:
        after = history.play(action, (2,) * game.ruleset.dice)
        assert after.events[:-1] == history.events
        assert after.undone == ()
        if isinstance(action, Roll):
            assert after.done == ()
            with pytest.raises(Refusal):
                after.undo()
        else:
            assert after.undo().game == game


def check_record(setup: Setup, history: History) -> None:
    """Check that both forms of a record say the same after a round trip."""
    record = Record.of(setup, history)
    written = write_record(record)
    found = read_record(written)
    assert found.faults == ()
    assert found.record == record
    assert write_record(record_of(found)) == written
    assert found.replay().history == history
    text = write_text(record)
    read = read_text(text)
    assert read.faults == ()
    assert write_text(record_of(read)) == text
    again = read.replay()
    assert again.faults == ()
    assert again.game.cards == history.game.cards
    assert sorted(again.game.faces) == sorted(history.game.faces)
    assert again.game.roll == history.game.roll
    assert len(again.game.held) == len(history.game.held)


def record_of(reading: ParsedRecord) -> Record:
    assert reading.record is not None
    return reading.record


def check_sentence(sentence: str) -> None:
    """Check that a sentence is one: short, on one line, printable, with its end mark."""
    assert sentence.isprintable()
    assert sentence.endswith((".", "?"))
    assert sentence == sentence.strip()
    assert 10 < len(sentence) < 340


def malformed_code(ask: Callable[..., object], *given: object) -> str:
    """Return the code with which something is refused as malformed, in one sentence."""
    with pytest.raises(Malformed) as caught:
        ask(*given)
    check_sentence(caught.value.sentence)
    return caught.value.code


def check_game(setup: Setup, seed: int) -> None:
    """Play a random game through all checks; the costly ones in some positions only."""
    rng = Random(seed)
    start = setup.start()
    history = None
    for history in walk(start, seed):
        check_totals(history.game)
        if rng.random() < 0.12:
            check_legal(history.game)
            check_potential(history.game)
        if rng.random() < 0.04:
            check_history(history)
            check_record(setup, history)
    assert history is not None
    over = history.game
    assert over.is_over
    assert not over.legal_actions
    turns = [event for event in history.events if isinstance(event, Scored)]
    assert len(turns) == over.turns == len(start.ruleset.boxes) * len(start.players)
    rolls = [event for event in history.events if isinstance(event, Rolled)]
    assert len(turns) <= len(rolls) <= len(turns) * start.ruleset.rolls
    # Every roll of a game without saved rolls is one of its turn's own.
    most = max(len(turn.rolls) for turn in history.turns)
    assert start.ruleset.saved_rolls or most <= start.ruleset.rolls
    assert len(over.saved) == len(start.players) * start.ruleset.saved_rolls
    check_legal(over)
    check_potential(over)
    check_frozen(over)
    check_history(history)
    check_record(setup, history)
