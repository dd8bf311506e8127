"""The coach for who asks, in the card, in a sentence and in a list; the live chance of winning."""

import asyncio
import re
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import Static

from tests.strategy.glenn_example import TURNS as GLENN
from tests.tui.app_driver import AppDriver, run_table
from tests.tui.held_back import HeldBack
from yahtzee_tui.rules import OFFICIAL, RULESETS, Card, Faces, Game
from yahtzee_tui.services.value_tables import ValueTableLoader
from yahtzee_tui.settings import ChanceMode, Options, cache_folder
from yahtzee_tui.strategy import Advice, ValueTable, format_chance, load_value_table
from yahtzee_tui.strategy.forecast import Forecaster
from yahtzee_tui.tui.table.values import draw_values, fit_choices

DUO = ("Ann", "Bob")
ALWAYS = Options(dice_speed="off", chance="always")
ALONE = [turn for number, turn in enumerate(GLENN) if number % 2]


@pytest.fixture(autouse=True)
def values() -> ValueTable:
    """Best play of the official rules, solved before a coach is asked."""
    return load_value_table(OFFICIAL, cache_folder()).table


async def ask(ui: AppDriver) -> None:
    await ui.press_and_finish("space", "h")


def losses(ui: AppDriver) -> dict[str, float]:
    """Return the losses beside the boxes of the live card."""
    cells = ((box, text.split()) for (box, _), text in ui.card.boxes.items())
    return {
        box: 0.0 if words[0] == "best" else float(words[0].replace("−", "-"))
        for box, words in cells
        if len(words) > 1
    }


async def test_it_speaks_when_asked(values: ValueTable) -> None:
    async with run_table("66652", keys="space") as ui:
        assert "keep" not in ui.text
        assert losses(ui) == {}
        await ui.press("H")
        assert ui.status == "Press h for the coach first, then H to list all values."
        assert ui.screen_name == "TableScreen"
        assert ui.table.setup.coached == ()
        await ui.press_and_finish("h")
        advice = Advice(values, ui.game.card, (6, 6, 6, 5, 2), 2)
        assert ui.status.startswith(f"Keep 6-6-6: expect {advice.value:.1f}, ")
        assert all(f"[{number}] keep" in ui.text for number in (1, 2, 3))
        assert "[4] keep" not in ui.text
        shown = losses(ui)
        assert set(shown) == {choice.box.id for choice in advice.boxes}
        for choice in advice.boxes:
            assert shown[choice.box.id] == pytest.approx(-advice.loss(choice), abs=0.5)
        assert "‹18›" in ui.cell("sixes")
        await ui.press_and_finish("5")
        held = advice.hold((4,))
        assert held is not None
        more = f"{advice.loss(held):.1f} more than the held 2 ("
        assert ui.status.startswith("Keep 6-6-6: ")
        assert more in ui.status, "it compares with what is held, and says why"
        await ui.press("5", "1", "2", "H")
        assert "Keep 6-6 · held" in ui.text
        await ui.press("escape", "1", "2")
        assert "the held" not in ui.status
        await ui.press("enter", "enter")
        assert losses(ui) == {}
        await ui.press("u")
        assert losses(ui), "undoing a score brings the advice back"
        await ui.press("h")
        assert ui.status == "Coach off."
        assert losses(ui) == {}
        assert "] keep" not in ui.text


async def test_who_is_told_and_the_record_says_so() -> None:
    async with run_table("66652", "55541", "44431", players=DUO) as ui:
        await ask(ui)
        await ui.press("enter", "enter", "space")
        assert losses(ui) == {}
        assert ui.table.setup.coached == (0,)
        await ui.press("enter", "enter", "space")
        assert losses(ui)
        await ui.open_table("66652", options=Options(dice_speed="off", coach="always"))
        await ui.press_and_finish("space")
        assert ui.status.startswith("Keep 6-6-6")
        await ui.open_table("66652", options=Options(dice_speed="off", coach="off"))
        await ui.press("space", "h", "H", opens="TableScreen")
        assert losses(ui) == {}
        assert "Coach" not in ui.lines[-1]


