"""What the screens of shared play use of their app and of a visit; screens import no app."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol, cast

from yahtzee_tui.host.services.visit import Visit
from yahtzee_tui.tui.context import AppContext

if TYPE_CHECKING:
    from textual.screen import Screen

    from yahtzee_tui.settings import Options


class VisitorContext(Visit):
    """What screens use of the `VisitorSession` of a player over SSH, besides that of any visit."""

    async def enter(self) -> None:
        raise NotImplementedError

    def show_lobby(self, sentence: str = "") -> None:
        raise NotImplementedError

    def leave_closed(self, code: str, sentence: str) -> None:
        raise NotImplementedError

    async def open_table(self, table: str, watch: bool = False) -> None:
        raise NotImplementedError


class RemoteContext(AppContext, Protocol):
    """What screens use of the app over SSH."""

    ascii_only: bool

    @property
    def session(self) -> VisitorContext: ...
    @property
    def seconds_idle(self) -> float: ...

    def show_instead(self, screen: Screen[None]) -> None: ...
    def apply_options(self, options: Options) -> None: ...


class RemoteScreen:
    """Mixed into a screen that only players over SSH see."""

    @cached_property
    def context(self) -> RemoteContext:
        return cast("RemoteContext", self.app)  # type: ignore[attr-defined]
