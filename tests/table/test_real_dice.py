"""Dice on the players' own table: faces that are typed, scores without dice, corrections."""

from __future__ import annotations

from random import Random

import pytest

from tests.rules.conformance import check_sentence
from yahtzee_tui.rules import (
    RULESETS,
    Forbidden,
    Game,
    Hold,
    Malformed,
    NotNow,
    Record,
    Refusal,
    Roll,
    Rolled,
    Score,
    Scored,
    Setup,
)
from yahtzee_tui.rules.card import attainable_points
from yahtzee_tui.rules.records import read_record, read_text, write_record, write_text
from yahtzee_tui.table import Table, TableConfig
from yahtzee_tui.table.config import branch_off
from yahtzee_tui.table.eligibility import find_lists
from yahtzee_tui.table.proof import Proof, check_dice


def make_real(*players: str, rules: str = "official") -> Table:
    return TableConfig(players or ("Ann",), rules, "Ann", is_real=True).create_table()


def play_turn(table: Table, rng: Random) -> None:
    """Play a turn: with all its rolls, with the last dice alone, or without dice."""
    game = table.game
    ruleset, seat = game.ruleset, game.seat
    if not game.roll and rng.random() < 0.3:
        box = rng.choice(game.card.open).id
        points = rng.choice(sorted(attainable_points(ruleset, box)))
        while (entry := _try(table, seat, Scored(box, points))) is not None:
            assert entry.code == "out_of_order"
            box = rng.choice(game.card.open).id
            points = rng.choice(sorted(attainable_points(ruleset, box)))
        return
    for roll in range(rng.randint(not game.roll, game.rolls_left)):
        if roll or table.game.roll:
            size = rng.randrange(ruleset.dice)
            held = tuple(sorted(rng.sample(range(ruleset.dice), size)))
            table.apply(seat, Hold(held))
        now = table.game
        faces = (
            now.faces[at] if at in now.held else rng.randint(1, ruleset.sides)
            for at in range(ruleset.dice)
        )  # fmt: skip
        table.enter(seat, Rolled(tuple(faces)))
    moves = [each for each in table.game.legal_actions if isinstance(each, Score)]
    table.apply(seat, rng.choice(moves))


def _try(table: Table, seat: int, event: Scored) -> Refusal | None:
    try:
        table.enter(seat, event)
    except Refusal as refusal:
        return refusal
    return None


@pytest.mark.parametrize("rules", RULESETS)
def test_a_game_is_written_read_and_undone_and_its_scores_can_be_corrected(rules: str) -> None:
    rng = Random(rules)
    table = make_real("Ann", "Bob", rules=rules)
    while not table.game.is_over:
        play_turn(table, rng)
        if rng.random() < 0.2:
            turn = rng.randrange(table.game.turns)
            found = table.history.turns[turn].scored
            assert found is not None
            points = rng.choice(sorted(attainable_points(table.game.ruleset, found.box)))
            before = table.record
            try:
                table.correct(turn, found.box, points)
            except Refusal as refusal:
                check_sentence(refusal.sentence)
                assert table.record == before
        if rng.random() < 0.2 and (seat := table.undo_seat) is not None:
            table.undo(seat)
        record = table.record
        for parsed in (read_record(write_record(record)), read_text(write_text(record))):
            assert parsed.replay().faults == ()
            assert parsed.replay().game == table.game
            scored = [each for each in record.events if isinstance(each, Scored)]
            assert [each.scored for each in parsed.replay().history.turns if each.scored] == scored
        assert read_record(write_record(record)).record == record
    while (seat := table.undo_seat) is not None:
        table.undo(seat)
    assert table.game == table.setup.start()


def test_a_score_without_dice_is_checked_against_what_the_box_can_pay() -> None:
    table = make_real("Ann", "Bob")
    refused: dict[Scored, tuple[type[Refusal], str]] = {
        Scored("full_house", 24): (Malformed, "bad_points"),
        Scored("ones", -1): (Malformed, "bad_points"),
        Scored("nonesuch", 0): (Malformed, "unknown_box"),
        Scored("fours", 20, 100): (Malformed, "bad_bonus"),
    }
    for event, (kind, code) in refused.items():
        with pytest.raises(kind) as found:
            table.enter(0, event)
        assert found.value.code == code
        check_sentence(found.value.sentence)
    with pytest.raises(NotNow, match="Ann's turn"):
        table.enter(1, Scored("ones", 3))
    table.enter(0, Scored("yahtzee", 50))
    table.enter(1, Scored("yahtzee", 0))
    table.enter(0, Scored("fours", 20, 100))
    with pytest.raises(Malformed, match="bonus of 100"):
        table.enter(1, Scored("fours", 20, 100))
    with pytest.raises(Forbidden, match="Yahtzee is already filled"):
        table.enter(1, Scored("yahtzee", 50))
    with pytest.raises(NotNow, match="Roll the dice on your table"):
        table.apply(1, Roll())
    assert table.game.cards[0].grand_total == 170
    due = make_real(rules="forced-yatzy")
    with pytest.raises(Forbidden, match="in order"):
        due.enter(0, Scored("twos", 4))
    assert check_dice(table.setup, table.record.events).proof is Proof.NOT_SHOWN
    assert set(find_lists(table.setup).values()) == {"real"}


def test_a_correction_works_out_anew_what_later_dice_score() -> None:
    table = make_real()
    table.enter(0, Scored("yahtzee", 50))
    table.enter(0, Rolled((4, 4, 4, 4, 4)))
    table.apply(0, Score("fours"))
    table.enter(0, Rolled((2, 2, 2, 2, 2)))
    assert table.game.card.grand_total == 170
    table.correct(0, "yahtzee", 0)
    assert (table.game.card.grand_total, table.game.faces) == (20, (2, 2, 2, 2, 2))
    with pytest.raises(NotNow, match="Ann's score in Fours, round 2, would not fit: Fours is"):
        table.correct(0, "fours", 16)
    table.correct_faces(0, (2, 2, 2, 2, 3))
    table.apply(0, Score("twos"))
    assert str(table.history.events[0]) == "scored yahtzee 0 corrected"
    table.correct(0, "chance", 17)
    assert table.game.card.grand_total == 17 + 20 + 8
    with pytest.raises(Malformed):
        table.correct(3, "ones", 1)


def test_other_games_know_nothing_of_it() -> None:
    table = TableConfig(("Ann",)).create_table()
    refused = pytest.raises(NotNow, match="Only dice on your own table")
    with refused:
        table.enter(0, Scored("ones", 3))
    with refused:
        table.correct(0, "ones", 3)
    with refused:
        table.correct_faces(0, (1, 1, 1, 1, 1))
    with pytest.raises(NotNow, match="must roll first"):
        table.game.check(Scored("ones", 3))
    record = Record(Setup("official", ("Ann",)), (Scored("ones", 3),))
    assert [each.code for each in read_record(write_record(record)).replay().faults] == [
        "roll_first"
    ]
    real = make_real()
    real.enter(0, Scored("ones", 3))
    played = branch_off(real.record, 1, same_dice=False)
    assert (played.game.is_real, played.game.turns) == (False, 1)
    assert Game.start("official", ("Ann",)).is_real is False
