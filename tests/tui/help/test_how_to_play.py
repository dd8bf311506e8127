"""How to play: derived from the rules and the bindings, over every screen."""

from pathlib import Path

import pytest
from textual.binding import Binding

from tests.tui.app_driver import run_table, run_title
from tests.tui.opening import page
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.services.value_tables import load_outcomes, load_table
from yahtzee_tui.tui.table.actions import HOLD, HOLD_ALL
from yahtzee_tui.tui.table.play_screen import TableScreen


async def test_every_key_of_the_table_is_listed_with_what_it_does() -> None:
    bindings = [binding for binding in TableScreen.BINDINGS if isinstance(binding, Binding)]
    assert len(bindings) > 15
    async with run_table("33344") as ui:
        for keys in ((), ("escape", "space", "1")):
            await ui.press(*keys)
            before, picture = ui.table.history, ui.lines
            await ui.press("question_mark")
            text = page(ui)
            for binding in bindings:  # with those that can do nothing just now
                line = next(line for line in text.splitlines() if line.endswith(binding.tooltip))
                if binding.group in (HOLD, HOLD_ALL):  # not what Shift and a digit give
                    assert line.split("  ")[0] in ("1-5", "Shift+1-6")
                    continue
                for key in binding.key.split(","):
                    shown = ui.app.get_key_display(binding.with_key(key))
                    own = binding.key_display if binding.key == key else None
                    assert (own or shown) in line
        await ui.press("space", "1", "a", "u", "escape")
        assert ui.table.history == before, "it changes nothing at the table"
        assert ui.lines == picture


@pytest.mark.exhaustive
async def test_the_rules_of_the_game_being_played_are_told() -> None:
    async with run_table() as ui:
        await ui.resize(60, 20)
        for rules, ruleset in RULESETS.items():
            await ui.open_table("33344", rules=rules, keys="question_mark")
            text = page(ui)
            assert ruleset.name in text
            for box in ruleset.boxes:
                assert f"{box.name}  {box.wants}" in text
                assert f"scores {ruleset.points(box.example)[ruleset.place(box.id)]}" in text
            assert ("Joker:" in text) is (ruleset.joker is not None)
        top = ui.text
        await ui.press("j")
        assert ui.text != top
        await ui.press("k")
        assert ui.text == top
        last = page(ui).split()[-1]
        await ui.press(*["space"] * 20)
        assert last in ui.text, "it scrolls to its end"


async def test_it_says_how_to_read_other_rules() -> None:
    async with run_title(size=(60, 20)) as ui:
        await ui.press("h")
        assert "For other rules, select them in New game and press F1." in ui.text
        await ui.press("escape", "n", opens="NewGameScreen")
        await ui.click_text("Yahtzee, 1986")
        await ui.press("f1")
        assert "How to play Yahtzee, 1986" in ui.text


async def test_boxes_come_before_keys_with_what_else_their_dice_could_score() -> None:
    async with run_title() as ui:
        await ui.press("f1")
        text = page(ui)
        titles = ("A turn", "The boxes", "Bonus", "Joker", "Reading the card", "Keys and mouse")
        places = [text.index(f"\n{title}") for title in titles]
        assert places == sorted(places)
        assert "Other options: Ones 1, Twos 2, Fives 15, Chance 18" in text, "of three of a kind"
        await ui.press("l", opens="LessonScreen")


async def test_what_best_play_scores_once_it_is_calculated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_table("33344", rules="yz") as ui:
        with monkeypatch.context() as patch:
            patch.setenv("XDG_CACHE_HOME", str(tmp_path))
            await ui.press_and_finish("question_mark")
            assert not ui.app.screen.query_one("#best-play").display
        await ui.press("escape")
        load_outcomes(load_table(RULESETS["yz"]).table)
        await ui.press_and_finish("question_mark")
        assert ui.app.screen.query_one("#best-play").display
        assert "averages 237.84, with a standard deviation of 53.25" in page(ui)
