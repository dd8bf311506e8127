"""What the screens of shared play use of their app; screens import no app."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from yahtzee_tui.store import StoreProblem
from yahtzee_tui.tui.context import AppContext
from yahtzee_tui.tui.lifecycle import start_worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.host.services.visit import Visit
    from yahtzee_tui.tui.lifecycle import GameScreen

Result = TypeVar("Result")


class RemoteContext(AppContext, Protocol):
    """What screens use of the app over SSH."""

    ascii_only: bool

    @property
    def session(self) -> Visit: ...


class RemoteScreen:
    """Mixed into a screen that only players over SSH see."""

    @cached_property
    def context(self) -> RemoteContext:
        return cast("RemoteContext", self.app)  # type: ignore[attr-defined]

    def try_to(
        self, act: Callable[[], Result], then: Callable[[Result], object] = lambda _: None
    ) -> None:
        """Run what may block in a thread, and say why it is refused; else go on with its result."""
        screen = cast("GameScreen[object]", self)

        async def run() -> None:
            try:
                result = await asyncio.to_thread(act)
            except StoreProblem as problem:
                if screen.is_open:
                    screen.show_message(problem.sentence)
            else:
                then(result)

        start_worker(screen, run, "doing")
