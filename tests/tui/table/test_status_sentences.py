"""What the status line says of a table, all of it read; the best box, and who leads."""

from collections.abc import Iterator
from random import Random

from tests.rules.conformance import check_sentence
from tests.rules.positions import position
from tests.table.scripted import create_scripted_table, play_turn
from tests.tui.app_driver import NO_TUMBLING, all_but_chance
from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import RULESETS, WIDEST_NAME, Hold, Roll, Score, Setup
from yahtzee_tui.services.player_input import best_box, zero_question
from yahtzee_tui.settings import Options
from yahtzee_tui.table import Table, TableEvent, describe_event
from yahtzee_tui.tui.table import status_sentences, view_model

REROLL = Options(dice_speed="off", dice_click="reroll")
WIDTHS = {60: 58, 80: 78}
"""How many columns the status line has for text, by those of the terminal."""


def fit(sentences: tuple[str, ...], columns: int = 80) -> str:
    """Return the first sentence that fits, as the status line does."""
    return next(each for each in sentences if len(each) <= WIDTHS[columns])


def said(table: Table, columns: int = 80, options: Options = NO_TUMBLING) -> str:
    return fit(status_sentences.state_sentences(table, options), columns)


def test_a_roll_tells_which_it_is_what_fell_and_what_can_be_done() -> None:
    table = create_scripted_table("33344", "11112", "66666")
    assert said(table) == "Ann, press Space to roll."
    table.apply(0, Roll())
    dice = "Roll 1 of 3: 3-3-3-4-4."
    assert said(table) == f"{dice} Hold dice with 1-5. Space to reroll, Enter to score."
    assert said(table, 60) == f"{dice} Hold dice with 1-5."
    table.apply(0, Hold((0, 1, 2)))
    table.apply(0, Roll())
    still = "Roll 2 of 3: 3-3-3-1-2. Dice 1, 2, 3 still held."
    assert said(table) == f"{still} Space to reroll the rest."
    assert said(table, 60) == still
    table.apply(0, Roll())
    dice = "Roll 3 of 3: 3-3-3-6-6."
    assert said(table) == f"{dice} Choose a box: ↑↓ and Enter, or click one."
    assert said(table, 60) == f"{dice} Choose a box."


def test_a_hold_tells_which_dice_are_held_now_and_what_they_show() -> None:
    table = create_scripted_table("33344", "11111")
    table.apply(0, Roll())
    for held, sentence in (
        ((4,), "Die 5 held: 4. Space to reroll the rest, Enter to score."),
        ((0, 1, 4), "Dice 1, 2, 5 held: 3-3-4. Space to reroll the rest, Enter to score."),
        ((0, 1, 2, 3, 4), "All dice held: 3-3-3-4-4. Enter to score."),
        ((), "No dice held. Hold dice with 1-5. Space to reroll, Enter to score."),
    ):
        table.apply(0, Hold(held))
        assert said(table) == sentence
    table.apply(0, Hold((0, 1, 2, 3)))
    assert said(table, 60) == "Dice 1, 2, 3, 4 held: 3-3-3-4. Space to reroll the rest."
    # Picked to be rolled again is told the other way round.
    table.apply(0, Hold((0, 1, 2)))
    picked = "Dice 4, 5 to reroll: 4-4. Space to reroll, Enter to score."
    assert said(table, 60, REROLL) == picked
    table = create_scripted_table("33344")
    table.apply(0, Roll())
    dice = "Roll 1 of 3: 3-3-3-4-4."
    assert said(table, 80, REROLL) == f"{dice} Choose dice to reroll with 1-5, or score."
    assert said(table, 60, REROLL) == f"{dice} Choose dice, or score."


def test_taking_back_tells_what_was_taken_back_and_where_one_is() -> None:
    changes: list[TableEvent] = []
    table = create_scripted_table("33344", players=("Ann", "Bob"))
    table.watch(changes.append)
    table.apply(0, Roll())
    table.apply(0, Hold((0, 1)))
    table.apply(0, Score("full_house"))
    for short, more in (
        ("Undone: 25 in Full house. Space to reroll the rest", ", Enter to score."),
        ("Undone. No dice held. Hold dice with 1-5", ". Space to reroll, Enter to score."),
    ):
        table.undo(0)
        undone = status_sentences.undone_sentences(table, NO_TUMBLING, describe_event(changes[-1]))
        assert (fit(undone), fit(undone, 60)) == (short + more, f"{short}.")
    table.redo(0)
    assert said(table, 60) == "Dice 1, 2 held: 3-3. Space to reroll the rest."
    table.redo(0)
    assert said(table) == "Ann scored 25 in Full house. Bob: Space to roll, u to undo."


def test_bonuses_are_told_by_name_where_there_is_room() -> None:
    filled = [("44444", "yahtzee"), ("22223", "twos"), ("33311", "threes"), ("55511", "fives"),
              ("66611", "sixes")]  # fmt: skip
    table = create_scripted_table("44444", filled=filled)
    table.apply(0, Roll())
    assert said(table).startswith("Yahtzee! Roll 1 of 3: 4-4-4-4-4. ")
    assert "+100" in said(table)
    assert "100" in status_sentences.state_sentences(table, NO_TUMBLING)[0]
    table.apply(0, Score("fours"))
    bonuses = "Yahtzee bonus +100, upper bonus +35"
    assert said(table) == f"20 in Fours, {bonuses}. Space to roll, u to undo."
    assert said(table, 60) == "20 in Fours and +100 and +35. Space to roll, u to undo."
    assert all("+100" in each for each in status_sentences.state_sentences(table, NO_TUMBLING))


