"""Names are text: never markup, never an escape sequence, and the form survives all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
from rich.cells import cell_len

from tests.store.games import play_out
from tests.tui.home.test_new_game import at_form, check_kept, complaint, fields
from tests.tui.sampling import thin
from tests.tui.stage import STILL, at_table, on_stage
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp

if TYPE_CHECKING:
    from tests.tui.stage import Stage
    from yahtzee_tui.store import Store

BAD = {
    "variation selector": "a\ufe0fb",
    "too wide": "山田太郎山田太郎山田太郎",
    "piled marks": "a" + "\u0301\u0302\u0303\u0304\u0305",
    "begins with a mark": "\u0301a",
}
UNPRINTABLE = {
    "escape sequence": ("\x1b[31mred", "[31mred"),
    "bell": ("a\x07b", "ab"),
    "bidi override": ("a\u202eb", "ab"),
    "zero-width joiner": ("a\u200db", "ab"),
    "nothing else": ("\x1b\x00\u2066", ""),
}
MARKUP = ["[b]x[/b]", "[@click=app.quit]x", "[/]", "\\[b]", "a]b[c"]


@pytest.mark.parametrize("name", thin(BAD.values()), ids=BAD.keys())
async def test_a_bad_name_is_refused_and_harmless(name: str) -> None:
    async with at_form() as stage:
        await stage.paste(name)
        assert fields(stage)[1] == name
        await check_kept(stage)
        await stage.press("end", "ctrl+u")
        await stage.type("Bob")
        await stage.press("ctrl+s")
        assert stage.game.players == ("Ann", "Bob")


@pytest.mark.parametrize(("pasted", "left"), thin(UNPRINTABLE.values(), 2), ids=UNPRINTABLE.keys())
async def test_what_cannot_be_printed_never_gets_into_a_field(pasted: str, left: str) -> None:
    async with at_form() as stage:
        await stage.paste(pasted)
        assert fields(stage)[1] == left
        assert all(line.isprintable() for line in stage.lines)
        await stage.press("ctrl+s")
        assert stage.game.players == (("Ann", left) if left else ("Ann",))


async def test_nor_into_the_field_that_finds_a_box() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "slash")
        await stage.paste("\x1b[2Jfu")
        assert all(line.isprintable() for line in stage.lines)
        await stage.press("escape")
        assert stage.game.turns == 0


@pytest.mark.slow
async def test_a_long_paste_never_makes_a_name_too_long_to_show() -> None:
    async with at_form() as stage:
        await stage.paste("x" * 200)
        await stage.press("ctrl+s")
        if stage.at == "NewGameScreen":
            assert complaint(stage)
        else:
            assert all(len(name) <= 20 for name in stage.game.players)


@pytest.mark.slow
async def test_of_a_paste_of_lines_the_first_is_the_name() -> None:
    async with at_form() as stage:
        await stage.paste("Bob\nCy\n")
        await stage.press("ctrl+s")
        assert stage.game.players == ("Ann", "Bob")


@pytest.mark.parametrize("name", thin(MARKUP))
async def test_markup_in_a_name_is_shown_as_it_is(name: str) -> None:
    async with at_form() as stage:
        await stage.paste(name)
        assert name in stage.text
        stage.app.screen.query_one("#first").focus()
        await stage.press("enter", "down", "down", "enter")
        assert f"{name} " in stage.lines[_line_of(stage.lines, "Who begins")]
        await stage.press("ctrl+s")
        assert stage.game.players == ("Ann", name)
        assert stage.game.player == name
        assert name in stage.status
        assert name in stage.text


@pytest.mark.parametrize("name", thin(MARKUP))
async def test_markup_stays_text_all_the_way_to_the_end(name: str) -> None:
    players = (name, "Bob")
    boxes = ["ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind"]
    boxes += ["four_of_a_kind", "full_house", "small_straight", "large_straight", "yahtzee"]
    turns = [("12346", box) for box in boxes for _ in players]
    async with at_table("12346", "12345", players=players, filled=turns, size=(120, 40)) as stage:
        await stage.press("space", "enter")
        assert f"{name}: 16 in Chance" in stage.text
        await stage.press("space", "enter")
        assert stage.at == "ResultScreen"
        assert name in stage.text
        await stage.press("escape")
        assert stage.text.count(f"  {name}  ") >= 3
        assert stage.app.is_running


async def test_wide_names_keep_the_columns_straight() -> None:
    async with at_table("33344", players=("山田太郎", "Bob", "ÄÖÜ")) as stage:
        await stage.press("space")
        assert {cell_len(line) for line in stage.lines} == {80}
        assert stage.cell("full_house", 0) == "«25»"
        assert all(name in stage.card.names for name in ("山", "Bob", "ÄÖÜ"))


async def test_names_of_any_script_stand_in_straight_columns(store: Store) -> None:
    """Wide letters, marks on and around letters, and letters that are read from the right."""
    names = ("김철수", "தமிழ்", "محمد علي", normalize("NFC", "O\u0308zge"))
    store.games.add(*play_out("yatzy", names, 1))
    app = YahtzeeApp(TableConfig(names, "yatzy", names[0], seed="1"), "Ann", STILL, store=store)
    async with on_stage(app, (110, 40)) as stage:
        seen = ""
        for keys in (["space", "enter"] * 5, ["s"]):
            await stage.press(*keys)
            await app.workers.wait_for_complete()
            await stage.settle()
            assert {cell_len(line) for line in stage.lines} == {110}
            if stage.at == "TableScreen":
                _check_columns(stage, next(line for line in stage.lines if "UPPER" in line))
            seen += stage.text
        assert all(seen.count(name) > 1 for name in names)
        assert stage.at == "ScoreboardScreen"


def _check_columns(stage: Stage, head: str) -> None:
    """Check that every name ends where the numbers under it end."""
    under = next(line for line in stage.lines if line.strip().startswith("Upper total"))
    half = cell_len(head[: head.index("LOWER")])
    ends = [
        at for at in range(1, half) if _cell(under, at) == " " and _cell(under, at - 1).isdigit()
    ]
    assert len(ends) == 4
    assert all(_cell(head, at) == " " and _cell(head, at - 1).strip() for at in ends)


def _cell(line: str, column: int) -> str:
    """Return what is in a cell of a line: the second half of a wide letter is the letter too."""
    for at in range(1, len(line) + 1):
        if cell_len(line[:at]) > column:
            return line[at - 1]
    return " "


def _line_of(lines: list[str], text: str) -> int:
    return next(y for y, line in enumerate(lines) if text in line)
