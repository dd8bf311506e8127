"""What players are told while a server drains, and when their sessions end."""

import pytest

from tests.source import read_lines
from yahtzee_tui.host.services.server_drain import Activity, ServerDrain, must_leave


def test_players_are_told_three_times_and_again_if_it_is_sooner() -> None:
    drain = ServerDrain()
    told = {seconds: drain.tell(seconds, "") for seconds in range(1800, -1, -2)}
    rest = "Your games are saved; connect again to continue."
    assert {seconds: said for seconds, said in told.items() if said} == {
        1800: f"This server restarts in 30 minutes. {rest}",
        300: f"This server restarts in 5 minutes. {rest}",
        60: f"This server restarts in 1 minute. {rest}",
    }
    drain = ServerDrain()
    assert drain.tell(1800, "Tea.").endswith("to continue. Tea.")
    assert drain.tell(1798, "Tea.") == ""
    assert drain.tell(20, "").startswith("This server restarts in 20 seconds.")


@pytest.mark.parametrize(
    ("idle", "is_replaced", "is_in_turn", "is_at_table", "leaves"),
    read_lines(__file__, "leaving.jsonl"),
)
def test_a_session_ends_when_that_disturbs_least(
    idle: float, is_replaced: bool, is_in_turn: bool, is_at_table: bool, leaves: bool
) -> None:
    assert must_leave(Activity(idle, is_in_turn, is_at_table), is_replaced) is leaves
