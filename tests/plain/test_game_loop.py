"""What is typed at the table, what is done, and what is told of it."""

from __future__ import annotations

from dataclasses import replace

from tests.plain.scripted_game import ANN_AND_BOB, play
from tests.rules.conformance import check_sentence
from tests.rules.positions import dice
from tests.table.scripted import create_scripted_table
from yahtzee_tui.plain.game_loop import AfterGame
from yahtzee_tui.plain.phrases import describe_potentials
from yahtzee_tui.rules import OFFICIAL, Game, Rolled
from yahtzee_tui.rules.ruleset import Order
from yahtzee_tui.settings import Options

QUICK = Options(confirm_zero=False)
NEARLY_FULL = (
    ("11123", "ones"), ("22213", "twos"), ("33312", "threes"), ("44412", "fours"),
    ("55512", "fives"), ("66612", "sixes"), ("33324", "three_of_a_kind"),
    ("33334", "four_of_a_kind"), ("33344", "full_house"), ("12346", "small_straight"),
    ("12345", "large_straight"), ("55555", "yahtzee"),
)  # fmt: skip
"""A turn for every box but chance."""


def test_rolling() -> None:
    for line in ("", "r", "R", "roll", "ROLL", "  roll  "):
        played = play(create_scripted_table("33344"), line)
        assert played.told == ["Ann rolled 3, 3, 3, 4, 4. 2 rolls left."]
        assert played.asked == ["Ann's move"] * 2


def test_what_is_typed_is_held_and_nothing_else() -> None:
    for lines, held, told in (
        (["13"], (0, 2), "Ann holds dice 1 and 3: 1, 3."),
        (["3 1"], (0, 2), "Ann holds dice 1 and 3: 1, 3."),
        (["1, 2,3"], (0, 1, 2), "Ann holds dice 1, 2 and 3: 1, 2, 3."),
        (["5"], (4,), "Ann holds die 5: 6."),
        (["13", "2"], (1,), "Ann holds die 2: 2."),
        (["13", "0"], (), "Ann holds no dice."),
        (["13", "13"], (0, 2), "Ann's dice show 1, 2, 3, 4, 6. 2 rolls left, dice 1 and 3 held."),
    ):
        played = play(create_scripted_table("12346"), "", *lines)
        assert (played.game.held, played.told[-1]) == (held, told)


def test_held_dice_stay_and_stay_held() -> None:
    played = play(create_scripted_table("12346", "55555", "66666"), "", "12", "", "")
    assert played.told[2:] == [
        "Ann rolled 1, 2, 5, 5, 5. 1 roll left, dice 1 and 2 held.",
        "Ann rolled 1, 2, 6, 6, 6. No rolls left, s scores.",
    ]


def test_every_refusal_is_one_sentence_and_changes_nothing() -> None:
    for line in (
        "7", "11", "10", "123456", "1" * 5000, "x", "roll 2", "s nonesuch", "s 0", "s 14", "u", "U",
        "C", "C Bob", "\x1b[2J", "\x00", "²", "٣", ",", "s \x1b]0;x\x07", "rollt", "p", "n", "ß",
    ):  # fmt: skip
        table = create_scripted_table("33344")
        played = play(table, "", line)
        assert len(played.told) == 2
        check_sentence(played.told[1])
        assert (table.game.roll, table.game.held) == (1, ())
    for line in ("1", "s", "s ones", "h", "c 1", "d 2", "u", "U", "t now"):
        (told,) = play(create_scripted_table("33344"), line).told  # before the first roll
        check_sentence(told)


