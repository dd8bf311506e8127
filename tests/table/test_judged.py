"""Judged games: which games are tries, how days are counted, and when new dice come."""

import time

from yahtzee_tui.rules import Setup
from yahtzee_tui.table import judged
from yahtzee_tui.table.judged import find_event

DAY = "2026-11-21"


def setup(dice: str = f"seed:daily {DAY}", rules: str = "official", *players: str) -> Setup:
    return Setup(rules, players or ("Ann",), dice=dice)


def test_which_games_are_tries() -> None:
    for own in (setup(), judged.daily_event(DAY).configure(1, "Ann").create_table().setup):
        assert judged.find_day(own) == DAY
    for other in (
        setup("system"),
        setup("seed:42"),
        setup(f"seed:daily {DAY}#2"),
        setup("seed:daily of course"),
        setup(f"duplicate:daily {DAY}"),
        setup(rules="yatzy"),
        setup(f"seed:daily {DAY}", "official", "Ann", "Bob"),
    ):
        assert judged.find_day(other) is None
    for day in ("2026-02-30", "2026-13-01", "0000-01-01"):  # which no calendar has
        assert judged.find_day(setup(f"seed:daily {day}")) is None
        assert judged.find_day(setup(f"daily {day}:sha256:{64 * 'a'}")) is None


def test_days_are_numbered_from_the_first_of_2026() -> None:
    days = {"2026-01-01": "#1", "2026-11-23": "#327", "2027-01-01": "#366", "2025-12-31": ""}
    for day, number in days.items():
        assert judged.number_day(day) == (number or day)


def test_new_dice_come_at_midnight() -> None:
    clocks = {"00:00": "24 h 0 min", "18:59": "5 h 1 min", "23:01": "0 h 59 min"}
    for clock, said in clocks.items():
        assert judged.describe_next(time.strptime(clock, "%H:%M")) == f"in {said}"


def test_an_event_has_no_number_that_is_too_long_to_read() -> None:
    dice = "event 0123456789ab.{}:sha256:" + 64 * "a"
    assert find_event(setup(dice.format(12))) == ("0123456789ab", 12)
    assert find_event(setup(dice.format(5000 * "9"))) is None


def test_a_streak_is_of_consecutive_days_and_waits_for_the_present_one() -> None:
    days = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-02-20", "2026-99-99"]
    for day, streak in (
        ("2026-03-01", 3),
        ("2026-03-02", 3),
        ("2026-03-03", 0),
        ("2026-02-28", 2),
        ("2026-02-20", 1),
        ("2026-99-99", 0),
    ):
        assert judged.count_streak(days, day) == streak, day
