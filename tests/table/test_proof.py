"""Whether a record's dice are those of its seed or secret, and when the secret is published."""

from itertools import combinations

import pytest

from tests.rules.conformance import check_sentence
from tests.rules.strategies import play_some
from tests.table.scripted import play_to_end, play_turn
from yahtzee_tui.dice import CommittedDice, Dice, SeededDice, is_commitment
from yahtzee_tui.rules import Held, NotNow, Record, Roll, Rolled, Setup
from yahtzee_tui.rules.records import read_either, write_record, write_text
from yahtzee_tui.table import TableConfig
from yahtzee_tui.table.proof import DiceCheck, Proof, check_dice

SECRET = "5e" * 32
SOURCES: list[Dice] = [
    SeededDice("42"),
    SeededDice("same", duplicate=True),
    CommittedDice(SECRET),
    CommittedDice(SECRET, "duplicate"),
    CommittedDice(SECRET, "daily 2026-11-22"),
    CommittedDice(SECRET, words=("otter", "")),
]


def write_old_text(record: Record) -> str:
    """Write a record as earlier versions did: it doesn't say which of equal dice was held."""
    return write_text(record, names_dice=False)


def setup_for(dice: Dice, secret: str = SECRET) -> Setup:
    words = dice.words if isinstance(dice, CommittedDice) else ()
    return Setup("official", ("Ann", "Bob"), 1, dice.source, secret=secret, words=words)


def check(record: Record) -> DiceCheck:
    result = check_dice(record.setup, record.events)
    check_sentence(result.sentence)
    return result


def test_honest_records_are_consistent_in_all_forms() -> None:
    for dice in SOURCES:
        for seed in range(5):
            record = play_some(setup_for(dice), seed, 400, dice)
            for form in (write_record, write_text, write_old_text):
                read = read_either(form(record)).replay()
                assert read is not None
                assert not read.faults
                again = Record.of(record.setup, read.history)
                assert check(again).proof is Proof.CONSISTENT, (dice, seed, form)


def test_a_last_hold_stays_as_unsure_as_its_text() -> None:
    setup = Setup("official", ("Ann",))
    for rolled, faces in (("55123", "5"), ("55123", "55"), ("12345", "2")):
        text = write_old_text(Record(setup, (Rolled(tuple(map(int, rolled))),)))
        record = read_either(f"{text.rstrip()} k{faces}\n").record
        assert record is not None
        assert write_text(record) == f"{text.rstrip()} k{faces}\n"


def test_another_face_is_found_where_it_is() -> None:
    for dice in SOURCES:
        record = play_some(setup_for(dice), 1, 400, dice)
        for at, event in enumerate(record.events):
            if not isinstance(event, Rolled):
                continue
            faces = tuple(1 + face % 6 for face in event.faces)
            forged = (*record.events[:at], Rolled(faces))
            result = check(record._replace(events=forged))
            assert (result.proof, result.event) == (Proof.WRONG, at)


def test_which_of_equal_dice_was_held_cannot_be_chosen_afterwards() -> None:
    dice = CommittedDice(SECRET)
    record = play_some(setup_for(dice), 1, 400, dice)
    forged = 0
    game = record.setup.start()
    for at, event in enumerate(record.events):
        following = record.events[at + 1 : at + 2]
        if isinstance(event, Held) and following and isinstance(following[0], Rolled):
            for other in combinations(range(5), len(event.positions)):
                same = sorted(game.faces[i] for i in other)
                if other == event.positions or same != sorted(
                    game.faces[i] for i in event.positions
                ):
                    continue
                forged += 1
                # The faces that the other dice would have got are those of this roll.
                kept = [game.faces[i] for i in event.positions]
                fresh = [f for i, f in enumerate(following[0].faces) if i not in event.positions]
                faces, rest = dict(zip(other, kept, strict=True)), iter(fresh)
                roll = Rolled(tuple(faces[i] if i in other else next(rest) for i in range(5)))
                events = (*record.events[:at], Held(other), roll)
                assert check(record._replace(events=events)).proof is Proof.WRONG
                unsaid = (*record.events[:at], Held(other, by_face=True), roll)
                assert check(record._replace(events=unsaid)).proof is Proof.CONSISTENT
        game = game.play_unchecked(event)
    assert forged


def test_the_sentence_says_whose_word_is_missing() -> None:
    names, computers = ("Ann", "Bob", "Cid"), ("", "", "expert")
    for words, said in (
        ((), "For fair dice, you must trust the computer that wrote the record."),
        (("", "", ""), "No player added a word."),
        (("otter", "", ""), "Words were added by Ann (otter). The word of Bob is missing."),
        (("otter", "no", ""), "Words were added by Ann (otter) and Bob (no)."),
    ):
        dice = CommittedDice(SECRET, words=words)
        setup = Setup("official", names, 0, dice.source, "", computers, (), SECRET, words=words)
        assert check(play_some(setup, 1, 10_000, dice)).sentence.endswith(f"it. {said}")


def test_a_secret_is_checked_and_other_dice_prove_nothing() -> None:
    committed = CommittedDice(SECRET)
    record = play_some(setup_for(committed), 1, 400, committed)
    for setup, proof in (
        (setup_for(committed, ""), Proof.NOT_SHOWN),  # not published yet
        (setup_for(committed, "00" * 32), Proof.WRONG),
        (record.setup._replace(dice="system"), Proof.NOT_SHOWN),
        (record.setup._replace(dice="scripted"), Proof.NOT_SHOWN),
    ):
        result = check(record._replace(setup=setup))
        assert (result.proof, result.event) == (proof, None)


def test_the_secret_is_published_when_the_game_ends() -> None:
    table = TableConfig(("Ann",)).create_table("2026-11-22T10:00:00Z")
    assert is_commitment(table.setup.dice)
    saved: list[str] = []
    table.before_commit = lambda record, _: saved.append(write_record(record))
    while not table.game.is_over:
        assert not table.setup.secret
        assert not any(table.secret in text for text in saved)
        play_turn(table)
    assert table.setup.secret == table.secret
    assert table.secret in saved[-1]
    assert check(table.record).proof is Proof.CONSISTENT
    # The player could compute the next dice by now.
    table.undo(0)
    with pytest.raises(NotNow) as refused:
        table.apply(0, Roll())
    check_sentence(refused.value.sentence)
    assert refused.value.code == "dice_published"
    table.redo(0)
    assert table.game.is_over


def test_a_day_keeps_its_secret_when_a_game_ends() -> None:
    config = TableConfig(("Ann",), seed="daily 2026-11-22", secret=SECRET)
    table = config.create_table()
    play_to_end(table)
    assert table.setup.secret == ""
    assert table.setup.dice.startswith("daily 2026-11-22:sha256:")
    assert is_commitment(config.next_game().create_table().setup.dice)
    assert SECRET not in str(config.next_game())
