"""Terminals of every kind and size: what each is sent, what it sends, and how little that is."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.terminal.conftest import Open
from tests.terminal.console import Console
from tests.terminal.program import yahtzee
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.tui.terminal.filters import QUESTION

pytestmark = pytest.mark.slow

FEW, MANY, FULL = "16 colors", "256 colors", "all colors"

_STYLE = re.compile(rb"\x1b\[([\d;]*)m")
_CONTROL = re.compile(r"\x1b\[[?<>=]?[\d;]*[A-Za-z]|\x1b[()]?[A-Z0-9=>]|[\r\n\x08]")
_SIGNS = "•◘○◙♂♀♪♫►▶◄◀↕‼¶§▬↨↑↓→←∟↔▲▼"
"""What the code page 437 has where others have control characters."""


class Kind(NamedTuple):
    env: dict[str, str]
    colors: set[str]


KINDS = {
    "linux": Kind({"TERM": "linux", "COLORTERM": ""}, {FEW}),
    "16 colors": Kind({"TERM": "xterm-16color", "COLORTERM": ""}, {FEW}),
    "screen": Kind({"TERM": "screen", "COLORTERM": "", "LC_ALL": "C"}, {FEW}),
    "tmux": Kind({"TERM": "tmux-256color", "COLORTERM": ""}, {MANY}),
    "full": Kind(
        {"LC_ALL": "", "LC_CTYPE": "", "LANG": "de_DE.ISO-8859-1", "LANGUAGE": "en"}, {FULL}
    ),
    "no color": Kind({"NO_COLOR": "1"}, set()),
}


def colors_of(output: bytes) -> Iterator[str]:
    """Yield which colors are named in what was written, but not in the question about them."""
    for found in _STYLE.findall(output.replace(QUESTION.encode(), b"")):
        numbers = [int(number or 0) for number in found.split(b";")]
        while numbers:
            number = numbers.pop(0)
            if number in (38, 48):
                is_full = numbers.pop(0) == 2
                del numbers[: 3 if is_full else 1]
                yield FULL if is_full else MANY
            elif number // 10 in (3, 4, 9, 10) and number % 10 < 8:
                yield FEW


@pytest.mark.parametrize("kind", KINDS)
def test_a_turn_on_every_kind_of_terminal(open_game: Open, home: UserFolders, kind: str) -> None:
    env, colors = KINDS[kind]
    console = open_game("play", "Ann", "--seed", "9", **home.env | env)
    console.wait_for("3 rolls left")
    console.press("space")
    console.wait_for("roll 1 of 3")
    console.press("2")
    console.wait_for("2 held")
    console.score()
    console.wait_for("u to undo")
    console.quit()
    output = bytes(console.output)
    assert set(colors_of(output)) == colors
    text = _CONTROL.sub("", output.decode())
    if kind == "linux":
        assert not re.search(rb"\x1b\[(?:[\d;]*;)?10[0-7][;m]", output)
        assert "═" in text
        text.translate(dict.fromkeys(map(ord, _SIGNS))).encode("cp437")
        # Where unknown other screen, nothing is left behind.
        first, *others = [line for line in console.lines if line.strip()]
        assert "Game paused in round 2 of 13" in first
        assert len(others) == 1
    elif kind in ("screen", "full"):
        assert text.isascii()
    else:
        assert "━" in text


REDRAWN = (b"Round", b"roll 1 of 3", b"UPPER", b"Quit")
"""What is in the header, beside the dice, on the card and in the key bar."""


def test_a_terminal_that_answers_is_sent_all_colors_and_none_of_it_is_a_key(
    open_game: Open, home: UserFolders
) -> None:
    console = open_game("play", "Ann", "--seed", "9", **home.env | KINDS["tmux"].env)
    console.wait_for("TOTAL")
    console.press("space")
    console.wait_for("then Space")  # what to do, which is drawn after the dice
    assert QUESTION.encode() in console.output
    assert set(colors_of(bytes(console.output))) == {MANY}
    before = len(console.output)
    for piece in ("\x1bP1$r0;48:2::1", ":2:3m\x1b\\"):  # late, and in pieces
        console.write(piece)
        console.read(0.3)

    def redrawn() -> bytes:
        """Return what was written from the first of all colors on."""
        return bytes(console.output[before:]).partition(b"8;2;")[2]

    console.read_until(lambda: all(text in redrawn() for text in REDRAWN))
    assert all(text in redrawn() for text in REDRAWN), "everything is drawn again"
    assert set(colors_of(redrawn())) == {FULL}
    assert " held" not in console.text


def reports_mouse(console: Console) -> set[bool]:
    modes = console.read_modes()
    return {modes[mode] for mode in (1000, 1003, 1006)}


def test_the_mouse_is_given_back_to_the_terminal_and_taken_again(open_game: Open) -> None:
    console = open_game("play", "Ann")
    console.wait_for("3 rolls left")
    for typed, taken in (("Mouse: selects", False), ("Mouse: plays", True)):
        console.press("ctrl+p")
        console.wait_for("What do you want to do?")
        console.write(typed)
        console.press("enter")
        console.wait_for(lambda taken=taken: reports_mouse(console) == {taken})  # type: ignore[misc]
    console.assert_taken()


class InScreen(Console):
    """The game in a window of GNU screen, which holds back a lone Esc while the mouse is used."""

    command = staticmethod(
        lambda *words: ["screen", "-mUS", "yahtzee", "-c", "/dev/null", *yahtzee(*words)]
    )


@pytest.mark.skipif(shutil.which("screen") is None, reason="GNU screen is not installed")
def test_a_lone_escape_arrives_in_gnu_screen(tmp_path: Path) -> None:
    folder = tmp_path / "screens"
    folder.mkdir(0o700)
    with InScreen("play", "Ann", SCREENDIR=str(folder)) as console:
        try:
            console.wait_for("The mouse is off")
            console.press("escape")
            console.wait_for("Learn")
        finally:
            quit_it = ["screen", "-S", "yahtzee", "-X", "quit"]
            subprocess.run(quit_it, env={"SCREENDIR": str(folder)}, check=False)


IDLE, WATCHES = 2.5, 4
"""Seconds for which a table is watched, as games look every 2 s whether they go on elsewhere; and
how often at most, as a busy machine draws late what still was to come."""


def test_a_key_costs_little_and_an_idle_table_nothing(open_game: Open, tmp_path: Path) -> None:
    """With a coach who advises, with a computer that waits, on a terminal that shows at once."""
    home = UserFolders(tmp_path, 'dice_speed = "off"\ncoach = "always"\n')
    console = open_game("play", "Ann", "Bob", "--bot", "beginner", "--seed", "42", **home.env)
    console.wait_for("the highest total wins")  # the tip comes last
    console.write("\x1b[?2026;2$y")
    console.let_rest()
    assert len(console.output) < 11_000
    for key, least, most in (("space", 1000, 8000), ("1", 100, 1300), ("down", 50, 800)):
        before = len(console.output)
        console.press(key)
        console.wait_for(lambda before=before: len(console.output) > before)  # type: ignore[misc]
        console.wait_for(lambda: "in total" in console.text or "to win" in console.text)
        console.let_rest()
        assert least < len(console.output) - before < most, key
    assert any(console.read(IDLE) == b"" for _ in range(WATCHES))
    assert console.alive
