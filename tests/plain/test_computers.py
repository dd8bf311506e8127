"""Those who play or advise without sitting here: computers and the coach."""

from __future__ import annotations

import io
import os
import re

import pytest

from tests.plain.scripted_game import ANN, ANN_AND_BOB, play
from tests.table.scripted import create_scripted_table
from yahtzee_tui.plain.console import Console
from yahtzee_tui.plain.game_loop import GameLoop
from yahtzee_tui.services.value_tables import ValueTables
from yahtzee_tui.settings import CoachMode, Options
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig

ALWAYS, NEVER = Options(coach=CoachMode.ALWAYS), Options(coach=CoachMode.OFF)
LATE = (
    "ones", "twos", "threes", "fours", "fives", "sixes",
    "three_of_a_kind", "four_of_a_kind", "full_house", "small_straight",
)  # fmt: skip


def test_the_coach_is_asked_and_the_record_says_so() -> None:
    table = create_scripted_table("55531", players=ANN_AND_BOB)
    played = play(table, "", "h", "hint")
    assert re.fullmatch(
        r"Keep 5, 5, 5: [\d.]+ on average, [\d.]+ more than .+ These are dice 1, 2 and 3\.",
        played.told[-1],
    )
    assert played.told[-2] == played.told[-1]
    assert table.record.setup.coached == (0,)


def test_the_coach_names_a_box_and_late_in_a_game_of_several_chances_of_winning() -> None:
    played = play(create_scripted_table("23456"), "", "h")
    assert played.told[-1].startswith("Score 40 in Large straight: ")
    turns = [("12346", box) for box in LATE for _ in ANN_AND_BOB]
    played = play(create_scripted_table("55531", players=ANN_AND_BOB, filled=turns), "", "h")
    assert re.search(r"\d%", played.told[-1])


def test_the_coach_speaks_by_itself_if_that_is_wanted_or_not_at_all() -> None:
    for options, told in ((ALWAYS, 1), (Options(), 0), (NEVER, 0)):
        table = create_scripted_table("55531", players=ANN)
        spoken = [line for line in play(table, "", options=options).told if "on average" in line]
        assert len(spoken) == told
        assert table.record.setup.coached == ((0,) if told else ())
    played = play(table, "h", options=NEVER)
    assert played.told[-1] == "Your settings have turned the coach off."
    assert table.record.setup.coached == ()


def test_the_first_roll_may_come_by_itself() -> None:
    auto = Options(auto_roll=True, pause=1.0)
    table = create_scripted_table("55531", "12345", players=ANN_AND_BOB)
    played = play(table, "s fives", "u", "s 5", "", options=auto)
    assert played.told[:3] == [
        "Ann rolled 5, 5, 5, 3, 1. 2 rolls left.",
        "Ann scored 15 in Fives, total 15.",
        "Round 1 of 13: u takes the score back, Enter or a pause of 1 second rolls for Bob.",
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
            GameLoop(saved_table, console, options, ValueTables()).run()
    assert output.getvalue().splitlines()[-2:] == [
        "Bob rolled 1, 2, 3, 4, 5. 2 rolls left.",
        "Bob's move:",
    ]
