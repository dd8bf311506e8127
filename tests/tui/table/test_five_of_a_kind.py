"""Five of a kind is a joy to see: short, in nobody's way, and never where nothing is to move."""

from __future__ import annotations

import pytest

from tests.tui.sampling import thin
from tests.tui.stage import STILL, Stage, at_table
from yahtzee_tui.settings import DiceSpeed, Options
from yahtzee_tui.tui.table.base_screen import TableScreenBase

SLOW = STILL._replace(dice_speed=DiceSpeed.FULL)


def jumping(stage: Stage) -> list[int]:
    """Return which dice are up in the air."""
    return [die.position for die in stage.table_screen.tray._dice if die.jumps]


async def test_the_dice_jump_one_after_another_until_a_key_calms_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(TableScreenBase, "_tumble_seconds", 600.0)  # a busy machine may be slow
    async with at_table("44444", options=SLOW, animated=True) as stage:
        await stage.press("space", "x")
        assert len(jumping(stage)) == 1
        assert any("╔" in line for line in stage.lines)
        assert stage.status.startswith("Yahtzee! Roll 1 of 3: 4-4-4-4-4.")
        seen = set(jumping(stage))
        while len(seen) < 5:
            await stage.pilot.pause(0.02)
            seen.update(jumping(stage))
        await stage.press("1")
        assert not any("╔" in line for line in stage.lines)


async def test_it_ends_by_itself() -> None:
    async with at_table(
        "44444", options=STILL._replace(dice_speed=DiceSpeed.SHORT), animated=True
    ) as stage:
        await stage.press("space", "x")
        while jumping(stage):
            await stage.pilot.pause(0.05)
        await stage.settle()
        assert not any("╔" in line for line in stage.lines)


@pytest.mark.parametrize("key", thin(["1", "space", "enter"], 3))
async def test_it_waits_for_nobody(key: str) -> None:
    async with at_table("44444", "12345", options=SLOW, animated=True) as stage:
        await stage.press("space", "x")
        events = len(stage.table.history.events)
        await stage.press(key)
        assert len(stage.table.history.events) == events + 1
        assert not jumping(stage)


@pytest.mark.parametrize(
    ("throw", "options"), thin([("44443", SLOW), ("44444", STILL)], 2), ids=["four", "off"]
)
async def test_not_for_less_and_not_where_nothing_is_to_move(throw: str, options: Options) -> None:
    async with at_table(throw, options=options, animated=True) as stage:
        await stage.press("space", "x")
        assert not jumping(stage)
        assert stage.status.startswith("Yahtzee!") is (throw == "44444")
