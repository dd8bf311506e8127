"""Hundreds of random keys, clicks and resizes: nothing breaks, and the record tells the same."""

from __future__ import annotations

from random import Random

import pytest

from tests.tui.stage import STILL, Stage, on_stage
from yahtzee_tui.rules.records import read_record, write_record
from yahtzee_tui.table import Invitation
from yahtzee_tui.tui.app import YahtzeeApp

EVENTS = 400
# Keys that leave the table or the program are rarer, so that games get somewhere.
KEYS = ["space", "space", "r", "enter", "enter", "enter", "down", "up", "j", "k", "left", "right"]
KEYS += ["1", "2", "3", "4", "5", "a", "u", "U", "ctrl+r", "slash", "c", "h", "tab", "y", "n", "e"]
RARE = ["escape", "escape", "question_mark", "f1", "o", "p", "m", "ctrl+s", "home", "end", "delete"]
RARE += ["left_square_bracket", "right_square_bracket", "pagedown", "shift+tab", "backspace", "x"]
SIZES = [(80, 24), (60, 20), (120, 40), (59, 19), (40, 12), (1, 1), (200, 60), (80, 24), (80, 24)]


async def disturb(stage: Stage, rng: Random) -> None:
    """Do one random thing to the app."""
    kind = rng.random()
    if kind < 0.70:
        await stage.poke(rng.choice(KEYS))
    elif kind < 0.80:
        await stage.poke(rng.choice(RARE))
    elif kind < 0.97:
        width, height = stage.app.size
        await stage.click_at(rng.randrange(width), rng.randrange(height), quick=True)
    else:
        await stage.resize(*rng.choice(SIZES))


def check_record(stage: Stage) -> None:
    """Check that the record of the newest table replays to the very state that is shown."""
    table = stage.app.table
    if table is None:
        return
    replayed = read_record(write_record(table.record)).replay()
    assert replayed is not None
    assert replayed.faults == ()
    assert replayed.history == table.history
    assert replayed.game == table.game


async def soak(seed: int, events: int) -> None:
    """Run the app under random input."""
    print(f"seed {seed}")
    rng = Random(seed)
    players = tuple("ABCDEFGH"[: rng.randint(1, 8)])
    rules = rng.choice(["official", "macintosh", "yz", "yatzy50"])
    app = YahtzeeApp(Invitation(players, rules, seed=str(seed)), "A", STILL)
    async with on_stage(app) as stage:
        for event in range(events):
            await disturb(stage, rng)
            if not app.is_running or app.return_code is not None:
                break
            if event % 40 == 0:
                check_record(stage)
        await stage.settle()
        check_record(stage)


async def test_random_input_breaks_nothing() -> None:
    await soak(1, EVENTS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
async def test_more_random_input_breaks_nothing(seed: int) -> None:
    await soak(seed, EVENTS)
