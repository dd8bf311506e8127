"""What is typed at the table, what is done and told of it, and what computers and the coach say."""

import io
import os
import re
from dataclasses import replace
from gettext import NullTranslations

import pytest

from tests.plain.scripted_game import ANN, ANN_AND_BOB, list_transcripts, make_table, play
from tests.rules.conformance import check_sentence
from tests.rules.positions import dice
from tests.source import read_lines
from tests.strategy.glenn_example import TURNS as GLENN
from tests.table.scripted import create_scripted_table
from yahtzee_tui.plain.console import Console, finish
from yahtzee_tui.plain.game_lines import describe_potentials
from yahtzee_tui.plain.game_loop import AfterGame, GameLoop
from yahtzee_tui.plain.interpreter import PlainContext
from yahtzee_tui.rules import OFFICIAL, Game, Rolled
from yahtzee_tui.rules.ruleset import Order
from yahtzee_tui.services.value_tables import load_table
from yahtzee_tui.settings import Options
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.strategy import Advice
from yahtzee_tui.table import TableConfig
from yahtzee_tui.text import format_number
from yahtzee_tui.translation import use_catalog

QUICK = Options(confirm_zero=False)
NEARLY_FULL = [("12346", box.id) for box in OFFICIAL.boxes[:-1]]
"""A turn for every box but chance."""


def test_what_is_typed_is_held_and_nothing_else() -> None:
    for lines, held, told in read_lines(__file__, "holds.jsonl"):
        played = play(create_scripted_table("12346"), "", *lines)
        assert [[*played.game.held], played.told[-1]] == [held, told]


def test_transcripts(subtests: pytest.Subtests) -> None:
    for each in list_transcripts():
        with subtests.test(each.name):
            pattern = "".join(
                r"(?:.*\n)*?" if line == "..." else re.escape(f"{line}\n") for line in each.said
            )
            played = "".join(
                f"{line}\n" for line in play(make_table(**each.made), *each.typed).said
            )
            assert re.fullmatch(pattern, played), played


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
    for line in ("1", "s", "s ones", "h", "c 9", "d 2", "u", "U", "t now"):
        (told,) = play(create_scripted_table("33344"), line).told  # before the first roll
        check_sentence(told)


def test_a_box_goes_by_number_code_and_name() -> None:
    names = ("9", "full house", "Full House", "fh", "b3", "full", "full_house", "hou", "09")
    for name in names:
        for lines in (["", f"s {name}"], ["", "s", name], ["", f"SCORE {name}"]):
            played = play(create_scripted_table("33344"), *lines)
            assert "Ann scored 25 in Full house, total 25." in played.told
    for line in ("help", "HELP"):
        assert play(create_scripted_table(), line).said == play(create_scripted_table(), "?").said


class _Typed(NullTranslations):
    """Words to type, of which some begin as others do, have accents, or are English."""

    def pgettext(self, context: str, message: str) -> str:
        words = {"hold": "halte, halten", "score": "Eintragen", "undo": "rückgängig", "log": "dice"}
        words |= {"yes": "ja, j", "no": "nein", "card": "block"}
        return words.get(message, message) if context == "typed" else message


def test_what_is_typed_may_be_in_the_language_of_the_player() -> None:
    use_catalog(_Typed())
    for line in ("halten 1 3", "halte 13", "hold 1 3", "Halten13"):
        assert play(create_scripted_table("33344"), "", line).game.held == (0, 2)
    for undo in ("rückgängig", "Rückgängig", "RUCKGANGIG", "undo", "u"):
        assert play(create_scripted_table("33344"), "", "13", undo).game.held == ()
    for score, answer in (("eintragen", "ja"), ("score", "J"), ("s", "yes"), ("S", "y")):
        played = play(create_scripted_table("33344"), "", f"{score} ones", answer)
        assert "Ann scored 0 in Ones, total 0." in played.told
    assert "Nothing scored." in play(create_scripted_table("33344"), "", "s ones", "nein").told
    # What is an English command stays one.
    told = play(create_scripted_table(), "dice", "?").told
    assert told[0] == "Ann has not rolled yet."
    assert "c or block: your card, or another player's: card Bob." in told