def test_a_box_goes_by_number_code_and_name() -> None:
    names = ("9", "full house", "Full House", "fh", "b3", "full", "full_house", "hou", "09")
    for name in names:
        for lines in (["", f"s {name}"], ["", "s", name], ["", f"SCORE {name}"]):
            played = play(create_scripted_table("33344"), *lines)
            assert "Ann scored 25 in Full house, total 25." in played.told
    for rules, told in {
        "yz": ["1. Ones, A1, 0 points.", "1. Ones, A1, open."],
        "yatzy": ["1. Ones, 0 points.", "1. Ones, open."],
    }.items():
        played = play(create_scripted_table("33344", rules=rules), "", "s", "", "c")
        assert [line for line in played.told if line.startswith("1. ")] == told


def test_a_name_that_may_be_several_boxes_or_none_scores_nothing() -> None:
    played = play(create_scripted_table("33344"), "", "s kind", "s th", "s q", "s straight")
    assert played.told[1] == "'kind' may be Three of a kind, Four of a kind or Yahtzee."
    assert played.told[2] == "'th' may be Threes or Three of a kind."
    assert played.told[3] == "No open box is called 'q'."
    assert played.game.card.open == played.game.ruleset.boxes
    # Of boxes that are called alike only the open ones count.
    table = create_scripted_table("33344", filled=[("33312", "threes")])
    told = play(table, "", "s 3", "s th").told
    assert told[1] == "Threes is already filled."
    assert told[2] == "Ann scored 17 in Three of a kind, total 26."


def test_the_open_boxes_are_listed_and_one_is_asked_for() -> None:
    played = play(create_scripted_table("33344", filled=[("33312", "threes")]), "", "s", "", "d")
    assert played.told[1] == "Ann's dice show 3, 3, 3, 4, 4."
    assert "3. Threes, 0 points." not in played.told
    assert played.told[2] == "1. Ones, 0 points."
    assert played.told[13:] == [
        "13. Chance, 17 points.",
        "No box is chosen.",
        "Ann's dice show 3, 3, 3, 4, 4. 2 rolls left.",
    ]
    assert played.asked == ["Ann's move", "Ann's move", "Which box", "Ann's move", "Ann's move"]


def test_a_command_is_as_good_as_a_box() -> None:
    played = play(create_scripted_table("33344", "12345"), "", "s", "r", "s", "q", "q")
    assert played.told[-15] == "Ann rolled 1, 2, 3, 4, 5. 1 roll left."
    assert played.next is AfterGame.QUIT


def test_a_zero_by_choice_is_asked_about() -> None:
    table = create_scripted_table("33344")
    played = play(table, "", "s ones", "n", "s ones", "", "s", "ones", "d", "s ones", "y")
    question = "0 in Ones instead of 25 elsewhere, y or n"
    assert played.asked.count(question) == 4
    assert played.told.count("Nothing is scored.") == 2
    assert played.told[-2] == "Ann scored 0 in Ones, total 0."


def test_a_zero_is_not_asked_about_where_nothing_else_is_to_be_had_or_nobody_wants_that() -> None:
    played = play(create_scripted_table("33344"), "", "s ones", options=QUICK)
    assert len(played.game.card.open) == 12
    others = [("22346", "chance"), ("12346", "yahtzee")]
    table = create_scripted_table("23456", filled=[*NEARLY_FULL[1:11], *others])
    assert play(table, "", "s ones").game.is_over


def test_after_a_score_the_next_player_is_told_and_it_can_be_taken_back() -> None:
    table = create_scripted_table("33344", "11111", players=ANN_AND_BOB)
    played = play(table, "", "s fh", "u", "s chance", "", "t")
    assert played.told[1:] == [
        "Ann scored 25 in Full house, total 25.",
        "Round 1 of 13: u takes the score back, Enter rolls for Bob.",
        "Taken back: 25 in Full house.",
        "Ann's dice show 3, 3, 3, 4, 4. 2 rolls left.",
        "Ann scored 17 in Chance, total 17.",
        "Round 1 of 13: u takes the score back, Enter rolls for Bob.",
        "Bob rolled 1, 1, 1, 1, 1. 2 rolls left.",
        "Round 1 of 13, Bob to play, 2 rolls left.",
        "Totals: Ann 17, Bob 0.",
    ]
    assert played.asked[2:6] == ["Bob's move", "Ann's move", "Bob's move", "Bob's move"]


