"""The coach: for whoever asks, on the dice, in the card, in a sentence, and all of it in a list."""

from __future__ import annotations

import asyncio
import re
from threading import Event
from typing import TYPE_CHECKING

import pytest

from tests.strategy.glenn_example import TURNS as GLENN
from tests.tui.stage import STILL, Stage, at_table
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card
from yahtzee_tui.services.value_tables import ValueTableLoader
from yahtzee_tui.settings import CoachMode
from yahtzee_tui.strategy import Advice, load_value_table
from yahtzee_tui.tui.table.values import draw_values

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from yahtzee_tui.rules import Game
    from yahtzee_tui.strategy import ValueTable
    from yahtzee_tui.strategy.winprob import WinTurn

pytestmark = pytest.mark.usefixtures("values")
DUO = ("Ann", "Bob")
_OFFER = re.compile(r"([A-Z][a-z ]+?) +(?:·  )?(best|−[\d.]+) [‹«]")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where best play is kept, worked out once for all tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def values(folder: Path) -> ValueTable:
    """Best play of the official rules."""
    return load_value_table(OFFICIAL, folder).table


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr("yahtzee_tui.services.value_tables.cache_folder", lambda: folder)


async def ask(stage: Stage) -> None:
    """Ask the coach, and wait for the answer."""
    await stage.press("h")
    await stage.app.workers.wait_for_complete()
    await stage.settle()


def losses(stage: Stage) -> dict[str, float]:
    """Return what stands before the menu_items of the live card."""
    found = {}
    for name, loss in _OFFER.findall(stage.text):
        box = next(box for box in OFFICIAL.boxes if box.name == name.strip())
        found[box.id] = 0.0 if loss == "best" else float(loss.replace("−", "-"))
    return found


async def test_it_is_silent_until_somebody_asks() -> None:
    async with at_table("66652") as stage:
        await stage.press("space")
        assert "keep" not in stage.text
        assert losses(stage) == {}
        assert stage.table.setup.coached == ()


async def test_it_says_marks_and_counts(values: ValueTable) -> None:
    async with at_table("66652") as stage:
        await stage.press("space")
        await ask(stage)
        advice = Advice(values, stage.game.card, (6, 6, 6, 5, 2), 2)
        assert stage.status.startswith(f"Keep 6-6-6: {advice.value:.1f} on average, ")
        assert all(f"{number} keep" in stage.text for number in (1, 2, 3))
        assert "4 keep" not in stage.text
        shown = losses(stage)
        assert set(shown) == {choice.box.id for choice in advice.boxes}
        for choice in advice.boxes:
            assert shown[choice.box.id] == pytest.approx(-advice.loss(choice), abs=0.5)
        assert "‹18›" in stage.cell("sixes")
        await stage.press("h")
        assert stage.status == "The coach is silent."
        assert losses(stage) == {}
        assert "keep" not in stage.text


@pytest.mark.parametrize("rows", [4, 12, 50])
def test_the_list_reaches_the_best_box(values: ValueTable, rows: int) -> None:
    advice = Advice(values, Card.empty(OFFICIAL), (5, 2, 3, 1, 1), 2)
    lines = draw_values(advice, None, 44, rows).plain.split("\n")
    assert len(lines) == min(rows, len(advice.choices) + 1)
    assert any(line.startswith("Score 2 in Ones") for line in lines)
    assert lines[1].startswith("Hold 5 ")
    assert ("…" in lines) == (rows < 50)
    assert all(re.search(r" (best|−\d+\.\d)$", line) for line in lines[1:] if line != "…")


async def test_a_best_box_is_called_so() -> None:
    async with at_table("23456") as stage:
        await stage.press("space")
        await ask(stage)
        assert stage.status.startswith("Score 40 in Large straight: ")
        assert losses(stage)["large_straight"] == 0
        assert "keep" not in stage.text.replace("keeping", "")


async def test_only_who_asked_is_told_and_the_record_says_so() -> None:
    async with at_table("66652", "55541", "44431", players=DUO) as stage:
        await stage.press("space")
        await ask(stage)
        await stage.press("enter", "space")
        assert losses(stage) == {}
        assert stage.table.setup.coached == (0,)
        await stage.press("enter", "space")
        assert losses(stage)


async def test_all_values_are_listed_and_one_can_be_taken(values: ValueTable) -> None:
    async with at_table("66652") as stage:
        await stage.press("space")
        await ask(stage)
        await stage.press("H")
        assert stage.at == "ValuesScreen"
        assert "Hold 6-6-6" in stage.text
        best = Advice(values, stage.game.card, stage.game.faces, 2)
        assert f"{best.value:.1f}" in stage.text
        await stage.press("enter")
        assert stage.held() == (0, 1, 2)
        await stage.press("H", "end", "enter")
        assert stage.at == "TableScreen"


