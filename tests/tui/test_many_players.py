"""Several users send random input to one database at once: nothing breaks, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.tui.random_input import RandomInput
from tests.tui.remote_visits import wait_for
from tests.tui.table_checks import check_table
from yahtzee_tui.store.saved_game import Status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.tui.remote_visits import RemoteUsers

STAY = 1000
"""Events until a crowd goes, and another one comes."""

SCREENS = {"LobbyScreen", "OnlinePlayScreen"}
"""Those at which Ann and Bob begin; the others come as chance has it."""

_HIGHEST = 12
"""Screens over one another that anybody may come to see; each is drawn over those below."""

# What Textual still has to do for a screen that goes, it leaves undone, and Python complains.
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*Screen._watch_selections:pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computers hardly wait, and draw seldom: what is checked is what would be drawn."""
    monkeypatch.setattr("tests.tui.loop_idle._LONGEST", 0.02)  # somebody has always something to do
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 0.1)
    monkeypatch.setattr("yahtzee_tui.tui.table.bots._PAUSE_SECONDS", 0.01)
    monkeypatch.setattr("yahtzee_tui.tui.table.bots._TICK_SECONDS", 0.01)


async def crowd(remote: RemoteUsers, seed: int) -> Counter[str]:
    """Let four people do random things, and return how often which screen was on top."""
    rng = Random(seed)
    ann, bob = remote.somebody("Ann"), remote.somebody("Bob")
    seen: Counter[str] = Counter()
    requests = deque[tuple[str, ...]]([("join", remote.begin(ann, bob).code), ()])
    requests.append(("watch", remote.begin(bob, ann, seconds=30).code))
    requests.append(("join", remote.lay(ann, seats=3).code))
    async with asyncio.TaskGroup() as group:
        for key, login in (("Ann", ""), ("Bob", ""), ("", "Cid"), ("", "Dee")):
            random_input = RandomInput(Random(rng.random()))
            group.create_task(_stay(remote, key, login, tuple(requests), random_input, seen))
            requests.rotate(-1)
    for saved in remote.store.games.by_status(*Status):
        saved.load()  # which plays it through
    return seen


async def _stay(
    remote: RemoteUsers,
    key: str,
    login: str,
    requests: Iterable[tuple[str, ...]],
    random_input: RandomInput,
    seen: Counter[str],
) -> None:
    """Come again and again, each time with another request."""
    wanted = cycle(requests)
    try:
        while random_input.sent < STAY:
            async with remote.visit(key, login, next(wanted)) as stage:
                await wait_for(lambda: stage.at != "SignInScreen" or not key, stage)
                while random_input.sent < STAY and stage.app.return_code is None:
                    check_table(stage.app)
                    assert len(stage.app.screen_stack) <= _HIGHEST, stage.app.screen_stack
                    seen[stage.at] += 1
                    random_input.fidget(stage)
                    await asyncio.sleep(0.01)
                    while stage.app.message_queue_size and stage.app.return_code is None:
                        await asyncio.sleep(0.001)
    except BaseException as error:
        error.add_note("\n".join(random_input.newest))
        raise


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
async def test_a_restless_crowd_breaks_nothing(seed: int, remote: RemoteUsers) -> None:
    assert set(await crowd(remote, seed)) >= SCREENS


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(100, 130))
async def test_many_restless_crowds_break_nothing(seed: int, remote: RemoteUsers) -> None:
    assert set(await crowd(remote, seed)) >= SCREENS
