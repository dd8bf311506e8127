"""The options: what they change at the table, and that they keep."""

from pathlib import Path

import pytest
from rich.color import Color

from tests.tui.app_driver import NO_TUMBLING, SIZES, AppDriver, run_app, run_table, run_title
from yahtzee_tui.settings import COLORS, OPTIONS, Options
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.options import GROUPS, TablePreview

AUTO = Options(auto_roll=True)
NOTICE = "settings.toml: pause must be 1 to 60 seconds, not -3."


async def mark(ui: AppDriver, line: str) -> None:
    ui.menu.highlighted = ui.menu.get_option_index(line)
    await ui.settle()


async def test_options_are_chosen_by_key_and_keep() -> None:
    async with run_table("33344", "11111", players=("Ann", "Bob")) as ui:
        await ui.press("space", "o", opens="OptionsScreen")
        await mark(ui, "dice_click")
        await ui.press("enter", "escape", opens="TableScreen")
        assert ui.app.options.dice_click == "reroll"
        await ui.press("1", "space")
        assert ui.game.faces == (1, 3, 3, 4, 4)
        await ui.press("o")
        assert "rerolls it •" in ui.text, "a dot where it was changed"
        await mark(ui, "dice_click")
        await ui.press("left", "o")
        assert ui.app.options == NO_TUMBLING
        await ui.press("enter", "enter")
        said = ui.status
        await ui.press("o", "escape")
        assert ui.status == said, "a posting is untouched by a look at the options"
        await ui.press("u")
        assert ui.game.player == "Ann"


async def test_options_are_chosen_by_mouse() -> None:
    async with run_title(options=Options()) as ui:
        await ui.click_text("Options")
        for line in (
            "Speed", "Dice animation", "Done", "More", "Scoring a zero", "Done", "First roll",
            "Sound", "Done",
        ):  # fmt: skip
            await ui.click_text(line)
        assert ui.screen_name == "TitleScreen"
        options = ui.app.options
        assert options.dice_speed != "full"
        assert (options.confirm_zero, options.auto_roll, options.sound) == (False, True, "bell")


async def test_a_host_starts_nothing_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yahtzee_tui.tui.app.YahtzeeApp.IS_AT_HOME", False)
    async with run_table("33344", keys="o") as ui:
        await mark(ui, "more")
        await ui.press("enter")
        assert ui.says("Next start none")


@pytest.mark.slow
async def test_options_step_round_and_a_pause_is_there_only_where_something_comes() -> None:
    async with run_table("33344", options=AUTO, keys="o") as ui:
        shown = set()
        for group, (_, lines) in GROUPS.items():
            if group:
                await mark(ui, group)
                await ui.press("enter")
            for line in set(lines) - GROUPS.keys() - {"keys"}:
                await mark(ui, line)
                await ui.press(*["right"] * len(OPTIONS[line].values))
                shown.add(line)
            await ui.press("escape")
            if not group:
                await ui.press("o")
        assert shown == OPTIONS.keys() - {"first_player"}, "which New game has"
        await ui.press("escape")
        assert ui.app.options == AUTO
        await ui.press("o", "right", "left", "space", "left", "escape")
        assert ui.app.options == AUTO
        await ui.open_table("33344", options=Options(), keys="o")
        await mark(ui, "speed")
        await ui.press("enter")
        assert "Pause before a roll  none" in ui.text
        await ui.press("escape")
        assert ui.menu.marked == "speed", "the list that was left"
        await mark(ui, "auto_roll")
        await ui.press("enter")
        await mark(ui, "speed")
        await ui.press("enter", "down", "enter", "escape", "escape")
        assert ui.app.options == Options(auto_roll=True, pause=8.0)
        await ui.open_table("33344", options=AUTO._replace(pause=5.5), keys="o")
        await mark(ui, "speed")
        await ui.press("enter", "down")
        assert "5.5 seconds" in ui.text
        for key, pause in (("right", 8.0), ("left", 4.0)):
            await ui.press(key)
            assert ui.menu.marked == "pause", "a line stays marked while it is changed"
            assert f"{pause:.0f} seconds" in ui.text, "its neighbour"


async def test_colors_are_seen_at_once_and_every_option_is_seen() -> None:
    async with run_table("33344", keys="o") as ui:
        for size in SIZES:
            await ui.resize(*size)
            top = ui.text
            await ui.press("end")
            for line in ("Colors", "Look", "Speed", "A click on a die", "Sound", "More"):
                assert line in top + ui.text, size
            await ui.press("home")
        await ui.resize(*SIZES[0])
        assert "▸Colors" in ui.text, "also where the preview takes room"
        seen = []
        for _ in COLORS:
            seen.append(ui.app.theme)
            await ui.press("right")
        assert tuple(seen) == COLORS
        await ui.press("right", "escape")
        assert ui.app.theme == ui.app.options.colors == "paper"