def test_a_coach_s_reasons_count_more_than_dice_unless_these_can_t_be_seen() -> None:
    table = create_scripted_table("11112")
    table.apply(0, Roll())
    best = "Best to win: 6 in Chance, 5%"
    advice = f"{best}; best for points: 0 in Yahtzee, 23.3 (0%).", f"{best}."
    assert fit(status_sentences.state_sentences(table, NO_TUMBLING, said=advice)) == advice[0]
    read = Options(dice_speed="off", cursor="shown")
    for columns in WIDTHS:
        shown = fit(status_sentences.state_sentences(table, read, said=advice), columns)
        assert shown == "Roll 1 of 3: 1-1-1-1-2. Best to win: 6 in Chance, 5%."
    short = "Keep 1-1-1-1: expect 99.9 in total."
    whole = "Keep 1-1-1-1: expect 99.9 in total, 6.8 more than 1-2."
    for told in ((short,), (whole, short)):
        sentences = status_sentences.state_sentences(table, NO_TUMBLING, said=told)
        assert fit(sentences).endswith(f"2. {told[0]}")
        assert sentences[-1] == short


def test_no_sentence_is_ever_cut_off() -> None:
    for rules in RULESETS:
        told = list(play_and_describe(rules))
        assert len(told) > 500
        for sentences in told:
            for columns in WIDTHS:
                check_sentence(fit(sentences, columns))


def play_and_describe(rules: str) -> Iterator[tuple[str, ...]]:
    """Play a game of two with the widest names at random; yield all that is said of it."""
    players = ("W" * WIDEST_NAME, "M" * WIDEST_NAME)
    dice, rng = SeededDice(rules), Random(rules)
    table = Table(Setup(rules, players, dice=dice.source), dice)
    told: list[tuple[str, ...]] = []
    table.watch(lambda change: told.append(status_sentences.change_sentences(change, "Your turn.")))
    while not table.game.is_over:
        game = table.game
        may_roll = Roll() in game.legal_actions and rng.random() < 0.8
        if may_roll and game.roll and rng.random() < 0.8:
            held = tuple(at for at in range(game.ruleset.dice) if rng.random() < 0.5)
            table.apply(game.seat, Hold(held))
        elif may_roll or not game.roll:
            table.apply(game.seat, Roll())
        else:
            allowed = [each.box.id for each in game.potentials if each.refusal is None]
            table.apply(game.seat, Score(rng.choice(allowed)))
            table.undo(game.seat)
            yield status_sentences.undone_sentences(table, NO_TUMBLING, "Undone: nothing at all.")
            yield from ((asked,) for box in allowed if (asked := zero_question(game, box)))
            table.redo(game.seat)
        for options in (NO_TUMBLING, REROLL):
            yield status_sentences.state_sentences(table, options)
            yield status_sentences.state_sentences(table, options, seconds=60)
        yield status_sentences.watch_sentences(table.game, "You are watching.")
    yield from told


def test_after_a_posting_sentences_get_shorter_and_count_the_seconds() -> None:
    table = create_scripted_table("12346", players=("Ann", "Bob"))
    play_turn(table, "small_straight")
    sentences = status_sentences.state_sentences(table, NO_TUMBLING)
    assert sorted(sentences, key=len, reverse=True) == list(sentences)
    assert "30 in Small straight." in sentences[0]
    assert all("30 in Sm straight." in each for each in sentences[2:])
    for sentence in status_sentences.state_sentences(table, NO_TUMBLING, seconds=7):
        assert "7 s" in sentence
        assert "u to undo" in sentence


def test_the_best_box_is_the_one_that_pays_most_and_of_equal_ones_a_lower_one() -> None:
    cases: list[tuple[str, str, dict[str, int], tuple[str | None, ...]]] = [
        ("official", "33344", {}, ("full_house",)),
        ("official", "12345", {}, ("large_straight",)),
        ("official", "44444", {}, ("yahtzee",)),
        ("official", "44444", {"yahtzee": 50}, ("fours",)),
        ("official", "44444", {"yahtzee": 0, "fours": 8}, ("large_straight",)),
        ("macintosh", "66666", {"yahtzee": 50, "sixes": 30}, ("large_straight",)),
        ("yatzy", "55331", {}, ("chance",)),
        ("official", "33344", {"full_house": 0}, ("three_of_a_kind", "chance")),
        ("official", "", {}, (None,)),
    ]
    for rules, faces, filled, best in cases:
        assert best_box(position(rules, faces, filled)) in best, (rules, faces, filled)


def test_the_header_says_who_leads_and_what_one_player_alone_comes_to() -> None:
    filled = [("33344", "full_house"), ("33344", "chance"), ("33344", "threes")]
    late = all_but_chance()
    total = create_scripted_table(filled=late).game.cards[0].grand_total
    for players, turns, best, margin in (
        (("Ann", "Bob"), [], None, ""),
        (("Ann", "Bob"), filled[:1], None, "Bob 25 behind"),
        (("Ann", "Bob"), filled[:1] * 2, None, "tied with Bob at 25"),
        (("Ann",), filled[:2], None, ""),
        (("Ann",), filled, None, f"on pace for {round((25 + 17 + 9) / 3 * 13)}"),
        (("Ann",), filled, 300, "best 300 · on pace for 221"),
        (("Ann",), late, total + 29, f"best {total + 29} · 30 more for a new best"),
        (("Ann",), late, total + 30, f"best {total + 30} · on pace for {round(total / 12 * 13)}"),
        (("Ann",), late, total - 1, "a new best"),
    ):
        table = create_scripted_table(players=players, filled=turns)
        assert view_model.race_view(table, best=best).margin == margin