def test_the_list_reaches_the_best_box(values: ValueTable) -> None:
    advice = Advice(values, Card.empty(OFFICIAL), (5, 2, 3, 1, 1), 2)
    for rows in (4, 12, 50):
        choices = fit_choices(advice, rows, None)
        lines = [line.plain for line in draw_values(advice, choices, None, 44)]
        assert len(lines) == min(rows, len(advice.choices) + 1)
        assert any(line.startswith("Score 2 in Ones") for line in lines)
        assert lines[1].startswith("Keep 5 ")
        assert ("…" in lines) == (rows < 50)
        for line in lines[1:]:
            assert line == "…" or re.search(r" (best|as good|−\d+\.\d)( +━*)?$", line)
    # Losses that nobody can feel are not told.
    advice = Advice(values, Card.empty(OFFICIAL), (1, 2, 3, 5, 6), 2)
    lines = [line.plain for line in draw_values(advice, advice.choices, None, 32)][1:]
    assert [line.split()[-1] for line in lines[:4]] == ["best", "good", "good", "good"]
    assert [round(advice.loss(each), 1) for each in advice.choices[:5]] == [0, 0.1, 0.2, 0.2, 0.3]
    assert lines[4].rstrip().endswith("−0.3")


async def test_all_values_are_listed_and_one_can_be_taken(values: ValueTable) -> None:
    async with run_table("66652") as ui:
        await ask(ui)
        await ui.press("H", opens="ValuesScreen")
        assert "Keep 6-6-6" in ui.text
        best = Advice(values, ui.game.card, ui.game.faces, 2)
        assert f"{best.value:.1f}" in ui.text
        await ui.press("enter")
        assert ui.held() == (0, 1, 2)
        await ui.press("H", "end", "enter", opens="TableScreen")
        await ui.open_table("23456")
        await ask(ui)
        assert ui.status.startswith("Score 40 in Large straight: ")
        assert losses(ui)["large_straight"] == 0
        assert "keep" not in ui.text.replace("keeping", "")
        await ui.press("k", "H", "enter")
        assert ui.table_screen.input.cursor == "large_straight"
        assert ui.booked("large_straight") is None, "a box is marked and not filled"


