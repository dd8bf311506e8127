"""From the shell to the end of a game and back, by keyboard alone and by mouse alone."""

import re

import pytest

from tests.terminal.conftest import Open
from tests.terminal.console import CURSOR, Console
from tests.terminal.input_methods import Keyboard, Mouse, play_out
from tests.terminal.screen_text import wait_until_agreed
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.cli.play import format_ranking
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.table import TableConfig, describe_end


@pytest.mark.parametrize(
    ("hands", "rules"),
    [pytest.param(Keyboard, "yatzy", marks=pytest.mark.exhaustive), (Mouse, "official")],
)
@pytest.mark.slow
def test_a_whole_game(
    open_game: Open, home: UserFolders, rules: str, hands: type[Keyboard] | type[Mouse]
) -> None:
    """After every action the whole card must be what a table of the same seed says."""
    table = TableConfig(("Ann", "Bob"), rules, seed="42").create_table()
    home.settings.write_text("confirm_zero = false\n")
    console = open_game("play", "Ann", "Bob", "--rules", rules, "--seed", "42", **home.env)
    player = hands(console)
    play_out(console, table, player)
    console.wait_for("Play again")
    assert describe_end(table.game).removesuffix(".").upper() in console.text
    for standing in table.game.ranking:
        card = table.game.cards[standing.seat]
        numbers = [card.upper_total, card.upper_bonus, card.lower_total, card.grand_total]
        line = [f"{standing.place}.", table.game.players[standing.seat], *map(str, numbers)]
        assert any(" ".join(line) in " ".join(row.split()) for row in console.lines)
    player.look()
    wait_until_agreed(console, table)
    player.leave()
    assert console.wait() == 0
    assert console.read_farewell().replace("\r\n", "\n").endswith(format_ranking(table.game))


@pytest.mark.slow
def test_from_the_title_to_a_game_of_two(open_game: Open) -> None:
    console = open_game()
    console.wait_for("Learn the game in 90 seconds")
    console.press("escape")
    console.wait_for("3 rolls left")
    console.press("escape")
    console.wait_for("Yahtzee alone")
    console.press("ctrl+p")
    console.wait_for("type part of its name")
    console.write("\x1b[200~❤️\x1b[201~")  # pasted: the cursor goes over what takes no room
    console.wait_for("❤")
    console.press("left")
    console.wait_for(lambda: b"m\xef\xb8\x8f" in console.output)  # drawn by itself now
    console.press("escape")
    console.wait_gone("❤")
    console.click_on("New game")
    console.wait_for("First player")
    console.press("down", *"李雷")
    console.wait_for("李雷")
    console.press("ctrl+s")
    console.wait_for("TOTAL")
    console.wait_for(" rolls left")  # who begins is drawn
    heading = next(line for line in console.lines if "UPPER" in line)
    assert "李雷" in heading
    console.press("escape")
    console.wait_for("Play   ")
    console.press("q")
    assert console.wait() == 0
    assert console.read_farewell().count("\n") == 0, "of a game that had not begun"
    console.assert_restored()


@pytest.mark.slow
def test_a_game_left_halfway_is_told_on_the_normal_screen(open_game: Open) -> None:
    table = TableConfig(("Ann", "Bob"), seed="7").create_table()
    console = open_game("play", "Ann", "Bob", "--seed", "7")
    wait_until_agreed(console, table)
    console.wait_for("q Quit")  # the last row, which may be read later than the rest
    column, row = console.find("q Quit")
    console.write(f"\x1b[<35;{column + 2};{row + 1}M")
    console.wait_for(lambda: b"\x1b]22;pointer\x07" in console.output)
    console.press("space", "x")
    table.apply(table.game.seat, Roll())
    wait_until_agreed(console, table)
    console.press("/")
    console.wait_for("Esc to cancel")
    console.press(*"chance", "enter")
    table.apply(table.game.seat, Score("chance"))
    wait_until_agreed(console, table)
    console.quit()
    totals = ", ".join(
        f"{player} {card.grand_total}"
        for player, card in zip(table.game.players, table.game.cards, strict=True)
    )
    farewell = console.read_farewell()
    assert f"Game paused in round 1 of 13: {totals}." in farewell
    assert "Saved. To continue, run yahtzee-tui resume." in farewell
    assert "\x1b" not in farewell.partition("Game paused")[2]


def test_only_the_left_button_acts_and_all_keys_of_a_packet(open_game: Open) -> None:
    table = TableConfig(("Ann",), seed="5").create_table()
    console = open_game("play", "Ann", "--seed", "5")
    wait_until_agreed(console, table)
    for button in (1, 2, 0):
        console.click(60, 5, button)
    console.wait_for("roll 1 of 3")
    console.press("x")
    table.apply(0, Roll())
    for button in (1, 2):
        console.click(*console.find("Chance  "), button)
    console.press("1")
    table.apply(0, Hold((0,)))
    wait_until_agreed(console, table)
    console.write("r2")  # where the dice roll
    table.apply(0, Roll())
    table.apply(0, Hold((0, 1)))
    wait_until_agreed(console, table)
    console.click(*console.find("Chance  "))
    table.apply(0, Score("chance"))
    wait_until_agreed(console, table)


@pytest.mark.slow
def test_nothing_of_a_caption_is_left_between_tumbling_dice(
    open_game: Open, home: UserFolders
) -> None:
    home.settings.write_text('dice_speed = "full"\n')
    console = open_game("play", "Ann", "Bob", "--seed", "7", **home.env)
    console.wait_for("3 rolls left")
    console.press("space", "x", "/")
    console.wait_for("Esc to cancel")
    console.press(*"chance", "enter")
    console.wait_for("Ann's last roll")
    _, row = console.find("Ann's last roll")
    console.press("space")
    console.wait_for("Bob · roll 1 of 3")
    assert not re.search("[a-z]", console.lines[row][:56])


def wait_until_at(console: Console, text: str) -> None:
    console.wait_for(lambda: console.at_cursor.startswith(text) and console.read_modes()[CURSOR])


@pytest.mark.slow
def test_the_cursor_follows_for_screen_readers(open_game: Open) -> None:
    console = open_game("play", "Ann", "--seed", "5", "--cursor")
    wait_until_at(console, "Fill all 13 boxes")
    console.press("space", "x")
    console.wait_for("Hold the dice that match")
    console.press("2")
    wait_until_at(console, "2 held")
    console.press("o")
    wait_until_at(console, "Colors")
    console.press("escape", "down")
    console.wait_for(lambda: console.before_cursor.endswith("▸"))
    console.suspend()
    console.wake()
    console.wait_for(lambda: console.before_cursor.endswith("▸") and console.read_modes()[CURSOR])
    console.quit()
