"""Practice in lines of text, its progress, and a position in one line that is played on."""

from tests.plain.programs import hear
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.rules import OFFICIAL, Position
from yahtzee_tui.services.practice import read_positions
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.strategy import Advice, HoldChoice, describe_choice, load_value_table


def test_positions_are_answered_by_the_commands_of_a_game(home: UserFolders) -> None:
    position = Position.parse(next(iter(read_positions("official"))))
    table = load_value_table(OFFICIAL, cache_folder()).table
    advice = Advice(table, position.card, position.faces, position.rolls_left)
    best = advice.best
    assert isinstance(best, HoldChoice)
    hold = "".join(str(at + 1) for at in advice.positions(best)) or "0"
    lines = ["hint", "s 99", "card", hold, "", "", "s chance", "y", "q"]
    said = hear(home, "practise", "--plain", lines="\n".join(lines) + "\n")
    there = len(read_positions("official"))
    kept = describe_choice(best).replace("-", ", ").capitalize()
    for told in (
        f"Practice of Yahtzee: {there} positions waiting. No rated games yet",
        "'hint' isn't possible in practice.",
        "No open box matches '99'.",
        f"Right. {kept}: expect",
        "points lost: you scored",
        "Back in 1 minute.",
    ):
        assert told in said
    second = hear(home, "practice", "--plain", lines="q\n")
    assert f"Practice of Yahtzee: {there - 2} positions waiting. No rated" in second
    third = hear(home, "practice", "--plain", "--rules", "yacht")
    assert "No positions for these rules yet." in third


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
    assert hear(home, "scores") == "No high scores yet.\n"


def test_one_position_is_practiced_and_does_not_come_back(home: UserFolders) -> None:
    for answer, verdict in (("123\n\n", "Right. Keep 5, 5, 5"), ("s 1\ns twos\ny\n", "lost: you")):
        said = hear(home, "practice", "--plain", *POSITION.split(), lines=answer + "\n\n")
        assert "Your position. Round 5 of 13." in said
        assert verdict in said
        assert "Back in" not in said
        assert "Enter for the next position" not in said
