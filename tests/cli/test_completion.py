"""What a shell offers when Tab is pressed, and the lines for its start file."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import check_refusal
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.cli.commands import SHELLS
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Ask


@pytest.mark.slow
def test_what_a_shell_offers(tmp_path: Path) -> None:
    home = UserFolders(tmp_path)
    with home.open_store() as store:
        table = TableConfig(("Ann",)).create_table()
        saved = store.games.add(table.record, table.game).game
    answer = tmp_path / "answer"
    (tmp_path / "mine.toml").touch()
    for line, word in (
        ("yahtzee-tui pl", "play"),
        ("yahtzee-tui play Ann --bot e", "expert"),
        ("yahtzee-tui simulate --players expert,ch", "expert,champion"),
        ("yahtzee-tui score 11111 --rules yatzy --card ones=3,two_", "ones=3,two_pairs="),
        (f"yahtzee-tui resume {saved[:2]}", saved),
        ("yahtzee-tui help comp", "completion"),
        ("yahtzee-tui --theme co", "contrast color-blind"),
        ("yahtzee-tui play --rules ", " ".join(RULESETS)),
        (f"yahtzee-tui play --rules {tmp_path}/mine", f"{tmp_path}/mine.toml"),
        (f"yahtzee-tui simulate --players expert,{tmp_path}/m", f"expert,{tmp_path}/mine.toml"),
        ("yahtzee-tui play Ann Bob --first ", "random Ann Bob"),
    ):
        environment = {
            "_ARGCOMPLETE": "1",
            "_ARGCOMPLETE_IFS": "\n",
            "_ARGCOMPLETE_COMP_WORDBREAKS": " ",
            "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
            "COMP_TYPE": "9",
            "COMP_LINE": line,
            "COMP_POINT": str(len(line)),
        }
        command = (sys.executable, "-m", "yahtzee_tui")
        subprocess.run(command, env={**os.environ, **home.env, **environment}, check=True)
        assert answer.read_text().split() == word.split(), line


def test_the_lines_for_a_start_file(ask: Ask) -> None:
    for shell in SHELLS:
        code, out, err = ask("completion", shell)
        assert (code, err) == (0, "")
        assert "yahtzee-tui" in out
        assert ("compinit" in out) is (shell == "zsh")
    check_refusal(ask("completion", "tcsh"))
