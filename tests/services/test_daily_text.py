"""The text that a player posts after a daily game."""

from __future__ import annotations

import pytest

from tests.source import read_lines
from tests.store.games import play_out
from yahtzee_tui.services.game_summary import GameSummary, format_daily_text
from yahtzee_tui.strategy import Grade
from yahtzee_tui.table.daily import DailyAttempt, daily_config


@pytest.mark.parametrize(("luck", "said"), read_lines(__file__, "luck.jsonl"))
def test_it_says_number_points_turns_luck_skill_and_where_to_play(luck: float, said: str) -> None:
    record, game = play_out("official", ("Ann",), 1)
    setup = daily_config("Ann", "2026-11-23").create_table().setup
    attempt = DailyAttempt("", record._replace(setup=setup), game)
    grades = (Grade.BEST, Grade.GOOD, Grade.SLIP, Grade.POOR)
    summary = GameSummary(grades, luck, 0.85, "")
    text = format_daily_text(
        attempt, summary, best=284, streak=7, command="ssh -t a.example", ascii_only=False
    )
    assert text.splitlines() == [
        f"Yahtzee daily #327: {attempt.total} points",
        "Everyone gets the same dice; best play, not knowing them, scores 284.",
        "🟩🟩🟨🟥",
        f"Luck: {said}. Decisions: 85% as best play makes them.",
        "7 days in a row. Your turn: ssh -t a.example",
    ]
    plain = format_daily_text(
        attempt, None, best=None, streak=0, command="yahtzee-tui daily", ascii_only=True
    )
    assert plain.isascii()
    assert plain.splitlines()[1:] == ["Your turn: yahtzee-tui daily"]
    with_letters = format_daily_text(
        attempt, summary, best=284, streak=1, command="yahtzee-tui daily", ascii_only=True
    )
    assert "\nGGYR  (G good, Y a slip, R poor)\n" in with_letters
    assert with_letters.isascii()