def test_a_zero_is_not_asked_about_where_nothing_else_is_to_be_had_or_nobody_wants_that() -> None:
    played = play(create_scripted_table("33344"), "", "s ones", options=QUICK)
    assert len(played.game.card.open) == 12
    others = [("22346", "chance"), ("12346", "yahtzee")]
    table = create_scripted_table("23456", filled=[*NEARLY_FULL[1:11], *others])
    assert play(table, "", "s ones").game.is_over


def test_after_the_end_one_plays_again_or_with_others_or_quits() -> None:
    commands = {"p": AfterGame.AGAIN, "play": AfterGame.AGAIN, "n": AfterGame.NEW}
    for line, what in (commands | {"q": AfterGame.QUIT}).items():
        table = create_scripted_table("33344", filled=NEARLY_FULL)
        assert play(table, "", "s 13", line).next is what


def test_where_boxes_have_an_order_the_one_that_is_due_is_listed_and_why_no_other() -> None:
    game = Game.start(replace(OFFICIAL, order=Order.UP), ("Ann",)).play(Rolled(dice("33344")))
    assert list(describe_potentials(game)) == [
        "Ann's dice show 3, 3, 3, 4, 4.",
        "13. Chance, 17 points.",
        "Boxes are filled in order. Next is Chance.",
    ]


ALWAYS, NEVER = Options(coach="always"), Options(coach="off")


def test_the_coach_is_asked_and_the_record_says_so() -> None:
    table = create_scripted_table("55531", players=ANN_AND_BOB)
    played = play(table, "", "h", "hint")
    # Chances and reasons are told if another test in this process has loaded the outcomes.
    assert re.fullmatch(
        r"Keep 5, 5, 5: (\d+% to win, )?expect [\d.]+ in total, [\d.]+ more than .+ "
        r"That is dice 1, 2 and 3\.( Why not .+)?",
        played.told[-1],
    )
    assert played.told[-2] == played.told[-1]
    assert table.record.setup.coached == (0,)


def test_the_coach_names_a_box_and_late_in_a_game_of_several_chances_of_winning() -> None:
    played = play(create_scripted_table("23456"), "", "h")
    assert played.told[-1].startswith("Score 40 in Large straight: ")
    turns = [("12346", box) for _, box in NEARLY_FULL[:10] for _ in ANN_AND_BOB]
    played = play(create_scripted_table("55531", players=ANN_AND_BOB, filled=turns), "", "h")
    assert re.search(r"\d%", played.told[-1])


def test_chances_of_winning_in_words() -> None:
    options = Options(chance="always")
    table = create_scripted_table("11112", "11112", players=ANN_AND_BOB, filled=GLENN)
    played = play(table, "t", "", "t", "12", "t", "s chance", options=options)
    chances = [line for line in played.told if line.startswith("Chances")]
    wins = [0.0620, 11 / 36, 0.0367, 5 / 108]  # with 1-1-1-1 held a fifth 1 comes in 11 of 36
    assert chances == [f"Chances of winning: Ann {1 - win:.0%}, Bob {win:.0%}." for win in wins]
    assert table.record.setup.coached == (1,), "holds can be compared by them"
    table = create_scripted_table("11112", players=ANN_AND_BOB, filled=GLENN)
    assert "Chances" not in "".join(play(table, "t", "", "t").said)


def test_the_coach_speaks_by_itself_if_that_is_wanted_or_not_at_all() -> None:
    for options, told in ((ALWAYS, 1), (Options(), 0), (NEVER, 0)):
        table = create_scripted_table("55531", players=ANN)
        spoken = [line for line in play(table, "", options=options).told if "in total" in line]
        assert len(spoken) == told
        assert table.record.setup.coached == ((0,) if told else ())
    assert play(table, "h", options=NEVER).told[-1] == "The coach is off in your settings."
    assert table.record.setup.coached == ()


