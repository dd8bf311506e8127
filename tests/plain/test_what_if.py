"""A position in one line, played on or practiced in lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.plain.test_program import home, run

if TYPE_CHECKING:
    from tests.terminal.user_folders import UserFolders

__all__ = ["home"]

POSITION = "official 1,.,9,.,.,.,.,.,25,.,.,50,.+1 r2 55531"
LAST = "official 1,6,9,8,10,24,24,22,25,30,40,50,. r0"


def test_a_position_is_played_on_and_nothing_is_saved(home: UserFolders) -> None:
    lines = "123\n\ns fives\nlog\nreview\n"
    played = run(home, "play", "Ann", "--plain", "--from", POSITION, "--seed", "3", lines=lines)
    said = played.stdout.decode()
    assert (played.returncode, played.stderr) == (0, b"")
    assert "Round 5 of 13, Ann's turn, 1 roll left." in said
    assert "Ann's dice show 5, 5, 5, 3, 1." in said
    assert "This game isn't saved" in said
    assert "Ann scored 15 in Fives, total 200.\nRound 6 of 13." in said
    assert "Round 5, Ann: 15 in Fives." in said
    assert "'review' isn't possible here." in said
    assert "Saved" not in said
    assert run(home, "resume", "--list").stdout == b"No unfinished games.\n"


def test_its_end_offers_no_other_game(home: UserFolders) -> None:
    said = run(home, "play", "Ann", "--plain", "--from", LAST, lines="\ns chance\np\nn\nq\n")
    assert "Game over. Type u to undo the last score, q to quit." in said.stdout.decode()
    assert "'play' isn't possible here." in said.stdout.decode()
    assert run(home, "scores").stdout == b"No finished games yet.\n"


def test_one_position_is_practiced_and_does_not_come_back(home: UserFolders) -> None:
    for answer, verdict in (("123\n\n", "Right. Keep 5, 5, 5"), ("s 1\ns twos\ny\n", "lost: you")):
        asked = run(home, "practice", "--plain", *POSITION.split(), lines=answer + "\n\n")
        said = asked.stdout.decode()
        assert (asked.returncode, asked.stderr) == (0, b"")
        assert "Your position. Round 5 of 13." in said
        assert verdict in said
        assert "Back in" not in said
        assert "Enter for the next position" not in said
