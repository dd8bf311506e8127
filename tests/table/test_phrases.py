"""What happened, in one sentence for people."""

import pytest

from tests.rules.conformance import check_sentence
from tests.rules.positions import position
from tests.source import read_lines
from yahtzee_tui.dice import ScriptedDice
from yahtzee_tui.rules import Card, Game, Hold, Roll, Score, Scored, Setup, find_ruleset
from yahtzee_tui.table import (
    EventKind,
    Table,
    TableEvent,
    describe_end,
    describe_event,
    describe_joker,
)
from yahtzee_tui.table.sentences import describe_bonuses


def told_by(*actions: Hold | Roll | Score, undo: bool = False) -> str:
    """Return what is told of the last of some actions, or of taking it back."""
    changes: list[TableEvent] = []
    table = Table(Setup("official", ("Ann", "Bob")), ScriptedDice(["33344"] * 3))
    table.watch(changes.append)
    for action in actions:
        table.apply(table.game.seat, action)
    if undo:
        table.undo(0)
    sentence = describe_event(changes[-1])
    check_sentence(sentence)
    return sentence


def test_an_event_is_told_in_a_sentence() -> None:
    for sentence, words in (
        (told_by(Roll()), ("Ann", "3-3-3-4-4")),
        (told_by(Roll(), Hold((0, 4))), ("holds dice 1, 5: 3-4",)),
        (told_by(Roll(), Hold((1,))), ("holds die 2: 3",)),
        (told_by(Roll(), Hold((0, 1, 2, 3, 4))), ("holds all dice: 3-3-3-4-4",)),
        (told_by(Roll(), Hold((0,)), Hold(())), ("no dice",)),
        (told_by(Roll(), Score("full_house")), ("Ann", "25", "Full house")),
        (told_by(Roll(), Score("full_house"), undo=True), ("25 in Full house",)),
        (told_by(Roll(), Hold((0,)), undo=True), ("no dice",)),
        (told_by(Roll(), Hold((0, 4)), Hold(()), undo=True), ("dice 1, 5 again: 3-4",)),
    ):
        assert all(word in sentence for word in words), sentence


@pytest.mark.parametrize(
    ("rules", "faces", "filled", "words"), read_lines(__file__, "jokers.jsonl")
)
def test_a_joker_tells_where_it_may_go_and_what_it_earns(
    rules: str, faces: str, filled: dict[str, int], words: list[str]
) -> None:
    sentence = describe_joker(position(rules, faces, filled))
    if not words:
        assert sentence is None
        return
    assert sentence is not None
    check_sentence(sentence)
    assert all(word in sentence for word in words)
    assert ("+100" in sentence) is ("+100" in words)


def finished(*totals: int) -> Game:
    """Return a finished game with these totals, all of them in the box of chance."""
    ruleset = find_ruleset("official")
    cards = tuple(Card(ruleset, (0,) * 12 + (total,)) for total in totals)
    names = tuple(f"P{seat}" for seat in range(len(totals)))
    return Game(ruleset, names, 0, cards, turns=13 * len(totals))


def test_the_end_names_every_winner_and_nobody_else() -> None:
    for totals, winners in (
        ((20,), {"P0"}),
        ((20, 30), {"P1"}),
        ((30, 30), {"P0", "P1"}),
        ((10, 30, 30, 30), {"P1", "P2", "P3"}),
    ):
        sentence = describe_end(finished(*totals))
        check_sentence(sentence)
        assert str(max(totals)) in sentence
        assert {f"P{seat}" for seat in range(4) if f"P{seat}" in sentence} == winners


def test_bonuses_are_told_by_name() -> None:
    filled = {"yahtzee": 50, "twos": 8, "threes": 9, "fives": 15, "sixes": 18}
    game = position("official", "44444", filled).play(Score("fours"))
    event = Scored("fours", 20, 100)
    named, short = describe_bonuses(game.cards[0], event)
    assert named == ", Yahtzee bonus +100, upper bonus +35"
    assert short == " and +100 and +35"
    assert describe_event(TableEvent(EventKind.ACT, event, 0, game)).endswith(
        f"scored 20 in Fours{named}."
    )
    assert describe_bonuses(game.cards[0], Scored("chance", 20)) == ("", "")
    assert describe_bonuses(position("yatzy", "").card, Scored("ones", 5)) == ("", "")
