"""What the screens of shared play use of their app; screens import no app."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol, cast

from yahtzee_tui.tui.context import AppContext

if TYPE_CHECKING:
    from yahtzee_tui.host.services.visit import Visit


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
