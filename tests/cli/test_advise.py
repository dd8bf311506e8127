"""`yahtzee-tui advise` and `score`, and the opening book of `practice`."""

from itertools import product
from pathlib import Path

import pytest

from tests.cli.conftest import Ask
from tests.strategy.brute_force import ODDS
from yahtzee_tui.rules import RULESETS, Card, attainable_points

# Solved in a moment; the others are as well, but not in every run of the tests.
YZ = ("--rules", "yz")


def test_json(ask: Ask) -> None:
    answer = ask.json("advise", "5", "5", "5", "3", "1", "--rolls-left", "2")
    assert answer["value"] == pytest.approx(263.1671, abs=1e-4)
    assert answer["best"] == {"hold": [5, 5, 5]}
    assert answer["holds"][0] == {"hold": [5, 5, 5], "value": answer["value"]}
    assert len(answer["holds"]) == 4 * 2 * 2
    values = [hold["value"] for hold in answer["holds"]]
    assert values == sorted(values, reverse=True)
    assert list(answer["boxes"]) == [box.id for box in RULESETS["official"].boxes]
    assert answer["boxes"]["fives"] == pytest.approx(249.98, abs=0.01)


def test_a_free_joker_and_dice_in_any_order(ask: Ask) -> None:
    answers = [ask.json("advise", dice, "--rolls-left=1", *YZ) for dice in ("13556", "65153")]
    assert answers[0] == answers[1]
    boxes = ask.json("advise", "44444", "--rolls-left=0", "--card", "yz=50,A4=8,B3=0", *YZ)["boxes"]
    assert {"four_of_a_kind", "ones"} <= set(boxes)
    assert not {"yahtzee", "fours", "full_house"} & set(boxes)
    assert max(boxes, key=lambda box: boxes[box]) == "large_straight"


@pytest.mark.usefixtures("own_rulesets")
def test_saved_rolls_are_counted(ask: Ask, tmp_path: Path) -> None:
    rules = tmp_path / "small.toml"
    rules.write_text(
        'id = "small"\nname = "Small"\nbased_on = "maxi-yatzy"\n'
        'boxes = ["ones", "twos", "chance"]\nupper_bonus = []\n'
    )
    words = ("--rules", str(rules), "--card", "ones=4", "--rolls-left")
    assert "expect 41.0 in total" in ask("advise", "555552", *words, "4").out
    refused = ask("advise", "555552", *words, "5")
    assert refused.err == "--rolls-left must be 0 to 4, not '5'.\n"
    assert "Saved rolls" in ask("advise", "555552", *words, "1", "--why").err


@pytest.mark.slow
def test_an_estimate_says_so(ask: Ask) -> None:
    words = ("555552", "--rules", "maxi-yatzy", "--card", "ones=4", "--rolls-left")
    assert "expect about" in ask("advise", *words, "4").out
    answer = ask.json("advise", *words, "0")
    assert (answer["exact"], answer["holds"]) == (False, [])


def test_a_position_has_its_rolls_left(ask: Ask) -> None:
    line = "yz .,.,.,.,.,.,.,.,.,.,.,.,. r1 13556"
    assert ask("advise", line) == ask("advise", "13556", "--rolls-left", "2", *YZ)
    assert ask("advise", "13556", "--rolls-left", "2", *YZ, "--position").out == line + "\n"
    assert ask("advise", "13556", *YZ).err == "Give the number of rolls left with --rolls-left.\n"
    refused = ask("advise", line, "--rolls-left", "2")
    assert refused.err == "A position in one line already has its card and rolls left.\n"


def test_the_book_has_every_first_roll_and_averages_to_best_play(ask: Ask) -> None:
    out = ask.text("practise", "--book")
    title, head, *rows = out.splitlines()
    assert title == "Opening book of Yahtzee (official), 252 first rolls:"
    assert head.split() == ["Dice", "Best", "Expected", "Next", "best", "Loss"]
    found = {}
    for row in rows:
        dice, best, value, second, loss = (each.strip() for each in row.split("  ") if each)
        assert best != second
        assert float(loss) >= 0
        found[tuple(map(int, dice.split("-")))] = float(value)
    assert found.keys() == ODDS.keys()
    average = sum(chance * found[roll] for roll, chance in ODDS.items())
    assert average == pytest.approx(254.5877, abs=0.005)
    assert " ".join(rows[0].split()) == "1-1-1-1-1 score 50 in Yahtzee 320.83 keep 1-1-1-1 50.53"


def test_ways_to_write_dice_and_cards(ask: Ask) -> None:
    for words in (["33344"], ["333", "44"], ["3 3 3 4 4"]):
        assert ask.json("score", *words)["dice"] == [3, 3, 3, 4, 4]
    answer = ask.json("score", "1", "2", "--rules", "yatzy", "3", "4", "5")
    assert (answer["rules"], answer["dice"]) == ("yatzy", [1, 2, 3, 4, 5])
    assert answer["boxes"]["small_straight"] == 15
    assert ask("score", "33344", "--card", "") == ask("score", "33344")
    once = ask.json("score", "44444", "--card", "yahtzee=50,fours=8")
    assert ask.json("score", "44444", "--card", "yz=50", "--card", "4's=8") == once


def test_every_open_box_and_no_other(ask: Ask, subtests: pytest.Subtests) -> None:
    """Beside any points that the others can hold."""
    for ruleset, choose, first in product(RULESETS.values(), (min, max), (0, 1)):
        with subtests.test(f"{ruleset.id}, {choose.__name__}, {first}"):
            faces, card, written = (1, 2, 3, 4, 5, 6)[: ruleset.dice], Card.empty(ruleset), ""
            for box in ruleset.boxes[first::2]:
                points = choose(attainable_points(ruleset, box.id))
                card, written = card.write(box.id, points), f"{written}, {box.id}={points}"
            words = ("score", "".join(map(str, faces)), "--rules", ruleset.id, "--card")
            answer = ask.json(*words, written[2:])
            found = [card.potential(box.id, faces) for box in card.open]
            expected = {each.box.id: None if each.refusal else each.points for each in found}
            assert (answer["rules"], answer["boxes"]) == (ruleset.id, expected)
            full = ",".join(f"{box.id}=0" for box in ruleset.boxes)
            assert ask(*words, full) == (2, "", "Every box on this card is filled.\n")


def test_a_position_in_one_line(ask: Ask) -> None:
    """It is read as one word or as several, says which roll it is, and is printed again."""
    line = "generala .,.,.,.,.,.,20,.,.,. r1 33355"
    first, later = ask.json("score", line), ask.json("score", *line.replace("r1", "r2").split())
    assert (first["rules"], first["dice"]) == ("generala", [3, 3, 3, 5, 5])
    assert (first["boxes"]["full_house"], later["boxes"]["full_house"]) == (35, 30)
    assert "straight" not in first["boxes"]
    assert ask("score", line, "--position").out == line + "\n"
    card = ("--rules", "generala", "--card", "straight=20")
    assert ask("score", "33355", *card, "--position").out == line.replace("r1", "r3") + "\n"


def test_late_in_a_game_the_reasons_need_no_chances(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("yahtzee_tui.cli.advise.load_outcomes_with_progress")
    late = "official 1,4,9,8,.,.,20,0,25,.,40,50,17+0 r2 55531"
    assert "Why not score 15 in Fives?" in ask("advise", late, "--why").out
