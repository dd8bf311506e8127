"""The end of a game: who won, what to do next, and that the last score can still be undone."""

from __future__ import annotations

import pytest

from tests.tui.sampling import thin, thin_keys
from tests.tui.stage import STILL, Stage, at_table, on_stage
from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import OFFICIAL, Game, Roll, Score
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.result import ranking_table

BUT_CHANCE = [box.id for box in OFFICIAL.boxes if box.id != "chance"]
TWO = ("Ann", "Bob")


def nearly_over(players: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return turns that leave every player the box of chance alone."""
    return [("12346", box) for box in BUT_CHANCE for _ in players]


async def finish(stage: Stage) -> None:
    """Play the turns that are left."""
    while not stage.game.is_over:
        await stage.press("space", "enter")


def places(game: Game) -> list[list[str]]:
    """Return the lines of the ranking, cut into words, without the heading."""
    return [line.split() for line in str(ranking_table(game)).splitlines()[1:]]


async def test_the_ranking_shows_places_names_and_all_totals() -> None:
    async with at_table("12346", "66666", players=TWO, filled=nearly_over(TWO)) as stage:
        await finish(stage)
        assert stage.at == "ResultScreen"
        upper, lower = 1 + 2 + 3 + 4 + 6, 30
        assert places(stage.game) == [
            ["1.", "Bob", str(upper), "0", str(lower + 30), str(upper + lower + 30)],
            ["2.", "Ann", str(upper), "0", str(lower + 16), str(upper + lower + 16)],
        ]
        assert "Bob wins" in stage.text
        for line in places(stage.game):
            assert any(" ".join(line) in " ".join(shown.split()) for shown in stage.lines)


async def test_equal_totals_share_a_place_and_the_win() -> None:
    players = ("Ann", "Bob", "Cy")
    throws = ("11111", "66666", "66666")
    async with at_table(*throws, players=players, filled=nearly_over(players)) as stage:
        await finish(stage)
        assert [line[:2] for line in places(stage.game)] == [
            ["1.", "Bob"], ["1.", "Cy"], ["3.", "Ann"],
        ]  # fmt: skip
        assert "Bob and Cy" in stage.text


@pytest.mark.slow
@pytest.mark.parametrize("size", thin_keys([(60, 20), (80, 24)]))
async def test_eight_players_and_the_choices_fit(size: tuple[int, int]) -> None:
    players = tuple(f"Player {number} 太郎太郎" for number in range(1, 9))
    filled = nearly_over(players)
    async with at_table(*["12346"] * 8, players=players, filled=filled, size=size) as stage:
        await finish(stage)
        for name in players:
            assert name in stage.text
        for word in ("Play again", "New game", "Undo", "Total"):
            assert word in stage.text


@pytest.mark.parametrize("way", thin(["button", "key"]))
async def test_undo_takes_the_last_score_back_and_the_game_goes_on(way: str) -> None:
    async with at_table("12346", "66666", filled=nearly_over(("Ann",))) as stage:
        await finish(stage)
        if way == "key":
            await stage.press("u")
        else:
            await stage.click("#undo")
        assert stage.at == "TableScreen"
        assert not stage.game.is_over
        assert stage.game.card["chance"] is None
        assert stage.game.faces == (1, 2, 3, 4, 6)
        await stage.press("space")
        assert stage.game.faces == (6, 6, 6, 6, 6)
        await stage.press("enter")
        assert stage.at == "ResultScreen"
        assert stage.game.card["chance"] == 30


@pytest.mark.parametrize("key", thin(["escape", "e"]))
async def test_the_cards_can_be_seen_and_the_result_again(key: str) -> None:
    async with at_table("12346", filled=nearly_over(("Ann",))) as stage:
        await finish(stage)
        await stage.press(key)
        assert stage.at == "TableScreen"
        assert stage.cell("chance") == "16"
        await stage.press("space", "1", "a")
        assert stage.at == "TableScreen"
        assert stage.game.is_over
        for again in ("e", "enter"):
            await stage.press(again)
            assert stage.at == "ResultScreen"
            await stage.press("escape")
        await stage.click_text("See the ranking")
        assert stage.at == "ResultScreen"
        await stage.press("escape", "u")
        assert not stage.game.is_over


@pytest.mark.parametrize("way", thin(["p", "enter", "click"]))
async def test_play_again_seats_the_same_players(way: str) -> None:
    async with at_table("12346", "12346", players=TWO, filled=nearly_over(TWO)) as stage:
        await finish(stage)
        old = stage.table
        if way == "click":
            await stage.click("#again")
        else:
            await stage.press(way)
        assert stage.at == "TableScreen"
        assert stage.table is not old
        assert stage.game.players == TWO
        assert stage.table.history.events == ()


async def test_play_again_has_new_dice_though_seeded() -> None:
    config = TableConfig(("Ann",), seed="7")
    app = YahtzeeApp(config, "Ann", STILL)
    assert app.table is not None
    for box in OFFICIAL.boxes[:-1]:
        app.table.apply(0, Roll())
        app.table.apply(0, Score(box.id))
    async with on_stage(app) as stage:
        await stage.press("space", "enter")
        assert stage.at == "ResultScreen"
        await stage.press("p", "space")
        again = config.next_game()
        assert stage.app.config == again
        assert stage.table.setup.dice != config.create_table().setup.dice
        assert isinstance(stage.table._dice, SeededDice)


@pytest.mark.parametrize("way", thin(["button", "key"]))
async def test_new_game_asks_for_players_and_knows_the_last_ones(way: str) -> None:
    async with at_table(
        *["12346"] * 2, players=TWO, rules="free-joker", filled=nearly_over(TWO)
    ) as stage:
        await finish(stage)
        if way == "key":
            await stage.press("n")
        else:
            await stage.click("#new")
        assert stage.at == "NewGameScreen"
        assert "Ann" in stage.text
        assert "Bob" in stage.text
        await stage.press("ctrl+s")
        assert stage.game.players == TWO
        assert stage.game.ruleset.id == "free-joker"


@pytest.mark.slow
async def test_arrows_walk_through_the_choices() -> None:
    async with at_table("12346", filled=nearly_over(("Ann",))) as stage:
        await finish(stage)
        await stage.press("right", "right", "enter")
        assert not stage.game.is_over
