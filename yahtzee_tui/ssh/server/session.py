"""A session: from being let in to a game of one's own, and to the farewell."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import asyncssh

from yahtzee_tui.ssh.problem import ServerProblem
from yahtzee_tui.ssh.protocol import Begin
from yahtzee_tui.ssh.server.exit_reasons import REFUSALS, Reason, end_soon, refuse, say_farewell
from yahtzee_tui.ssh.server.process import Game
from yahtzee_tui.ssh.server.pty import PseudoTerminal
from yahtzee_tui.ssh.server.requests import REFUSED, clean_login, parse_request
from yahtzee_tui.ssh.server.status_pipe import Told
from yahtzee_tui.ssh.server.terminal import clamp_size, game_environment, is_capable, needs_ascii
from yahtzee_tui.ssh.server.timeouts import Patience

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yahtzee_tui.ssh.server.client import Guest
    from yahtzee_tui.ssh.server.context import House
    from yahtzee_tui.ssh.server.fork_client import Child


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
        self._game: Game | None = None
        self._paused: set[str] = set()
        self._patience = Patience(house.limits)
        self._sent = self._typed = 0
        self._task: asyncio.Task[None] | None = None

    # What asyncssh calls; subsystems and everything else that isn't here it refuses by itself.

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take the channel."""
        self._channel, self._connection = chan, chan.get_connection()

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
        # asyncssh would keep every variable, now that none is of any use.
        self._channel._process_env_request = _refuse_variable  # type: ignore[assignment,method-assign]
        self._task = asyncio.create_task(self._run())

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Tell the game."""
        size = clamp_size(width, height)
        if self._terminal is not None and size != self._size:
            self._terminal.resize(size)
        self._size = size

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass on what was typed."""
        self._patience.heard()
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

    # What the connection and the server say, and ask.

    @property
    def has_started(self) -> bool:
        """Whether the client has asked for the game, or for anything else."""
        return self._task is not None

    def pause(self, who: str) -> None:
        """Read nothing more from the game, for one reason or another."""
        self._paused.add(who)
        if self._terminal is not None:
            self._terminal.pause()

    def resume(self, who: str) -> None:
        """Read from the game again if there is no other reason not to."""
        self._paused.discard(who)
        if not self._paused and self._game is not None and self._terminal is not None:
            self._terminal.resume()

    def stop(self, reason: Reason) -> None:
        """Let the session end."""
        self._patience.stop(reason)

    # What the terminal says.

    def game_wrote(self, data: bytes) -> None:
        """Send what the game draws."""
        self._sent += len(data)
        # At the end there is no use in waiting for somebody who takes nothing.
        if not self._paused and not self._channel.is_closing():
            self._channel.write(data)

    def game_hung_up(self) -> None:
        """Take note that nobody has the terminal any more."""
        if self._game is not None:
            self._game.hung_up()

    def keys_pile_up(self) -> None:
        """Let the client wait until the game has read."""
        self._channel.pause_reading()

    def keys_were_read(self) -> None:
        """Let the client send again."""
        self._channel.resume_reading()

    async def _run(self) -> None:
        try:
            if refusal := self._why_not():
                self._refuse(*refusal)
            else:
                await self._stay()
        finally:
            # Not every client goes by itself once its session has ended.
            end_soon(self._connection)

    async def _stay(self) -> None:
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
        refuse(self._channel, sentence, has_terminal=self._term is not None)

    async def _play(self) -> None:
        terminal = self._terminal = PseudoTerminal(self._size, self)
        told = Told(self._patience.look)
        try:
            child = await self._begin(terminal, told)
            child.ended.add_done_callback(lambda _: self._patience.look())
            game = self._game = Game(self._house, child, terminal)
            self._tell_begun(child)
            terminal.begin()
            told.begin()
            if self._paused:
                terminal.pause()
            reason = await self._patience.wait(child, told)
            if not child.ended.done():
                await game.end()
            terminal.resume()
            terminal.drain()
        finally:
            told.close()
            terminal.close()
        self._tell_ended(child, reason, game.code)
        say_farewell(self._channel, reason, game.code)

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

    def _tell_ended(self, child: Child, reason: Reason, code: int | None) -> None:
        self._house.journal.tell(
            "end",
            session=child.session,
            why=reason.value,
            code=code,
            seconds=round(self._patience.seconds, 1),
            typed=self._typed,
            sent=self._sent,
        )

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


def _refuse_variable(_: object) -> bool:
    return False
