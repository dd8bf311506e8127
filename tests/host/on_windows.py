"""What `tests/test_other_systems.py` runs besides: hosting without Unix."""

import pytest

from tests.cli.conftest import Ask, ask, check_refusal

__all__ = ["ask"]

UNIX = tuple(
    f"yahtzee_tui.host.{each}"
    for each in (
        "lines.bot_visit", "lines.line_visit", "lines.lobby", "lines.place",
        "lines.plain_visit", "lines.shared_table", "ssh.server", "ssh.worker",
    )
)  # fmt: skip


@pytest.mark.parametrize("words", ["serve", "serve --check", "visit"])
def test_hosting_is_refused_in_a_sentence(ask: Ask, words: str) -> None:
    answer = ask(*words.split())
    check_refusal(answer)
    assert "can't be hosted on this system" in answer.err


def test_example_files_can_be_printed(ask: Ask) -> None:
    assert ask("serve", "--print", "compose").code == 0
