"""A sheet for real dice in lines of text: an evening of a family, mistakes, a closed terminal."""

from __future__ import annotations

from random import Random

from tests.plain.scripted_game import play, talk_through
from tests.rules import oracle
from tests.store.games import play_real
from tests.table.test_real_dice import make_real
from yahtzee_tui.dice import RealDice
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.rules.records import read_record, write_record
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.table import Table, TableConfig

FAMILY = ("Ann", "Bob", "Cleo", "Dan")


def type_game(rules: str, rng: Random) -> tuple[list[str], dict[str, int]]:
    """Return what a family types of a game, only the last dice, and the totals by the oracle.

    Bob's first two scores are typed as zeros, which he corrects, the second one rounds later.
    """
    boxes, lines = RULESETS[rules].boxes, list[str]()
    cards: dict[str, oracle.Card] = {
        each: dict.fromkeys(box.id for box in boxes) for each in FAMILY
    }
    bonuses = dict.fromkeys(FAMILY, 0)
    for _ in boxes:
        for player in FAMILY:
            faces = tuple(rng.choice(((rng.randint(1, 6),) * 5, rng.choices(range(1, 7), k=5))))
            card = cards[player]
            paid = {
                box: found for box in card if card[box] is None
                and (found := oracle.potential(rules, card, box, faces)) is not None
            }  # fmt: skip
            best = max(paid, key=lambda box: (paid[box], box))
            cards[player] = {**card, best: paid[best][0]}
            bonuses[player] += paid[best][1]
            number = [box.id for box in boxes].index(best) + 1
            typed = [f"{''.join(map(str, faces))} {number}"]
            if len(corrections := [each for each in lines if each.endswith(" 0")]) < 2:
                right = f"correct Bob {number} {paid[best][0]} +{paid[best][1]}"
                if player == "Bob":
                    typed = [f"s {number} 0"] if corrections else [f"s {number} 0", right]
                    late = right
            lines += typed
    lines[40:40] = [late, "y"]
    upper = {each: sum(cards[each][box] or 0 for box in oracle.UPPER) for each in FAMILY}
    tiers = RULESETS[rules].upper_bonus
    return lines, {
        each: sum(points or 0 for points in cards[each].values())
        + bonuses[each]
        + (tiers.paid(upper[each]) if tiers else 0)
        for each in FAMILY
    }


def test_an_evening_of_a_family_with_only_the_last_dice_typed() -> None:
    for rules, seed in (("official", 1), ("yatzy", 2)):
        lines, totals = type_game(rules, Random(seed))
        assert max(len(each) for each in lines if not each.startswith("correct")) <= 8
        table = make_real(*FAMILY, rules=rules)
        played = play(table, *lines, "l", "q")
        assert played.game.is_over, played.told[-3:]
        cards = zip(FAMILY, played.game.cards, strict=True)
        assert {name: card.grand_total for name, card in cards} == totals
        assert sum(line.endswith(", corrected.") for line in played.told) == 2
        assert sum("y or n" in each for each in played.asked) == 1


