"""Random input of several users at once: nothing breaks or is lost."""

import asyncio
from collections import deque
from collections.abc import Iterable
from itertools import cycle
from random import Random

import pytest

from tests.host.screens.remote_users import RemoteUsers
from tests.tui.event_loop import drain_loop, impatience
from tests.tui.random_input import RandomInput
from tests.tui.table_checks import check_table
from tests.tui.test_random_input import MARKS, MAX_SCREENS
from tests.waiting import wait_until
from yahtzee_tui.store.saved_game import Status

REMOTE_EVENTS = 400
"""Events of each of several users."""

pytestmark = MARKS


async def play_together(remote: RemoteUsers, seed: int) -> set[str]:
    """Let four users send random input to one database; return the screens that were reached."""
    rng = Random(seed)
    seen: set[str] = set()
    requests = deque[tuple[str, ...]]([("join", remote.begin().code), ()])
    requests.append(("watch", remote.begin("Bob", "Ann", seconds=30).code))
    requests.append(("join", remote.create_table(remote.user("Ann"), seats=3).code))
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
