"""How to play: derived from the rules and the bindings, over every screen."""

from __future__ import annotations

import pytest
from textual.binding import Binding
from textual.widgets import Static

from tests.tui.sampling import thin
from tests.tui.stage import Stage, at_table, at_title
from yahtzee_tui.rules import RULESETS, find_ruleset
from yahtzee_tui.tui.table.play_screen import TableScreen


def page(stage: Stage) -> str:
    """Return the whole page as text, however far it is scrolled."""
    assert stage.at == "HowToPlayScreen"
    return "\n".join(str(part.content) for part in stage.app.screen.query(Static))


def table_bindings() -> list[Binding]:
    """Return the table's own bindings."""
    return [binding for binding in TableScreen.BINDINGS if isinstance(binding, Binding)]


async def test_every_key_of_the_table_is_listed_with_what_it_does() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "question_mark")
        text = page(stage)
        assert len(table_bindings()) > 15
        for binding in table_bindings():
            line = next(line for line in text.splitlines() if line.endswith(binding.tooltip))
            for key in binding.key.split(","):
                shown = stage.app.get_key_display(binding.with_key(key))
                own = binding.key_display if binding.key == key else None
                assert (own or shown) in line


@pytest.mark.slow
async def test_keys_that_can_do_nothing_just_now_are_listed_too() -> None:
    async with at_table("33344") as stage:
        await stage.press("question_mark")
        for binding in table_bindings():
            assert binding.tooltip in page(stage)


@pytest.mark.parametrize("rules", thin(RULESETS))
async def test_the_rules_of_the_game_being_played_are_told(rules: str) -> None:
    ruleset = find_ruleset(rules)
    async with at_table("33344", rules=rules, size=(60, 20)) as stage:
        await stage.press("question_mark")
        text = page(stage)
        assert ruleset.name in text
        for box in ruleset.boxes:
            assert f"{box.name}  {box.wants}" in text
            assert f"scores {ruleset.points(box.example)[ruleset.place(box.id)]}" in text
        assert ("Joker:" in text) is (ruleset.joker is not None)


@pytest.mark.parametrize(
    "keys",
    [(), ("down", "enter"), ("j", "j", "j", "j", "enter"), ("enter",), ("enter", "space", "o")],
    ids=["title", "form", "options", "table", "options at the table"],
)
@pytest.mark.parametrize("close", thin(["escape", "question_mark"]))
async def test_it_opens_over_every_screen_and_closes(keys: tuple[str, ...], close: str) -> None:
    async with at_title() as stage:
        await stage.press(*keys)
        below = stage.app.screen
        await stage.press("f1")
        assert stage.at == "HowToPlayScreen"
        await stage.press(close)
        assert stage.app.screen is below


async def test_it_opens_over_the_result() -> None:
    from tests.tui.table.test_result import finish, nearly_over

    async with at_table("12346", filled=nearly_over(("Ann",))) as stage:
        await finish(stage)
        await stage.press("question_mark")
        assert "Take back" in page(stage)
        await stage.press("question_mark")
        assert stage.at == "ResultScreen"


async def test_it_scrolls_to_its_end_by_key() -> None:
    async with at_table("33344", size=(60, 20)) as stage:
        await stage.press("question_mark")
        top = stage.text
        await stage.press("j")
        assert stage.text != top
        await stage.press("k")
        assert stage.text == top
        last = page(stage).split()[-2:]
        for _ in range(12):
            await stage.press("space")
        assert " ".join(last) in " ".join(stage.text.split())


@pytest.mark.slow
async def test_it_changes_nothing_at_the_table() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "1")
        before, picture = stage.table.history, stage.lines
        await stage.press("question_mark", "space", "1", "a", "u", "escape")
        assert stage.table.history == before
        assert stage.lines == picture
