"""A session: from being let in to a game of one's own, and to the farewell."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import asyncssh

from yahtzee_tui.ssh.door.farewell import REFUSALS, SENTENCES, Reason
from yahtzee_tui.ssh.door.names import clean_login
from yahtzee_tui.ssh.door.pseudo_terminal import PseudoTerminal
from yahtzee_tui.ssh.door.requests import REFUSED, parse_request
from yahtzee_tui.ssh.door.terminal import (
    RESTORE,
    clamp_size,
    game_environment,
    is_capable,
    needs_ascii,
)
from yahtzee_tui.ssh.door.told import Told
from yahtzee_tui.ssh.messages import Begin
from yahtzee_tui.ssh.problem import ServerProblem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yahtzee_tui.ssh.door.guest import Guest
    from yahtzee_tui.ssh.door.house import House
    from yahtzee_tui.ssh.door.nursery import Child

_KILL_SECONDS = 5
_FLUSH_SECONDS = 5
_UNKNOWN = 1
# Ended by itself, or because it was told to by the hang-up, with the terminal put right.
_IN_ORDER = (0, 128 + signal.SIGHUP)


class Session(asyncssh.SSHServerSession[bytes]):
    """The only session of a connection."""

    def __init__(self, house: House, guest: Guest) -> None:
        """Wait for what is asked for.

        Args:
            house: The server.
            guest: Who asks.
        """
        self._house, self._guest = house, guest
        self._term: str | None = None
        self._size = clamp_size(0, 0)
        self._request: tuple[str, ...] | None = ()
        self._terminal: PseudoTerminal | None = None
        self._child: Child | None = None
        self._paused: set[str] = set()
        self._began = self._last_input = time.monotonic()
        self._sent = self._typed = 0
        self._stop: Reason | None = None
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # What asyncssh calls; subsystems and everything else that isn't here it refuses by itself.

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take the channel."""
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Take note of the terminal; whether it will do is said when the session starts."""
        self._term = term_type
        self._size = clamp_size(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        """Let the game be played where others have a shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Take note of what is asked for; it is refused when there is a way to say so."""
        self._request = parse_request(command)
        return True

    def session_started(self) -> None:
        """Play."""
        self._task = asyncio.create_task(self._run())

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Tell the game."""
        size = clamp_size(width, height)
        if self._terminal is not None and size != self._size:
            self._terminal.resize(size)
        self._size = size

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass on what was typed."""
        self._last_input = time.monotonic()
        self._typed += len(data)
        self._guest.budget.typed(len(data))
        if self._terminal is not None:
            self._terminal.write(data)

    def eof_received(self) -> bool:
        """Go on: a game isn't over because nothing more is typed."""
        return True

    def pause_writing(self) -> None:
        """Let the game wait until the client has taken what was sent."""
        self.pause("channel")

    def resume_writing(self) -> None:
        """Let the game draw again."""
        self.resume("channel")

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the game end; it is saved."""
        self.stop(Reason.GONE)

    # What the connection and the server say.

    def pause(self, who: str) -> None:
        """Read nothing more from the game, for one reason or another."""
        self._paused.add(who)
        if self._terminal is not None:
            self._terminal.pause()

    def resume(self, who: str) -> None:
        """Read from the game again if there is no other reason not to."""
        self._paused.discard(who)
        if not self._paused and self._child is not None and self._terminal is not None:
            self._terminal.resume()

    def stop(self, reason: Reason) -> None:
        """Let the session end."""
        self._stop = self._stop or reason
        self._changed.set()

    def kill(self) -> None:
        """End the game by force."""
        self._signal(signal.SIGKILL)

    # What the terminal says.

    def game_wrote(self, data: bytes) -> None:
        """Send what the game draws."""
        self._sent += len(data)
        # At the end there is no use in waiting for somebody who takes nothing.
        if not self._paused and not self._channel.is_closing():
            self._channel.write(data)

    def game_hung_up(self) -> None:
        """Learn of the end of a game without its parent, which may be gone."""
        if (child := self._child) is not None:
            patience = self._house.limits.grace_seconds if self._house.nursery.has(child) else 0
            asyncio.get_running_loop().call_later(patience, _settle, child)

    def keys_pile_up(self) -> None:
        """Let the client wait until the game has read."""
        self._channel.pause_reading()

    def keys_were_read(self) -> None:
        """Let the client send again."""
        self._channel.resume_reading()

    async def _run(self) -> None:
        if refusal := self._why_not():
            self._refuse(*refusal)
            return
        house, network = self._house, self._guest.network
        house.sessions.add(self)
        house.crowd.begun(network)
        try:
            await self._play()
        except ServerProblem:
            self._refuse("busy", REFUSALS["busy"])
        except OSError as error:
            house.journal.tell("trouble", why=str(error))
            self._refuse("busy", REFUSALS["busy"])
        finally:
            house.sessions.discard(self)
            house.crowd.ended(network)

    def _why_not(self) -> tuple[str, str] | None:
        """Return why nothing can be played: a word, and what is said of it."""
        if self._request is None:
            return "request", REFUSED
        if self._term is None:
            why = "no-terminal"
        elif self._house.is_closing:
            why = "closing"
        elif not is_capable(self._term):
            why = "term"
        else:
            why = self._house.crowd.why_no_session(self._guest.network)
        return (why, REFUSALS[why]) if why else None

    def _refuse(self, why: str, sentence: str) -> None:
        self._house.journal.tell("refused", why=why, address=self._guest.address)
        if self._channel.is_closing():
            return
        if self._term is None:
            self._channel.write_stderr(f"{sentence}\n".encode())
        else:
            self._channel.write(f"{sentence}\r\n".encode())
        self._channel.exit(1)

    async def _play(self) -> None:
        self._terminal = PseudoTerminal(self._size, self)
        told = Told(self._changed.set)
        try:
            self._child = await self._begin(self._terminal, told)
            self._child.ended.add_done_callback(lambda _: self._changed.set())
            self._tell_begun(self._child)
            self._terminal.begin()
            told.begin()
            if self._paused:
                self._terminal.pause()
            reason = await self._wait(self._child, told)
            if not self._child.ended.done():
                await self._end_game(self._child, self._terminal)
            self._terminal.resume()
            self._terminal.drain()
        finally:
            told.close()
            self._terminal.close()
        self._say_farewell(reason, self._child)

    async def _begin(self, terminal: PseudoTerminal, told: Told) -> Child:
        identity = self._guest.identity
        sent = self._channel.get_environment()
        begin = Begin(
            session=0,
            key=identity.key,
            login=clean_login(identity.login),
            request=list(self._request or ()),
            ascii_only=needs_ascii(sent),
            environment=game_environment(self._term or "", sent),
        )
        return await self._house.nursery.begin(begin, (terminal.far, told.far))

    async def _wait(self, child: Child, told: Told) -> Reason:
        """Wait until the session has to end, or the game has ended."""
        while True:
            now = time.monotonic()
            limits = self._house.limits
            idle = limits.idle_seconds - (now - self._last_input)
            age = limits.session_seconds - (now - self._began)
            if child.ended.done():
                return Reason.LEFT if child.ended.result() in _IN_ORDER else Reason.BROKEN
            if self._stop is not None:
                return self._stop
            if age <= 0:
                return Reason.AGE
            if idle <= 0 and not told.only_watches:
                return Reason.IDLE
            left = age if told.only_watches else min(idle, age)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
            self._changed.clear()

    async def _end_game(self, child: Child, terminal: PseudoTerminal) -> None:
        """Tell the game to end, and make it if it doesn't."""
        terminal.resume()  # what it still draws must not keep it
        self._signal(signal.SIGHUP)
        await asyncio.wait([child.ended], timeout=self._house.limits.grace_seconds)
        if not child.ended.done():
            self._house.journal.tell("killed", session=child.session)
            self.kill()
            await asyncio.wait([child.ended], timeout=_KILL_SECONDS)

    def _signal(self, number: int) -> None:
        if self._child is None or self._terminal is None or self._child.ended.done():
            return
        if self._house.nursery.has(self._child):
            self._house.nursery.signal(self._child, number)
        else:
            self._terminal.signal(number)

    def _say_farewell(self, reason: Reason, child: Child) -> None:
        code = child.ended.result() if child.ended.done() else None
        self._house.journal.tell(
            "end",
            session=child.session,
            why=reason.value,
            code=code,
            seconds=round(time.monotonic() - self._began, 1),
            typed=self._typed,
            sent=self._sent,
        )
        channel = self._channel
        if channel.is_closing():
            return
        restore = "" if code in _IN_ORDER else RESTORE
        channel.write(f"{restore}{SENTENCES[reason]}\r\n".encode())
        channel.exit(0 if reason is Reason.LEFT else 1)
        # Not every client goes by itself once its session has ended.
        connection = channel.get_connection()
        asyncio.get_running_loop().call_later(_FLUSH_SECONDS, connection.abort)

    def _tell_begun(self, child: Child) -> None:
        guest = self._guest
        client = self._channel.get_extra_info("client_version")
        self._house.journal.tell(
            "begin",
            session=child.session,
            process=child.process,
            address=guest.address,
            login=guest.identity.login[:40],
            key=guest.identity.key,
            request=" ".join(self._request or ()),
            term=self._term,
            columns=self._size.columns,
            rows=self._size.rows,
            client=str(client)[:60],
        )


def _settle(child: Child) -> None:
    """Count a game as ended of which nobody said so."""
    if not child.ended.done():
        child.ended.set_result(_UNKNOWN)