def test_the_first_roll_may_come_by_itself() -> None:
    auto = Options(auto_roll=True, pause=1.0)
    table = create_scripted_table("55531", "12345", players=ANN_AND_BOB)
    played = play(table, "s fives", "u", "s 5", "", options=auto)
    assert played.told[:3] == [
        "Ann rolled 5, 5, 5, 3, 1. 2 rolls left.",
        "Ann scored 15 in Fives, total 15.",
        "Round 1 of 13. Type u to undo, or press Enter or wait 1 second to roll for Bob.",
    ]
    assert played.told[-1] == "Bob rolled 1, 2, 3, 4, 5. 2 rolls left."


def test_the_next_turn_begins_after_a_pause_in_which_nobody_says_anything() -> None:
    table = create_scripted_table("55531", "12345", players=ANN_AND_BOB)
    read_end, write_end = os.pipe()
    output = io.StringIO()
    with os.fdopen(read_end, "rb", 0) as source, os.fdopen(write_end, "wb", 0) as sink:
        console = Console(source, output)
        sink.write(b"s fives\n")
        # Without an end Bob would be waited for.
        table.watch(lambda change: sink.close() if change.player == "Bob" else None)
        options = Options(auto_roll=True, pause=0.01)
        saved_table = SavedTable(TableConfig(ANN_AND_BOB), table)
        with pytest.raises(EOFError):
            finish(GameLoop(saved_table, PlainContext(console, "Ann", options)).run())
    assert output.getvalue().splitlines()[-2:] == [
        "Bob rolled 1, 2, 3, 4, 5. 2 rolls left.",
        "Bob's turn:",
    ]


def test_a_game_that_is_over_is_reviewed_round_by_round() -> None:
    table = create_scripted_table("12346", "12346", "12345", filled=NEARLY_FULL)
    lines = ("", "1 2 3 4", "", "s chance", "review", "review 13", "review 14", "review x")
    told = play(table, *lines, options=QUICK).told
    first, second = told[-4:-2]
    assert first.startswith("Ann, roll 1 with 1, 2, 3, 4, 6: kept 1, 2, 3, 4; better: keep 6, ")
    assert first.endswith(" lost.")
    assert second.startswith("Ann, roll 2 with 1, 2, 3, 4, 6: scored 16 in Chance; better: keep ")
    assert told[-2:] == ["Type the number of a round, 1 to 13."] * 2
    assert any("points lost by Ann in round" in line for line in told[:-4])


def test_the_coach_names_boxes_in_the_language_that_was_just_chosen() -> None:
    lines = ("", "1 2 3 4", "", "", "hint", "options language de", "hint")
    told = play(create_scripted_table("22334", *["22333"] * 2), *lines).told
    english = next(line for line in told if line.startswith("Score 25"))
    assert "more than scoring 9 in Threes" in english
    assert told[-1].startswith("Nimm 25 in Full House: ")
    assert "mehr als: 9 in Dreier eintragen" in told[-1]


def test_all_choices_are_listed_with_what_they_are_worth_the_best_first() -> None:
    table = create_scripted_table("331", rules="crag")
    told, game = "\n".join(play(table, "", "values", "repeat").told), table.game
    values = load_table(game.ruleset).table
    worth = [format_number(each.value) for each in Advice(values, game.card, game.faces, 1).choices]
    assert re.findall(r", average final total ([\d.]+)\.", told) == worth * 2
    allowed = [each for each in game.potentials if each.refusal is None]
    scores = {*re.findall(r"\. Score (\d+) in (.+), average", told)}
    assert scores == {(str(each.points), each.box.name) for each in allowed}
