"""Calls of a method that wait, in their threads, until a test lets them go on."""

from threading import Event
from typing import Any

import pytest

from tests.tui.event_loop import HELD
from tests.waiting import HANG_SECONDS


class HeldBack:
    """The calls of one method.

    Attributes:
        calls: The arguments of those that went on.
        may_go_on: Set while they do.
    """

    def __init__(self, patch: pytest.MonkeyPatch, owner: type, method: str) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.may_go_on = Event()
        call = getattr(owner, method)

        def wait(*arguments: Any) -> Any:
            HELD.append(self.may_go_on)
            self.may_go_on.wait(HANG_SECONDS)
            HELD.remove(self.may_go_on)
            self.calls.append(arguments)
            return call(*arguments)

        patch.setattr(owner, method, wait)
