"""The server from its start to its end."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import asyncssh

from yahtzee_tui.ssh.door.crowd import Crowd
from yahtzee_tui.ssh.door.farewell import Reason
from yahtzee_tui.ssh.door.hostkey import find_host_key
from yahtzee_tui.ssh.door.house import House
from yahtzee_tui.ssh.door.journal import Journal
from yahtzee_tui.ssh.door.nursery import GAMES, Nursery
from yahtzee_tui.ssh.door.reception import Reception, open_listeners
from yahtzee_tui.ssh.door.rooms import prepare_rooms
from yahtzee_tui.ssh.door.speech import choose_options
from yahtzee_tui.ssh.door.version import check_version

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yahtzee_tui.ssh.settings import ServerSettings

_STOP = (signal.SIGTERM, signal.SIGINT)
_EMPTY = (signal.SIGUSR1,)
"""After it nobody is let in any more, and the server ends with its last game."""

_LOOK = 0.1
_KILL_SECONDS = 1.0
_FAREWELL_SECONDS = 0.5


def serve(settings: ServerSettings, log: TextIO, games: Sequence[str] = GAMES) -> None:
    """Let people play until a signal says to stop, or to end with the last game.

    Args:
        settings: How the server is run; it says which folder is its own.
        log: Where it is written what happens.
        games: The program that forks the games, as Python is told it.

    Raises:
        ServerProblem: If it can't be started.
    """
    check_version(asyncssh.__version__)
    asyncio.run(_serve(settings, log, games))


async def _serve(settings: ServerSettings, log: TextIO, games: Sequence[str]) -> None:
    limits = settings.limits
    journal = Journal(log, limits.log_kilobytes * 1024)
    _log_to(journal)
    key = find_host_key(Path(settings.state))
    listeners = open_listeners(settings.host, settings.port)
    setup = prepare_rooms(settings)
    nursery = Nursery(setup, journal, games)
    running = asyncio.create_task(nursery.run())
    try:
        await nursery.wait_ready()
        house = House(limits, Crowd(limits), journal, nursery)
        reception = Reception(house, await choose_options(key, limits), settings.proxies)
        stopped, emptying = asyncio.Event(), asyncio.Event()
        _set_on(_STOP, stopped)
        _set_on(_EMPTY, emptying)
        reception.listen(listeners)
        if os.geteuid() == 0 and not setup.user:
            journal.tell("warning", text="Games run as root: name another user for them.")
        journal.tell(
            "open",
            host=settings.host,
            port=listeners[0].getsockname()[1],
            process=os.getpid(),
            key=key.get_fingerprint(),
        )
        await _wait_for_either(stopped, emptying)
        reception.stop()
        journal.tell("emptying" if emptying.is_set() else "closing", sessions=len(house.sessions))
        while emptying.is_set() and house.sessions and not stopped.is_set():
            await asyncio.sleep(_LOOK)
        await _close(house, reception)
    finally:
        await nursery.close()
        running.cancel()
        journal.tell("closed")


async def _close(house: House, reception: Reception) -> None:
    """Let everybody end, and then go."""
    house.is_closing = True
    for session in tuple(house.sessions):
        session.stop(Reason.CLOSING)
    patience = house.limits.grace_seconds + _KILL_SECONDS
    deadline = asyncio.get_running_loop().time() + patience
    while house.sessions and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.02)
    await asyncio.sleep(_FAREWELL_SECONDS)  # until everybody has what they were told
    await reception.close()


def _set_on(signals: Iterable[signal.Signals], event: asyncio.Event) -> None:
    for number in signals:
        asyncio.get_running_loop().add_signal_handler(number, event.set)


async def _wait_for_either(*events: asyncio.Event) -> None:
    waiting = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()


class _ToJournal(logging.Handler):
    """Writes what libraries complain of into the journal, where it is escaped and limited."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(logging.WARNING)
        self._journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        self._journal.tell("library", name=record.name, text=self.format(record))


def _log_to(journal: Journal) -> None:
    root = logging.getLogger()
    root.handlers[:] = [_ToJournal(journal)]
    # What asyncssh says besides has in it what clients sent.
    asyncssh.set_log_level(logging.WARNING)
