"""Whatever is typed, it ends in one sentence."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import Answer, check_refusal, check_refusals
from yahtzee_tui.cli import main

if TYPE_CHECKING:
    from tests.cli.conftest import Ask

ESC = "\x1b[2J\x1b]0;owned\x07"
LONG = "x" * 100_000

HOSTILE: list[list[str]] = [
    ["frobnicate"],
    [""],
    [" "],
    [LONG],
    [ESC],
    ["\n"],
    ["\udcff\ud800"],
    ["PLAY"],
    ["play=Ann"],
    ["-x"],
    ["-"],
    ["-hx"],
    ["--verson"],
    ["--vers"],
    ["--version=3"],
    [f"--{LONG}"],
    ["--", "frobnicate"],
    ["play", ""],
    ["play", " \t"],
    ["play", "Ann\n"],
    ["play", ESC],
    ["play", LONG],
    ["play", "Ann", "ANN"],
    ["play", "\u202eAnn"],
    ["play", "A\u0301\u0301\u0301\u0301\u0301"],
    ["play", *"ABCDEFGHI"],
    ["play", "Ann", "--rules"],
    ["play", "Ann", "--rules", ""],
    ["play", "Ann", "--rules", "Official!"],
    ["play", "Ann", f"--rules={ESC}"],
    ["play", "Ann", "--rules", LONG],
    ["play", "Ann", "--seed", ""],
    ["play", "Ann", "--seed", "\udcff"],
    ["play", "Ann", "--seed", "x" * 65],
    ["play", "Ann", "--seed", "a\nb"],
    ["play", "Ann", "--first", "Bob"],
    ["play", "Ann", "--first", ""],
    ["play", "Ann", "--first", ESC],
    ["play", "Ann", "--dup"],
    ["play", "Ann", "--duplicate=yes"],
    ["play", "Ann", f"--duplicate={ESC}"],
    ["play", "Ann", f"--duplicate={LONG}"],
    ["resume", "3f9a", "--list"],
    ["resume", "3f9a", "3f9b"],
    ["export", ""],
    ["export", ESC],
    ["export", LONG],
    ["export", "3f9a", "--all"],
    ["export", "--json"],
    ["import"],
    ["import", LONG],
    ["import", ESC],
    ["import", "--database"],
    ["rules", ""],
    ["rules", "nonesuch"],
    ["rules", LONG],
    ["rules", "official", "yatzy"],
    ["rules", f"--{ESC}"],
    ["score"],
    ["score", ""],
    ["score", " "],
    ["score", "0"],
    ["score", "3", "3", "3", "4"],
    ["score", "333444"],
    ["score", "33347"],
    ["score", "33340"],
    ["score", "-3", "3", "3", "3", "3"],
    ["score", "3.0", "3333"],
    ["score", "٣٣٣٣٣"],
    ["score", "３３３３３"],
    ["score", "²2222"],
    ["score", "1" * 100_000],
    ["score", LONG],
    ["score", ESC],
    ["score", "33344\n"],
    ["score", "33344", "--rules", "nonesuch"],
    ["score", "33344", "--card"],
    ["score", "33344", "--card", ","],
    ["score", "33344", "--card", "="],
    ["score", "33344", "--card", "=5"],
    ["score", "33344", "--card", "ones"],
    ["score", "33344", "--card", "ones="],
    ["score", "33344", "--card", "ones=1,"],
    ["score", "33344", "--card", "ones=1=1"],
    ["score", "33344", "--card", "ones=-1"],
    ["score", "33344", "--card", "ones=+1"],
    ["score", "33344", "--card", "ones=1e0"],
    ["score", "33344", "--card", "ones=1_0"],
    ["score", "33344", "--card", "ones=٣"],
    ["score", "33344", "--card", "ones=00001"],
    ["score", "33344", "--card", f"ones={'9' * 10_000}"],
    ["score", "33344", "--card", "ones=1,aces=1"],
    ["score", "33344", "--card", "ones=1", "--card", "A1=2"],
    ["score", "33344", "--card", "pair=2"],
    ["score", "33344", "--card", f"{ESC}=2"],
    ["score", "33344", "--card", f"{LONG}=2"],
    ["score", "33344", "--card", f"ones={ESC}"],
    ["score", "33344", "--json=1"],
    ["replay"],
    ["replay", "a", "b"],
    ["replay", "--text", "--json", "a"],
    ["replay", "/nonexistent/file"],
    ["replay", "/"],
    ["replay", "a\0b"],
    ["replay", "\udcff\udcfe"],
    ["replay", "\ud800"],
    ["review", "a", "b"],
    ["review", "a", "--game", "3f9a"],
    ["review", "--game"],
    ["review", "--game", ESC],
    ["review", "--game", LONG],
    ["review", "--text", "--json"],
    ["review", "/nonexistent/file"],
    ["review", "\udcff\udcfe"],
    ["review", ESC],
    ["review", LONG],
    ["replay", ESC],
    ["replay", LONG],
]


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open no game where the tests themselves have a terminal."""
    monkeypatch.setattr("os.isatty", lambda _: False)


def test_one_sentence(ask: Ask, subtests: pytest.Subtests) -> None:
    check_refusals(ask, subtests, HOSTILE)


WORDS = st.one_of(
    st.sampled_from(
        ["play", "rules", "score", "--rules", "--card", "--json", "--seed", "--first", "--", "-"]
    ),
    st.text(max_size=12),
    st.text(string.digits + "=,", max_size=8),
)


@given(words=st.lists(WORDS, max_size=6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_anything(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    answer = Answer(main(words), *capsys.readouterr())
    if answer.code:
        check_refusal(answer)
    else:
        assert answer.err == ""