async def test_a_box_taken_from_the_list_is_marked_and_not_filled() -> None:
    async with at_table("23456") as stage:
        await stage.press("space")
        await ask(stage)
        await stage.press("k", "H", "enter")
        assert stage.table_screen.input.cursor == "large_straight"
        assert stage.booked("large_straight") is None


async def test_holding_keeps_the_advice_on_the_line() -> None:
    async with at_table("66652") as stage:
        await stage.press("space")
        await ask(stage)
        said = stage.status
        await stage.press("5")
        assert stage.status == said


async def test_it_can_always_speak() -> None:
    options = STILL._replace(coach=CoachMode.ALWAYS)
    async with at_table("66652", options=options) as stage:
        await stage.press("space")
        await stage.app.workers.wait_for_complete()
        await stage.settle()
        assert stage.status.startswith("Keep 6-6-6")


async def test_it_can_be_sent_away() -> None:
    async with at_table("66652", options=STILL._replace(coach=CoachMode.OFF)) as stage:
        await stage.press("space", "h", "H")
        assert stage.at == "TableScreen"
        assert losses(stage) == {}
        assert "Coach" not in stage.lines[-1]


async def test_undoing_a_score_brings_the_advice_back() -> None:
    async with at_table("66652") as stage:
        await stage.press("space")
        await ask(stage)
        await stage.press("enter")
        assert losses(stage) == {}
        await stage.press("u")
        assert losses(stage)


async def test_nobody_who_leaves_waits_for_the_coach(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("yahtzee_tui.services.value_tables.cache_folder", lambda: tmp_path)
    teacher = ValueTableLoader(RULESETS["yatzy"])
    learning = asyncio.create_task(teacher.load(lambda: None))
    await asyncio.sleep(0.05)
    assert teacher.is_loading
    teacher.cancel()
    await learning
    assert teacher.values is None
    assert teacher.problem == "Best play was not worked out."
    assert list(tmp_path.iterdir()) == []


async def chances(stage: Stage) -> None:
    """Wait until the chances of winning are known."""
    await stage.app.workers.wait_for_complete()
    await stage.settle()


async def test_glenns_example() -> None:
    """Forty behind with 1-1-1-1-2: a zero in Yahtzee is best for points, but chance can win."""
    async with at_table(*["11112"] * 3, players=DUO, filled=GLENN) as stage:
        assert [card.grand_total for card in stage.game.cards] == [40, 0]
        await stage.press("space", "space", "space")
        await ask(stage)
        assert stage.status == "To win: 6 in Chance, 5%; for points: 0 in Yahtzee, 23.3 (0%)."
        await stage.press("H")
        assert "to win" in stage.text
        yahtzee, chance = (line for line in stage.lines if "Score" in line)
        assert re.search(r"Score 0 in Yahtzee +23\.3 +best +0%", yahtzee)
        assert re.search(r"Score 6 in Chance +8\.3 +−15\.0 +▸5%", chance)


async def test_where_both_are_one_the_chance_is_added() -> None:
    async with at_table("66666", players=DUO, filled=GLENN) as stage:
        await stage.press("space")
        await ask(stage)
        assert stage.status.endswith("Score 50 in Yahtzee: 100% to win, 75.6 on average.")


async def test_no_chances_alone_or_early() -> None:
    alone = [turn for number, turn in enumerate(GLENN) if number % 2]
    for players, filled in ((("Ann",), alone), (DUO, GLENN[:10])):
        async with at_table("11112", players=players, filled=filled) as stage:
            await stage.press("space")
            await ask(stage)
            assert "on average" in stage.status
            assert "win" not in stage.status
            await stage.press("H")
            assert "to win" not in stage.text


async def test_chances_of_another_turn_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The points are told at once; what comes too late is dropped, and what comes in time added."""
    find, may_go_on = ValueTableLoader.find_wins, Event()

    def wait(teacher: ValueTableLoader, game: Game) -> WinTurn | None:
        found = find(teacher, game)
        may_go_on.wait(10)
        return found

    monkeypatch.setattr(ValueTableLoader, "find_wins", wait)
    async with at_table("11112", "22345", players=DUO, filled=GLENN) as stage:
        await stage.press("space", "h")
        await until(stage, lambda: "on average" in stage.status)
        await stage.press("H")
        assert "to win" not in stage.text
        may_go_on.set()
        await chances(stage)
        assert "to win" in stage.text
        await stage.press("escape")
        assert "win" in stage.status
        may_go_on.clear()
        await stage.press("enter", "space", "h")
        await until(stage, lambda: "on average" in stage.status)
        before = stage.status
        await stage.press("h")
        may_go_on.set()
        await chances(stage)
        assert stage.status == "The coach is silent."
        assert "win" not in before


async def until(stage: Stage, happened: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(500):
        if happened():
            return
        await asyncio.sleep(0.01)
        await stage.settle()
    raise AssertionError(stage.status)


async def test_the_key_for_all_values_says_whom_to_ask_first() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "H")
        assert stage.status == "h asks the coach; then H tells what everything is worth."
        assert stage.at == "TableScreen"