async def test_leaving_cancels_the_solver(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    loader = ValueTableLoader(RULESETS["yatzy"])
    loading = asyncio.create_task(loader.load(lambda: None))
    while not loader.is_loading:
        await asyncio.sleep(0)
    loader.cancel()
    await loading
    assert loader.values is None
    assert loader.problem == "Best play couldn't be calculated."
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


async def test_the_chances_of_winning() -> None:
    """Forty behind with 1-1-1-1-2: a zero in Yahtzee is best for points, but chance can win."""
    async with run_table(*["11112"] * 3, players=DUO, filled=GLENN) as ui:
        assert [card.grand_total for card in ui.game.cards] == [40, 0]
        await ui.press("space", "space")
        await ask(ui)
        assert (
            ui.status == "Best to win: 6 in Chance, 5%; best for points: 0 in Yahtzee, 23.3 (0%)."
        )
        await ui.press("H")
        assert "to win" in ui.text
        yahtzee, chance = (line for line in ui.lines if "Score" in line and "against" not in line)
        assert re.search(r"Score 0 in Yahtzee +23\.3 +best +0%", yahtzee)
        assert re.search(r"Score 6 in Chance +8\.3 +−15\.0 +▸5%", chance)
        await ui.open_table("66666", players=DUO, filled=GLENN)
        await ask(ui)
        assert ui.status.endswith(
            "Score 50 in Yahtzee: 100% to win, expect 75.6, 32.2 more than keeping 6-6-6-6."
        )
        for players, filled in ((("Ann",), ALONE), (DUO, GLENN[:10])):  # alone, and early
            await ui.open_table("11112", players=players, filled=filled)
            await ask(ui)
            assert "expect " in ui.status
            assert ("% to win" in ui.status) == (players is DUO)
            await ui.press("H")
            assert ("to win" in ui.text) == (players is DUO)


async def test_the_coach_plays_for_a_score() -> None:
    """Only five more 1s reach 31 after chance; for points a zero in Yahtzee is best."""
    async with run_table(*["11112"] * 3, filled=ALONE) as ui:
        await ui.press("space", "space", "space", "b", opens="TargetScreen")
        await ui.press("3", "1", "0", "backspace", "enter", opens="TableScreen")
        await ui.finish_workers()
        assert "target 31 · 31 to go" in ui.lines[0]
        assert ui.status == "Roll 3 of 3: 1-1-1-1-2. Best for 31: 6 in Chance, at least 5%."
        assert ui.cell("chance").split()[-2:] == ["best", "«6»"]
        assert "−5%" in ui.cell("yahtzee")
        await ui.press("H")
        assert "for 31" in ui.text
        await ui.press("escape", "b", "home", "enter")
        await ui.finish_workers()
        await ui.wait_until(lambda: "target" not in ui.lines[0])
        await ui.press("up", "down")
        assert "Score 0 in Yahtzee: expect 23.3" in ui.status
        assert "−15 " in ui.cell("chance")


async def test_what_to_keep_and_the_best_box_are_seen_in_a_small_window_too() -> None:
    async with run_table("66652", size=(60, 20)) as ui:
        await ask(ui)
        assert [each in ui.text for each in ("1 keep", "2 keep", "3 keep", "[4]")] == [True] * 4
        await ui.open_table("44444", players=DUO)
        await ask(ui)
        assert ui.cell("yahtzee").split() == ["★", "«50»"]


async def test_it_says_why_box_by_box(values: ValueTable) -> None:
    """The line has the greatest reasons; the list those of each choice, with the sum."""
    async with run_table("55433", filled=ALONE[:8]) as ui:
        await ask(ui)
        await ui.finish_workers()
        advice = Advice(values, ui.game.card, ui.game.faces, 2)
        assert re.search(r" more than [\d-]+ \([+−]\d+\.\d [A-Z].*\)\.$", ui.status)
        await ui.press_and_finish("H")
        for choice in advice.choices[1:4]:
            await ui.press_and_finish("down")
            why = ui.app.screen.query_one("#values-why", Static)
            text = str(why.content).replace("−", "-")
            found = re.search(r"Best against ([^:]+): ([^:]+): ([+-][\d.]+) in all\.", text)
            assert found is not None, ui.text
            assert float(found[3]) == pytest.approx(advice.loss(choice), abs=0.051)
            parts = [float(each) for each in re.findall(r"[+-]\d+\.\d", found[2])]
            assert sum(parts) == pytest.approx(advice.loss(choice), abs=0.2), "rounded parts"
        await ui.open_table("64113")
        await ask(ui)
        await ui.press_and_finish("H")
        assert " in all." in ui.text, "the sum, though thirteen boxes are too many to list"


@pytest.mark.slow
async def test_chances_of_another_turn_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The points come at once; what comes too late is dropped, and what comes in time added."""
    finding = HeldBack(monkeypatch, ValueTableLoader, "find_wins")
    async with run_table("11112", "22345", players=DUO, filled=GLENN) as ui:
        await ui.press_without_waiting("space")
        await ui.press_without_waiting("h")
        await ui.wait_until(lambda: "in total" in ui.status)
        await ui.press_without_waiting("H")
        assert "to win" not in ui.text
        finding.may_go_on.set()
        await ui.finish_workers()
        assert "to win" in ui.text
        await ui.press("escape")
        assert "win" in ui.status
        finding.may_go_on.clear()
        await ui.press("enter", "enter", "space")  # the best box takes a 0, which asks once more
        await ui.press_without_waiting("h")
        await ui.wait_until(lambda: "in total" in ui.status)
        before = ui.status
        await ui.press_without_waiting("h")
        finding.may_go_on.set()
        await ui.finish_workers()
        assert ui.status == "Coach off."
        assert "win" not in before


async def test_best_play_is_loaded_once_the_table_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yahtzee_tui.tui.table.play_screen._PREPARE_SECONDS", 0.01)
    async with run_table("33344") as ui:
        loader = ui.app.value_tables.find(ui.game.ruleset)
        await ui.wait_until(lambda: loader.values is not None)


@pytest.fixture
def chance_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the live chance as soon as a table opens."""
    monkeypatch.setattr("yahtzee_tui.tui.table.coach._PREPARE_SECONDS", 0.0)


def shown(ui: AppDriver) -> tuple[str, ...]:
    view = ui.table_screen.header.view
    assert view is not None
    assert all(f"{chance} " in ui.lines[0] for chance in view.chances)
    return view.chances


@pytest.mark.usefixtures("chance_at_once")
async def test_the_live_chance_moves_with_rolls_holds_and_scores(values: ValueTable) -> None:
    forecaster = Forecaster(values)

    def expected(game: Game, hold: Faces | None = None) -> tuple[str, ...]:
        return tuple(map(format_chance, forecaster.forecast(game, hold).shares))

    four_left = GLENN[:18]
    async with run_table("55541", "55516", players=DUO, filled=four_left, options=ALWAYS) as ui:
        await ui.finish_workers()
        before = shown(ui)
        assert before == expected(ui.game)
        await ui.press_and_finish("space")
        assert shown(ui) == expected(ui.game) != before
        assert not ui.table.setup.coached, "a roll tells no holds apart"
        for keys, hold in ((("1", "2", "3"), (5, 5, 5)), (("1", "2", "3", "4"), (4,))):
            await ui.press_and_finish(*keys)
            assert shown(ui) == expected(ui.game, hold)
        assert ui.table.setup.coached == (ui.game.seat,)
        await ui.press_and_finish("space")
        rolled = shown(ui)
        assert rolled == expected(ui.game), "what was held for the last roll is open again"
        await ui.press_and_finish("up", "enter", "enter")
        assert ui.game.roll == 0
        assert shown(ui) == expected(ui.game) != rolled


@pytest.mark.slow
@pytest.mark.usefixtures("chance_at_once")
async def test_fast_keys_queue_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one position is computed many others come; only the last of them is, after it."""
    finding = HeldBack(monkeypatch, ValueTableLoader, "find_shares")
    async with run_table("11112", players=DUO, filled=GLENN, options=ALWAYS) as ui:
        for key in ("space", *"1234" * 4, "5"):
            await ui.press_without_waiting(key)
        await ui.wait_until(lambda: ui.held() == (4,))
        finding.may_go_on.set()
        await ui.finish_workers()
        assert len(finding.calls) == 2
        assert finding.calls[-1][1].held == (4,)
        assert "%" in ui.lines[0]


@pytest.mark.usefixtures("chance_at_once", "quick_bots")
async def test_who_sees_the_live_chance() -> None:
    cases: tuple[tuple[ChanceMode, tuple[str, str], bool], ...] = (
        ("off", ("expert", "expert"), False),
        ("watching", ("expert", "expert"), True),
        ("watching", ("", "expert"), False),
        ("always", ("", "expert"), True),
    )
    for mode, computers, is_shown in cases:
        options = Options(dice_speed="off", chance=mode)
        async with run_table(
            *["11112"] * 9, players=DUO, filled=GLENN, computers=computers, options=options
        ) as ui:
            if is_shown:
                await ui.wait_until(partial(shown, ui))
            else:
                assert not shown(ui)
