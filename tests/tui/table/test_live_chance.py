"""The live chance of winning in the header: after rolls, holds and scores, and for whom."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.strategy.glenn_example import TURNS as GLENN
from tests.tui.app_driver import AppDriver, run_table
from tests.tui.held_back import HeldBack
from yahtzee_tui.rules import OFFICIAL, Game
from yahtzee_tui.services.value_tables import ValueTableLoader
from yahtzee_tui.settings import Options, cache_folder
from yahtzee_tui.strategy import format_chance, load_value_table
from yahtzee_tui.strategy.winning import Forecaster

if TYPE_CHECKING:
    from yahtzee_tui.rules import Faces
    from yahtzee_tui.settings import ChanceMode
    from yahtzee_tui.strategy import ValueTable

DUO = ("Ann", "Bob")
ALWAYS = Options(dice_speed="off", chance="always")


@pytest.fixture
def values(monkeypatch: pytest.MonkeyPatch) -> ValueTable:
    """Best play of the official rules, loaded as soon as a table opens."""
    monkeypatch.setattr("yahtzee_tui.tui.table.live_chance._PREPARE_SECONDS", 0.0)
    return load_value_table(OFFICIAL, cache_folder()).table


def shown(ui: AppDriver) -> tuple[str, ...]:
    view = ui.table_screen.header.view
    assert view is not None
    assert all(f"{chance} " in ui.lines[0] for chance in view.chances)
    return view.chances


async def test_it_moves_with_rolls_holds_and_scores(values: ValueTable) -> None:
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


@pytest.mark.usefixtures("values")
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


@pytest.mark.usefixtures("values", "quick_bots")
async def test_who_sees_it() -> None:
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
