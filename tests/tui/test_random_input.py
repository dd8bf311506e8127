"""Random input, by one user after the other and by several at once: nothing breaks or is lost."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.tui.event_loop import drain_loop, impatience, wait_until
from tests.tui.random_input import RandomInput
from tests.tui.random_user import RandomUser
from tests.tui.table_checks import check_table
from yahtzee_tui.store.saved_game import Status

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.host.screens.remote_users import RemoteUsers

REMOTE_EVENTS = 400
"""Events of each of several users."""

SCREENS = """HowToPlayScreen KeyMapScreen NewGameScreen OptionsScreen ResultScreen ReviewScreen
ScoreboardScreen StatisticsScreen TableScreen TitleScreen"""
"""The screens that so many users surely reach; the others come as chance has it."""

MAX_SCREENS = 12
"""Screens over one another that may come about; each is drawn over those below."""

# What Textual still has to do for a screen that goes, it leaves undone, and Python complains.
pytestmark = [
    pytest.mark.usefixtures("quick_bots", "drawn_by_the_app"),
    pytest.mark.filterwarnings(
        "ignore:.*Screen._watch_selections:pytest.PytestUnraisableExceptionWarning"
    ),
]


async def play_alone(first: int, users: int, events: int, folder: Path) -> set[str]:
    """Let one user after the other send random input; return the screens that were reached."""
    seen = Counter[str]()
    for seed in range(first, first + users):
        print(f"seed {seed}", flush=True)
        home = folder / str(seed)
        home.mkdir()
        seen += await RandomUser(seed, home).play(events)
    print(dict(seen.most_common()))
    return set(seen)


async def play_together(remote: RemoteUsers, seed: int) -> set[str]:
    """Let four users send random input to one database; return the screens that were reached."""
    rng = Random(seed)
    ann, bob = remote.user("Ann"), remote.user("Bob")
    seen: set[str] = set()
    requests = deque[tuple[str, ...]]([("join", remote.start_game(ann, bob).code), ()])
    requests.append(("watch", remote.start_game(bob, ann, seconds=30).code))
    requests.append(("join", remote.create_table(ann, seats=3).code))
    async with asyncio.TaskGroup() as group:
        for key, login in (("Ann", ""), ("Bob", ""), ("", "Cid"), ("", "Dee")):
            random_input = RandomInput(Random(rng.random()))
            group.create_task(_connect(remote, key, login, tuple(requests), random_input, seen))
            requests.rotate(-1)
    for saved in remote.store.games.by_status(*Status):
        saved.load()  # which plays it through
    return seen


async def _connect(
    remote: RemoteUsers,
    key: str,
    login: str,
    requests: Iterable[tuple[str, ...]],
    random_input: RandomInput,
    seen: set[str],
) -> None:
    """Connect again and again, each time with another request."""
    wanted = cycle(requests)
    try:
        while random_input.sent < REMOTE_EVENTS:
            async with remote.connect(key, login, next(wanted)) as ui:
                await ui.wait_until(lambda: ui.screen_name != "SignInScreen" or not key)
                while random_input.sent < REMOTE_EVENTS and ui.app.return_code is None:
                    check_table(ui.app)
                    assert len(ui.app.screen_stack) <= MAX_SCREENS, ui.app.screen_stack
                    seen.add(ui.screen_name)
                    random_input.send_some(ui)
                    await drain_loop()
                    await wait_until(
                        lambda app=ui.app: not app.message_queue_size or app.return_code is not None  # type: ignore[misc]
                    )
    except BaseException as error:
        error.add_note("\n".join(random_input.newest))
        raise


async def test_random_input_breaks_nothing(tmp_path: Path) -> None:
    await RandomUser(1, tmp_path).play(400)


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(100, 180, 20))
async def test_two_hundred_thousand_random_events_break_nothing(first: int, tmp_path: Path) -> None:
    assert await play_alone(first, 20, 2500, tmp_path) >= set(SCREENS.split())


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(1, marks=pytest.mark.slow),
        *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(100, 130)),
    ],
)
async def test_random_input_of_four_users_at_once_breaks_nothing(
    seed: int, remote: RemoteUsers
) -> None:
    with impatience():  # there is always something to do for one of them
        assert await play_together(remote, seed) >= {"LobbyScreen", "OnlinePlayScreen"}
