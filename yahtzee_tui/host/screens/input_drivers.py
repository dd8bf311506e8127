"""Read the terminal of a session over SSH at the pace of people: in a thread or the event loop."""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from contextvars import Context
from typing import TYPE_CHECKING, Any

from textual import events
from textual.driver import Driver
from textual.events import Key

from yahtzee_tui.host.services.input_pace import KEY_SECONDS, OTHER_SECONDS, InputPacer

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Thread

    from textual.app import App
    from textual.message import Message


_TICK_SECONDS = 0.05
_READ_BYTES = 4096


class EventLoopInput(Driver):
    """A driver that reads the terminal in the event loop, and delays what comes too fast.

    Textual's thread wakes ten times a second, makes an exit wait for it, and hands each key over by
    two more turns of the event loop. As for the pace see `ThrottledDriver`.
    """

    _reader: _Reader | None = None

    @property
    def _key_thread(self) -> _Reader | None:
        return self._reader

    @_key_thread.setter
    def _key_thread(self, thread: Thread | None) -> None:
        """Read instead of the thread that Textual is about to start."""
        self._reader = None if thread is None else _Reader(self.fileno, self.process_message)  # type: ignore[attr-defined]

    def send_message(self, message: Message) -> None:
        """Post a message at once: Textual, in its thread, needs a task for that."""
        self._app.post_message(message)


class _Reader:
    """What a driver uses of Textual's input thread, without a thread."""

    def __init__(self, fileno: int, pass_on: Callable[[Message], None]) -> None:
        # Other versions of Textual may lack what it needs.
        from yahtzee_tui.tui.terminal.input import TolerantParser, decoder_class

        self._fileno = fileno
        self._pass_on = pass_on
        # Of its own: the messages that the app prevents just now are no matter of the input.
        self._context = Context()
        self._loop = asyncio.get_running_loop()
        self._parser, self._decode = TolerantParser(), decoder_class("utf-8")().decode
        self._pace = InputPacer()
        self._messages: deque[Message] = deque()
        self._later: asyncio.TimerHandle | None = None  # the end of a delay, or the next tick

    def start(self) -> None:
        self._loop.add_reader(self._fileno, self._read)

    def join(self) -> None:
        """Read no more, and drop what is delayed."""
        self._loop.remove_reader(self._fileno)
        self._messages.clear()
        if self._later is not None:
            self._later.cancel()

    def _read(self) -> None:
        try:
            data = os.read(self._fileno, _READ_BYTES)
        except OSError:  # the terminal is gone, and a signal says so
            data = b""
        if data:
            self._messages += self._parser.feed(self._decode(data))
            self._deliver()
        else:  # there will be no more
            self._loop.remove_reader(self._fileno)

    def _tick(self) -> None:
        self._messages += self._parser.tick()
        self._deliver()

    def _deliver(self) -> None:
        """Pass on what was read; if it came too fast read no more before its time has come."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        while self._messages:
            message = self._messages.popleft()
            if delay := self._pace.wait(KEY_SECONDS if isinstance(message, Key) else OTHER_SECONDS):
                self._loop.remove_reader(self._fileno)
                self._later = self._loop.call_later(delay, self._go_on, message)
                return
            self._context.run(self._pass_on, message)
        if self._parser.is_waiting:
            self._later = self._loop.call_later(_TICK_SECONDS, self._tick)

    def _go_on(self, message: Message) -> None:
        self._context.run(self._pass_on, message)
        self.start()
        self._tick()


class ThrottledDriver(Driver):
    """A driver that delays input that comes faster than people type.

    Each key of a remote player may be saved; one who pastes thousands would load the processor and
    the database that others use.
    """

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._pace = InputPacer()
        self._is_leaving = False

    def process_message(self, message: Message) -> None:
        """Pass a message on, delayed if needed; called in the input thread."""
        seconds = self._pace.wait(KEY_SECONDS if isinstance(message, events.Key) else OTHER_SECONDS)
        if seconds and not self._is_leaving:
            time.sleep(seconds)
        super().process_message(message)

    def disable_input(self) -> None:
        """Stop without further delays, since the input thread is joined."""
        self._is_leaving = True
        super().disable_input()  # type: ignore[safe-super]