def test_holds_and_scores_are_taken_back_one_by_one_and_put_back() -> None:
    played = play(create_scripted_table("12346"), "", "1", "12", "u", "u", "u", "U", "redo", "U")
    assert played.told[1:] == [
        "Ann holds die 1: 1.",
        "Ann holds dice 1 and 2: 1, 2.",
        "Taken back. Ann holds die 1: 1.",
        "Taken back. Ann holds no dice.",
        "Nothing to take back: a roll is final.",
        "Ann holds die 1: 1.",
        "Ann holds dice 1 and 2: 1, 2.",
        "Nothing to put back.",
    ]
    played = play(create_scripted_table("33344"), "", "s fh", "u", "U")
    assert played.told.count("Ann scored 25 in Full house, total 25.") == 2


def test_bonuses_are_told_when_they_are_earned() -> None:
    upper = NEARLY_FULL[:5]
    table = create_scripted_table("66612", filled=upper)
    told = play(table, "", "s sixes").told
    assert told[1] == "Ann scored 18 in Sixes, upper bonus 35, total 98."
    table = create_scripted_table("44444", filled=[("55555", "yahtzee"), ("44412", "fours")])
    told = play(table, "", "s", "11").told
    assert told[1].startswith("Joker: ")
    assert "11. Large straight, 40 points as a joker, Yahtzee bonus 100." in told
    assert "Ann scored 40 in Large straight, Yahtzee bonus 100, total 202." in told


def test_a_joker_that_forces_a_box_is_told_at_once_and_others_are_refused() -> None:
    table = create_scripted_table("44444", filled=[("55555", "yahtzee")])
    played = play(table, "", "s", "chance", "s 4")
    assert played.told[1] == "Joker: this Yahtzee must go into Fours. +100."
    assert played.told[2:6] == [
        "Ann's dice show 4, 4, 4, 4, 4.",
        "4. Fours, 20 points, Yahtzee bonus 100.",
        "Joker: this Yahtzee must go into Fours.",
        "Joker: this Yahtzee must go into Fours.",
    ]
    assert played.told[6] == "Ann scored 20 in Fours, Yahtzee bonus 100, total 170."


def test_a_card_tells_what_is_filled_and_what_the_upper_bonus_takes() -> None:
    table = create_scripted_table(filled=[("33312", "threes"), ("33344", "chance")])
    told = play(table, "c").told
    assert told[0] == "The card of Ann, total 26."
    assert told[3] == "3. Threes, 9 points."
    lost = [("22346", "ones"), ("33346", "twos"), ("11246", "fives"), ("11234", "sixes")]
    for rules, filled, end in (
        ("official", (), "Upper section 0, upper bonus 0, lower section 0. "
                         "The upper bonus takes 63 more."),
        ("official", NEARLY_FULL[:6], "Upper section 63, upper bonus 35, lower section 0."),
        ("official", lost, "Upper section 0, upper bonus 0, lower section 0. "
                           "The upper bonus is out of reach."),
        ("yz", (), "Upper section 0, lower section 0."),
    ):  # fmt: skip
        assert play(create_scripted_table(rules=rules, filled=filled), "c").told[-1] == end


def test_the_card_of_somebody_else() -> None:
    three = ("Ann", "Bob", "2")
    table = create_scripted_table(players=three, filled=[("33344", "full_house")])
    played = play(table, "C", "3", "C", "1", "C ann", "C 2", "other bob", "C x", "C", "t")
    heads = [line for line in played.told if line.startswith("The card of ")]
    who = [line.split(",")[0].removeprefix("The card of ") for line in heads]
    # It is Bob's turn; and somebody is called 2, which then is no number.
    assert who == ["2", "Ann", "Ann", "2", "Bob"]
    assert played.told[:2] == ["1. Ann.", "3. 2."]
    assert "Nobody called 'x' plays." in played.told
    assert played.told[-1] == "Totals: Ann 25, Bob 0, 2 0."
    played = play(create_scripted_table(players=ANN_AND_BOB), "C")
    assert played.told[0] == "The card of Bob, total 0."
    assert "Whose card" not in played.asked


