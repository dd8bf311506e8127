"""The end of a game: who won, what to do next, and that the last score can still be undone."""

from __future__ import annotations

from tests.tui.app_driver import NO_TUMBLING, SIZES, all_but_chance, run_app, run_table
from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import OFFICIAL, Game, Roll, Score
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.table.result import ranking_table

TWO = ("Ann", "Bob")


def places(game: Game) -> list[list[str]]:
    """Return the lines of the ranking, cut into words, without the heading."""
    return [line.split() for line in str(ranking_table(game)).splitlines()[1:]]


async def test_the_ranking_shows_places_names_and_all_totals() -> None:
    async with run_table("12346", "66666", players=TWO, filled=all_but_chance(2)) as ui:
        await ui.finish_game()
        assert ui.screen_name == "ResultScreen"
        upper, lower = 1 + 2 + 3 + 4 + 6, 30
        assert places(ui.game) == [
            ["1.", "Bob", str(upper), "0", str(lower + 30), str(upper + lower + 30)],
            ["2.", "Ann", str(upper), "0", str(lower + 16), str(upper + lower + 16)],
        ]
        assert "Bob wins" in ui.text
        for line in places(ui.game):
            assert any(" ".join(line) in " ".join(shown.split()) for shown in ui.lines)
        throws = ("11111", "66666", "66666")
        await ui.open_table(*throws, players=("Ann", "Bob", "Cy"), filled=all_but_chance(3))
        await ui.finish_game()
        ranked = [line[:2] for line in places(ui.game)]
        assert ranked == [["1.", "Bob"], ["1.", "Cy"], ["3.", "Ann"]]
        assert "Bob and Cy" in ui.text
        players = tuple(f"Player {number} 太郎太郎" for number in range(1, 9))
        await ui.open_table(*["12346"] * 8, players=players, filled=all_but_chance(8))
        await ui.finish_game()
        for size in SIZES[:2]:
            await ui.resize(*size)
            for text in (*players, "Play again", "New game", "Undo", "Total"):
                assert text in ui.text, size


async def test_undo_takes_the_last_score_back_and_the_game_goes_on() -> None:
    async with run_table() as ui:
        for way in ("button", "key", "arrows"):
            await ui.open_table("12346", "66666", filled=all_but_chance())
            await ui.finish_game()
            if way == "button":
                await ui.click("#undo")
            else:
                await ui.press(*{"key": ["u"], "arrows": ["right", "right", "enter"]}[way])
            assert ui.screen_name == "TableScreen", way
            assert not ui.game.is_over
            assert ui.game.card["chance"] is None
            assert ui.game.faces == (1, 2, 3, 4, 6)
        await ui.press("space")
        assert ui.game.faces == (6, 6, 6, 6, 6)
        await ui.press("enter", opens="ResultScreen")
        assert ui.game.card["chance"] == 30
        # The cards can be seen, and the result again.
        for key in ("escape", "e"):
            await ui.open_table("12346", filled=all_but_chance())
            await ui.finish_game()
            await ui.press(key, opens="TableScreen")
            assert ui.cell("chance") == "16"
            await ui.press("space", "1", "a", opens="TableScreen")
            assert ui.game.is_over
        for again in ("e", "enter"):
            await ui.press(again, opens="ResultScreen")
            await ui.press("escape")
        await ui.click_text("See the ranking", opens="ResultScreen")
        await ui.press("escape", "u")
        assert not ui.game.is_over


async def test_play_again_and_new_game_know_the_players() -> None:
    async with run_table() as ui:
        for way in ("p", "enter", "#again", "n", "#new"):
            await ui.open_table(
                *["12346"] * 2, players=TWO, rules="free-joker", filled=all_but_chance(2)
            )
            await ui.finish_game()
            old = ui.table
            await (ui.click(way) if way.startswith("#") else ui.press(way))
            if way in ("n", "#new"):
                assert ui.screen_name == "NewGameScreen"
                await ui.wait_for_text("Ann", "Bob")
                await ui.press("ctrl+s")
            assert ui.screen_name == "TableScreen", way
            assert ui.table is not old
            assert ui.game.players == TWO
            assert ui.game.ruleset.id == "free-joker"
            assert ui.table.history.events == ()


async def test_play_again_has_new_dice_though_seeded() -> None:
    config = TableConfig(("Ann",), seed="7")
    app = YahtzeeApp(config, "Ann", NO_TUMBLING)
    assert app.table is not None
    for box in OFFICIAL.boxes[:-1]:
        app.table.apply(0, Roll())
        app.table.apply(0, Score(box.id))
    async with run_app(app) as ui:
        await ui.press("space", "enter", opens="ResultScreen")
        await ui.press("p", "space")
        assert ui.app.config == config.next_game()
        assert ui.table.setup.dice != config.create_table().setup.dice
        assert isinstance(ui.table._dice, SeededDice)