def test_rolls_with_their_holds_and_mistakes_with_one_sentence_back() -> None:
    table = make_real("Ann", "Bob")
    played = play(
        table, "", "331447", "33147", "3314", "Bob 33144", "3 3 1 4 4", "12", "3556", "355",
        "dice 33344", "full house 24", "s full house", "full house 24", "full house 25",
        "yahtzee 50", "fours 20 +100", "s full house 25", "l",
    )  # fmt: skip
    assert played.told == [
        "Roll the dice on your table, and type their faces.",
        "This roll has 5 dice, not 6.",
        "A die shows 1 to 6, not 7.",
        "This roll has 5 dice, not 4.",
        "It's Ann's turn.",
        "Ann rolled 3, 3, 1, 4, 4. 2 rolls left.",
        "Ann holds dice 1 and 2: 3, 3.",
        "This roll has 3 dice, not 4.",
        "Ann rolled 3, 3, 3, 5, 5. 1 roll left, dice 1 and 2 held.",
        "Ann rolled 3, 3, 3, 4, 4. 1 roll left, dice 1 and 2 held.",
        "These dice score 25 in Full house. Undo them first.",
        "Ann scored 25 in Full house, total 25.",
        "Round 1 of 13. Type u to undo, or the faces of Bob's dice.",
        "Full house can't hold '24', only 0 or 25.",
        "Bob scored 25 in Full house, total 25.",
        "Round 2 of 13. Type u to undo, or the faces of Ann's dice.",
        "Ann scored 50 in Yahtzee, total 75.",
        "Round 2 of 13. Type u to undo, or the faces of Bob's dice.",
        "A bonus of 100 can't be earned here.",
        "Full house is already filled.",
        "Round 1, Ann: 25 in Full house. Dice 3, 3, 3, 4, 4.",
        "Round 1, Bob: 25 in Full house.",
        "Round 2, Ann: 50 in Yahtzee.",
    ]
    assert {"Ann, roll 1: 5 dice", "Ann, roll 2: 3 dice", "Ann's turn"} <= {*played.asked}


def test_undo_reaches_everything_and_old_scores_are_corrected_with_a_question() -> None:
    table = make_real("Ann", "Bob")
    typed = "chance 22", "chance 20", "ones 3", "ones 3", "correct chance 7"
    played = play(
        table, *typed, "correct Ann chance 22 full house", "y",
        "correct Ann chance 22 3k", "y",
        "correct Bob chance 21", "", "correct Bob ones 2", "correct twos 2", "correct", "l",
        "33144", *"uuuuuuuu",
    )  # fmt: skip
    assert played.told[8:-15] == [
        "Several players have filled Chance. Type a name before the box.",
        "Full house can't hold '22', only 0 or 25.",
        "Corrected: Ann has 22 in Three of a kind, total 25.",
        "Round 3 of 13. Type u to undo, or the faces of Ann's dice.",
        "Nothing changed.",
        "Corrected: Bob has 2 in Ones, total 22.",
        "Round 3 of 13. Type u to undo, or the faces of Ann's dice.",
        "Twos isn't filled yet.",
        "Type a box and the points it should have, such as correct chance 22.",
        "Round 1, Ann: 22 in Three of a kind, corrected.",
        "Round 1, Bob: 20 in Chance.",
        "Round 2, Ann: 3 in Ones.",
        "Round 2, Bob: 2 in Ones, corrected.",
    ]
    assert "Corrected: Ann has 22 in Chance, total 25." in played.told[-11:]
    asked = "Change Ann's score in Chance of round 1 to 22 in Full house, y or n"
    assert asked in played.asked
    assert played.told[-1] == "Nothing to undo yet."
    assert table.history.events == ()


def test_a_closed_terminal_loses_nothing(store: Store) -> None:
    config = TableConfig(("Ann",), "crag", "Ann", is_real=True)
    talk_through(store, "553", "12", config=config)
    (saved,) = store.games.by_status(Status.UNFINISHED)
    said = talk_through(store, "3", "crag", "s thirteen", "crag 50", game=saved.id)
    assert "Ann, roll 2: 1 die:" in said
    (saved,) = store.games.by_status(Status.UNFINISHED)
    record, history = saved.load()
    assert history.game.card.grand_total == 76
    assert read_record(saved.text).record == record


def test_nothing_is_said_of_turns_that_nobody_can_judge() -> None:
    record, _ = play_real()
    history = read_record(write_record(record)).replay().history
    typed = "review", "share", "review 2", "review 3", "review 99"
    told = play(Table(record.setup, RealDice(), history), *typed).told
    ann, extent, _, share, first, second, none = told[-7:]
    assert ann == "Ann: luck +16.1, skill -13.4, 50% of decisions best."
    said = "Only turns whose rolls were all typed are reviewed: 1 of 26."
    assert {extent, first, second} == {said}
    assert (share, none) == ("YZ, Bob 50, Ann 24.", "Type the number of a round, 1 to 13.")