def test_the_turns_so_far() -> None:
    assert play(create_scripted_table(), "l").told == ["No turn is over yet."]
    table = create_scripted_table(
        players=ANN_AND_BOB,
        filled=[("33344", "full_house"), ("55555", "yahtzee"), ("44421", "fours")],
    )
    assert play(table, "log").told == [
        "Round 1, Ann: 25 in Full house. Dice 3, 3, 3, 4, 4.",
        "Round 1, Bob: 50 in Yahtzee. Dice 5, 5, 5, 5, 5.",
        "Round 2, Ann: 12 in Fours. Dice 4, 4, 4, 2, 1.",
    ]


def test_help_tells_every_command_and_the_rules() -> None:
    for line in ("?", "help", "HELP"):
        told = play(create_scripted_table(), line).told
        assert len(told) == 15
        assert all(each.endswith(".") for each in told)
    told = play(create_scripted_table(rules="yatzy"), "rules").told
    assert told[0] == "The rules of Scandinavian Yatzy."
    assert "15. Yatzy: five dice of one face, for 50." in told


def test_the_end_is_told_once_and_can_be_taken_back() -> None:
    table = create_scripted_table("33344", filled=NEARLY_FULL)
    played = play(table, "", "s 13", "", "u", "s 13", "t", "1", "s", "x", "q")
    end = [
        "Ann scored 291.",
        "1. Ann 291: upper section 63, upper bonus 35, lower section 193.",
    ]
    choices = (
        "The game is over: u takes the last score back, p plays again, n plays with others, "
        "q quits."
    )
    assert played.told[1:9] == [
        "Ann scored 17 in Chance, total 291.", *end, choices, choices,
        "Taken back: 17 in Chance.",
        "Ann's dice show 3, 3, 3, 4, 4. 2 rolls left.",
        "Ann scored 17 in Chance, total 291.",
    ]  # fmt: skip
    assert played.told[9:] == [
        *end, choices, *end, "The game is over.", "The game is over.",
        "There is no command 'x'; ? lists them all.",
    ]  # fmt: skip
    assert played.asked[2] == "What next"
    assert played.next is AfterGame.QUIT


def test_after_the_end_one_plays_again_or_with_others() -> None:
    commands = {"p": AfterGame.AGAIN, "play": AfterGame.AGAIN, "n": AfterGame.NEW}
    for line, what in commands.items():
        table = create_scripted_table("33344", filled=NEARLY_FULL)
        assert play(table, "", "s 13", line).next is what


def test_several_players_are_ranked() -> None:
    both = [turn for turn in NEARLY_FULL for _ in ANN_AND_BOB]
    table = create_scripted_table("33344", "12346", players=ANN_AND_BOB, filled=both)
    assert play(table, "", "s 13", "", "s ch").told[-4:-1] == [
        "Ann wins with 291.",
        "1. Ann 291: upper section 63, upper bonus 35, lower section 193.",
        "2. Bob 290: upper section 63, upper bonus 35, lower section 192.",
    ]


def test_where_boxes_have_an_order_the_one_that_is_due_is_listed_and_why_no_other() -> None:
    game = Game.start(replace(OFFICIAL, order=Order.UP), ("Ann",)).apply(Rolled(dice("33344")))
    assert list(describe_potentials(game)) == [
        "Ann's dice show 3, 3, 3, 4, 4.",
        "13. Chance, 17 points.",
        "The boxes are filled in order, and Chance is next.",
    ]