async def choose(ui: AppDriver, line: str) -> None:
    await ui.click_text("Options")
    await ui.click_text(line)
    await ui.press("escape")


async def test_what_was_chosen_is_saved_or_it_is_said_that_it_was_not(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    async with run_app(YahtzeeApp(options=NO_TUMBLING, settings=path)) as ui:
        await ui.click_text("Options")
        await ui.press("escape")
        assert not path.exists(), "nothing was changed"
        await ui.click_text("Options")
        await ui.click_text("More")
        await ui.click_text("Scoring a zero")
        assert not path.exists(), "not before they are left"
        await ui.press("escape", "escape")
        assert path.read_text() == "confirm_zero = false\n"
        path.write_text("no TOML")
        await choose(ui, "Sound")
        assert "Settings not saved." in ui.text
        assert ui.app.options.sound == "bell"
        assert path.read_text() == "no TOML"
        path.unlink()
    app = YahtzeeApp(options=NO_TUMBLING._replace(colors="paper"), settings=path)
    async with run_app(app) as ui:
        await choose(ui, "Sound")
    assert path.read_text() == 'sound = "bell"\n', "colors of this run alone are not saved"


async def test_what_is_wrong_with_the_file_is_said() -> None:
    async with run_app(YahtzeeApp(options=NO_TUMBLING, notices=[NOTICE])) as ui:
        for size in SIZES[:2]:
            await ui.resize(*size)
            assert ui.says(NOTICE)
            assert "Quit" in ui.text
    config = TableConfig(("Ann",))
    async with run_app(YahtzeeApp(config, options=NO_TUMBLING, notices=[NOTICE]), SIZES[0]) as ui:
        assert NOTICE in ui.text
        await ui.press("space")
        assert NOTICE not in ui.text
    notices = [NOTICE.replace("pause", f"fault{number}") for number in range(9)]
    async with run_app(YahtzeeApp(config, options=NO_TUMBLING, notices=notices)) as ui:
        assert "9 notices: see Options." in ui.text
        await ui.press("o")
        await ui.wait_for_text("fault1", "7 more.")


async def test_the_preview_has_the_words_and_colors_that_are_being_chosen() -> None:
    async with run_title() as ui:
        await ui.press("o", opens="OptionsScreen")
        preview = ui.app.screen.query_one(TablePreview)

        def colors() -> set[Color | None]:
            strips = (preview.render_line(y) for y in range(preview.size.height))
            return {style.bgcolor for strip in strips for _, style, _ in strip if style}

        await mark(ui, "dice_click")
        for words in ("1 held [2] 3 held", "[1] 2 roll [3]", "1 held [2] 3 held"):
            assert ui.says(words), "what a click on a die does"
            await ui.press("right")
        for key in ("colors", "skin"):
            if key == "skin":
                await mark(ui, "look")
                await ui.press("enter")
            await mark(ui, key)
            before = colors()
            await ui.press("right")
            assert colors() != before, key
            await ui.press("left")
            assert colors() == before, key


async def test_a_click_outside_a_dialog_is_escape() -> None:
    async with run_title(options=Options()) as ui:
        await ui.press("o", opens="OptionsScreen")
        await ui.click_text("Options")
        assert ui.screen_name == "OptionsScreen"
        await ui.press("enter")
        await ui.click_at(0, 0, opens="TitleScreen")
        assert ui.app.options.colors == "paper"


@pytest.mark.slow
@pytest.mark.usefixtures("own_rulesets")
async def test_a_language_is_spoken_at_once() -> None:
    """Also by the screens below the options, which keep what was typed and the selected line."""
    async with run_title(options=Options(language="en")) as ui:
        await ui.press("up", "enter", "up", "up", "right", "right")
        assert "─ Optionen ─" in ui.text
        await ui.press("escape")
        assert ui.marked_line.startswith("o  Optionen")
        await ui.press("n", "B", "o", "b")
        assert "─ Spieler ─" in ui.text
        await ui.press("ctrl+p", *"english", "enter")
        await ui.finish_workers()
        assert ui.screen_name == "NewGameScreen"
        assert "─ Players ─" in ui.text
        assert "2 Bob" in ui.text
        assert ui.app.options.language == "en"
