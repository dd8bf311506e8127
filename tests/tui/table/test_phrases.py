"""What the status line says of a table: what happened last, what comes next, and all of it read."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.rules.conformance import check_sentence
from tests.table.scripted import create_scripted_table
from tests.tui.stage import STILL, at_table
from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import RULESETS, WIDEST_NAME, Hold, Roll, Score, Setup
from yahtzee_tui.services.player_input import zero_question
from yahtzee_tui.settings import Cursor, DiceClick
from yahtzee_tui.table import Table, describe_event
from yahtzee_tui.tui.table import phrases

if TYPE_CHECKING:
    from yahtzee_tui.settings import Options
    from yahtzee_tui.table import TableEvent

REROLL = STILL._replace(dice_click=DiceClick.REROLL)
ROOM = {60: 58, 80: 78}
"""How many columns the status line has for text, by those of the terminal."""


def fit(sentences: tuple[str, ...], columns: int = 80) -> str:
    """Return the first sentence that fits, as the status line does."""
    return next(each for each in sentences if len(each) <= ROOM[columns])


def said(table: Table, columns: int = 80, options: Options = STILL) -> str:
    """Return what is said of a table."""
    return fit(phrases.state_sentences(table, options), columns)


def test_a_roll_tells_which_it_is_what_fell_and_what_can_be_done() -> None:
    table = create_scripted_table("33344", "11112", "66666")
    assert said(table) == "Ann begins: space rolls the dice."
    table.apply(0, Roll())
    dice = "Roll 1 of 3: 3-3-3-4-4."
    assert said(table) == f"{dice} Hold with 1-5 or a click. Space rolls, Enter scores."
    assert said(table, 60) == f"{dice} Hold with 1-5 or a click."
    table.apply(0, Hold((0, 1, 2)))
    table.apply(0, Roll())
    still = "Roll 2 of 3: 3-3-3-1-2. Dice 1, 2, 3 still held."
    assert said(table) == f"{still} Space rolls the others."
    assert said(table, 60) == still
    table.apply(0, Roll())
    dice = "Roll 3 of 3: 3-3-3-6-6."
    assert said(table) == f"{dice} Choose a box with ↑↓ and Enter, or click it."
    assert said(table, 60) == f"{dice} Choose a box."


def test_a_hold_tells_which_dice_are_held_now_and_what_they_show() -> None:
    table = create_scripted_table("33344", "11111")
    table.apply(0, Roll())
    for held, sentence in (
        ((4,), "Die 5 held: 4. Space rolls the others, Enter scores."),
        ((0, 1, 4), "Dice 1, 2, 5 held: 3-3-4. Space rolls the others, Enter scores."),
        ((0, 1, 2, 3, 4), "All dice held: 3-3-3-4-4. Enter scores."),
        ((), "No dice held. Hold with 1-5 or a click. Space rolls, Enter scores."),
    ):
        table.apply(0, Hold(held))
        assert said(table) == sentence
    table.apply(0, Hold((0, 1, 2, 3)))
    assert said(table, 60) == "Dice 1, 2, 3, 4 held: 3-3-3-4. Space rolls the others."


def test_picked_to_be_rolled_again_is_told_the_other_way_round() -> None:
    table = create_scripted_table("33344", "11111")
    table.apply(0, Roll())
    dice = "Roll 1 of 3: 3-3-3-4-4."
    assert said(table, 80, REROLL) == f"{dice} Pick dice to roll again with 1-5, or score."
    assert said(table, 60, REROLL) == f"{dice} Pick dice or score."
    table.apply(0, Hold((0, 1, 2)))
    picked = "Dice 4, 5 to roll again: 4-4."
    assert said(table, 60, REROLL) == f"{picked} Space rolls, Enter scores."


def test_taking_back_tells_what_was_taken_back_and_where_one_is() -> None:
    changes: list[TableEvent] = []
    table = create_scripted_table("33344", players=("Ann", "Bob"))
    table.watch(changes.append)
    table.apply(0, Roll())
    table.apply(0, Hold((0, 1)))
    table.apply(0, Score("full_house"))
    for sentence, short in (
        (
            "Taken back: 25 in Full house. Space rolls the others, Enter scores.",
            "Taken back: 25 in Full house. Space rolls the others.",
        ),
        (
            "Taken back. No dice held. Hold with 1-5 or a click. Space rolls, Enter scores.",
            "Taken back. No dice held. Hold with 1-5 or a click.",
        ),
    ):
        table.undo(0)
        undone = phrases.undone_sentences(table, STILL, describe_event(changes[-1]))
        assert fit(undone) == sentence
        assert fit(undone, 60) == short
    table.redo(0)
    assert said(table, 60) == "Dice 1, 2 held: 3-3. Space rolls the others, Enter scores."
    table.redo(0)
    assert said(table) == "Ann: 25 in Full house. Bob: space rolls, u undoes."


def test_bonuses_are_told_by_name_where_there_is_room() -> None:
    filled = [("44444", "yahtzee"), ("22223", "twos"), ("33311", "threes"), ("55511", "fives"),
              ("66611", "sixes")]  # fmt: skip
    table = create_scripted_table("44444", filled=filled)
    table.apply(0, Roll())
    assert said(table).startswith("Yahtzee! Roll 1 of 3: 4-4-4-4-4. ")
    assert "+100" in said(table)
    table.apply(0, Score("fours"))
    bonuses = "Yahtzee bonus +100, upper bonus +35"
    assert said(table) == f"20 in Fours, {bonuses}. Space rolls, u undoes."
    assert said(table, 60) == "20 in Fours and +100 and +35. Space rolls, u undoes."


def test_a_coach_s_reasons_count_more_than_dice_unless_these_can_t_be_seen() -> None:
    table = create_scripted_table("11112")
    table.apply(0, Roll())
    advice = "To win: 6 in Chance, 5%; for points: 0 in Yahtzee, 23.3 (0%)."
    assert fit(phrases.state_sentences(table, STILL, said=advice)) == advice
    read = STILL._replace(cursor=Cursor.SHOWN)
    for columns in ROOM:
        told = fit(phrases.state_sentences(table, read, said=advice), columns)
        assert told == "Roll 1 of 3: 1-1-1-1-2. To win: 6 in Chance, 5%."
    short = "Keep 1-1-1-1: 99.9 on average."
    assert fit(phrases.state_sentences(table, STILL, said=short)).endswith(f"2. {short}")


@pytest.mark.parametrize("rules", RULESETS)
def test_no_sentence_is_ever_cut_off(rules: str) -> None:
    players = ("W" * WIDEST_NAME, "M" * WIDEST_NAME)
    dice, rng = SeededDice(rules), Random(rules)
    table = Table(Setup(rules, players, dice=dice.source), dice)
    told: list[tuple[str, ...]] = []
    table.watch(lambda change: told.append(phrases.change_sentences(change, "You are next.")))
    while not table.game.is_over:
        game = table.game
        may_roll = Roll() in game.legal_actions and rng.random() < 0.8
        if may_roll and game.roll and rng.random() < 0.8:
            table.apply(game.seat, Hold(tuple(at for at in range(5) if rng.random() < 0.5)))
        elif may_roll or not game.roll:
            table.apply(game.seat, Roll())
        else:
            allowed = [each.box.id for each in game.potentials if each.refusal is None]
            table.apply(game.seat, Score(rng.choice(allowed)))
            table.undo(game.seat)
            told.append(phrases.undone_sentences(table, STILL, "Taken back: nothing at all."))
            told += [(asked,) for box in allowed if (asked := zero_question(game, box))]
            table.redo(game.seat)
        for options in (STILL, REROLL):
            told.append(phrases.state_sentences(table, options))
            told.append(phrases.state_sentences(table, options, seconds=60))
        told.append(phrases.watch_sentences(table.game, "You are watching."))
    assert len(told) > 500
    for sentences in told:
        for columns in ROOM:
            check_sentence(fit(sentences, columns))


async def test_it_is_on_the_line() -> None:
    async with at_table("33344", players=("Ann", "Bob"), size=(60, 20)) as stage:
        for key, sentence in (
            ("space", "Roll 1 of 3: 3-3-3-4-4. Hold with 1-5 or a click."),
            ("2", "Die 2 held: 3. Space rolls the others, Enter scores."),
            ("enter", "Ann: 25 in Full house. Bob: space rolls, u undoes."),
            ("u", "Taken back: 25 in Full house. Space rolls the others."),
            ("u", "Taken back. No dice held. Hold with 1-5 or a click."),
            ("U", "Die 2 held: 3. Space rolls the others, Enter scores."),
        ):
            await stage.press(key)
            assert stage.status == sentence
            assert sentence in stage.text


def test_after_a_posting_the_sentence_says_what_was_scored_and_who_is_next() -> None:
    table = create_scripted_table("33344", players=("Ann", "Bob"))
    table.apply(0, Roll())
    table.apply(0, Score("full_house"))
    sentences = phrases.state_sentences(table, STILL)
    for word in ("Ann", "25", "Full house", "Bob", "u "):
        assert word in sentences[0]
    assert sorted(sentences, key=len, reverse=True) == list(sentences)
    for sentence in phrases.state_sentences(table, STILL, seconds=7):
        assert "7 s" in sentence
        assert "u undoes" in sentence


def test_boxes_have_their_full_names_where_these_fit() -> None:
    table = create_scripted_table("12346", players=("Ann", "Bob"))
    table.apply(0, Roll())
    table.apply(0, Score("small_straight"))
    full, *shorter = phrases.state_sentences(table, STILL)
    assert "30 in Small straight." in full
    assert all("30 in Sm straight." in each for each in shorter)


def test_a_bonus_is_told_with_the_posting() -> None:
    table = create_scripted_table("44444", filled=[("44444", "yahtzee")])
    table.apply(0, Roll())
    assert "100" in phrases.state_sentences(table, STILL)[0]
    table.apply(0, Score("fours"))
    assert all("+100" in each for each in phrases.state_sentences(table, STILL))


@pytest.mark.parametrize(
    ("sentence", "short"),
    [
        ("Keep 5-5: 241.3 on average, 6.8 more than 1-2.", ["Keep 5-5: 241.3 on average."]),
        ("To win: 6 in Chance, 5%; for points: 0 in Ones, 9 (0%).", ["To win: 6 in Chance, 5%."]),
        ("Ann plays.", []),
    ],
)
def test_advice_gets_shorter_where_it_does_not_fit(sentence: str, short: list[str]) -> None:
    assert phrases.shortened(sentence) == (sentence, *short)
