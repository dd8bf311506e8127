"""Waiting for a condition, however slow the machine is: only pytest's time limit ends it."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_PAUSE = 0.005


async def wait_until(holds: Callable[[], object]) -> None:
    while not holds():
        await asyncio.sleep(_PAUSE)


def wait_in_thread(holds: Callable[[], object]) -> None:
    while not holds():
        time.sleep(_PAUSE)
