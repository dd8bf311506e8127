"""Any words that make no sense are refused in one sentence."""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import Answer, check_refusal
from yahtzee_tui.cli import main

if TYPE_CHECKING:
    from tests.cli.conftest import Ask

COMMANDS = Path(__file__).with_name("hostile.jsonl").read_text().splitlines()
FILLERS = {"@LONG@": "x" * 100_000, "@NINES@": "9" * 10_000}

WORDS = st.one_of(
    st.sampled_from(
        ["play", "rules", "score", "--rules", "--card", "--json", "--seed", "--first", "--", "-"]
    ),
    st.text(max_size=12),
    st.text(string.digits + "=,", max_size=8),
)


def test_one_sentence(ask: Ask, subtests: pytest.Subtests) -> None:
    for line in COMMANDS:
        with subtests.test(line):
            words: list[str] = json.loads(line)
            for name, filler in FILLERS.items():
                words = [word.replace(name, filler) for word in words]
            check_refusal(ask(*words))


@pytest.mark.slow
@given(words=st.lists(WORDS, max_size=6))
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_anything(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    answer = Answer(main(words), *capsys.readouterr())
    if answer.code:
        check_refusal(answer)
    else:
        assert answer.err == ""
