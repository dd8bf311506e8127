"""A position in one line, played on or practiced in lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.plain.programs import hear

if TYPE_CHECKING:
    from tests.terminal.user_folders import UserFolders

POSITION = "official 1,.,9,.,.,.,.,.,25,.,.,50,.+1 r2 55531"
LAST = "official 1,6,9,8,10,24,24,22,25,30,40,50,. r0"


def test_a_position_is_played_on_and_nothing_is_saved(home: UserFolders) -> None:
    words = ("play", "Ann", "--plain", "--from", POSITION, "--seed", "3")
    said = hear(home, *words, lines="123\n\ns fives\nlog\nreview\n")
    for told in (
        "Round 5 of 13, Ann's turn, 1 roll left.",
        "Ann's dice show 5, 5, 5, 3, 1.",
        "This game isn't saved",
        "Ann scored 15 in Fives, total 200.\nRound 6 of 13.",
        "Round 5, Ann: 15 in Fives.",
        "'review' isn't possible here.",
    ):
        assert told in said
    assert "Saved" not in said
    assert hear(home, "resume", "--list") == "No unfinished games.\n"


def test_its_end_offers_no_other_game(home: UserFolders) -> None:
    words = ("play", "Ann", "--plain", "--from", LAST)
    said = hear(home, *words, lines="\ns chance\np\nn\nq\n")
    assert "Game over. Type u to undo the last score, q to quit." in said
    assert "'play' isn't possible here." in said
    assert hear(home, "scores") == "No finished games yet.\n"


def test_one_position_is_practiced_and_does_not_come_back(home: UserFolders) -> None:
    for answer, verdict in (("123\n\n", "Right. Keep 5, 5, 5"), ("s 1\ns twos\ny\n", "lost: you")):
        said = hear(home, "practice", "--plain", *POSITION.split(), lines=answer + "\n\n")
        assert "Your position. Round 5 of 13." in said
        assert verdict in said
        assert "Back in" not in said
        assert "Enter for the next position" not in said
