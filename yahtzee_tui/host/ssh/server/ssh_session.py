"""One SSH session: it starts a game process on a pseudo-terminal and copies bytes until it ends."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import asyncssh

from yahtzee_tui.host.ssh.addresses import format_destination, parse_address
from yahtzee_tui.host.ssh.config import ServerError, is_denied
from yahtzee_tui.host.ssh.protocol import StartSession
from yahtzee_tui.host.ssh.requests import (
    BOT,
    CHECK,
    PLAIN,
    RECORD,
    clean_login,
    parse_request,
    wants_json,
    wants_lines,
    wants_text,
)
from yahtzee_tui.host.ssh.server.fork_client import set_result
from yahtzee_tui.host.ssh.server.host_key import sign_record
from yahtzee_tui.host.ssh.server.session_end import (
    CLEAN_EXIT_CODES,
    EXIT_MESSAGES,
    ExitReason,
    IdleTimeout,
    StatusPipe,
    explain_refusal,
)
from yahtzee_tui.host.ssh.server.terminal import (
    RESTORE,
    PseudoTerminal,
    clamp_size,
    is_capable,
    needs_ascii,
    session_environment,
)
from yahtzee_tui.text import format_error
from yahtzee_tui.translation import read_catalog

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from yahtzee_tui.host.ssh.server.clients import Client
    from yahtzee_tui.host.ssh.server.context import ServerContext
    from yahtzee_tui.host.ssh.server.fork_client import SessionProcess

_KILL_SECONDS = 5
_FLUSH_SECONDS = 5  # in which a client receives the last message
_FIRST_SCREEN = 1000  # bytes after which a session has drawn something
_START_SECONDS = 1.0  # after which the next one starts, even if it hasn't
_UNKNOWN_CODE = 1
_END_OF_INPUT = b"\x04"
"""What ends the input of a terminal, as Ctrl+D does."""
_MOUSE_MOVES = b"\x1b[<35;"  # input that needs no answer
_LONGEST_ANSWER = 10.0  # seconds after a key; later output has another cause
_LONGEST_SIGNED = 1 << 20  # bytes; a longer record is sent as it is


class SshSession(asyncssh.SSHServerSession[bytes]):
    """The only session of a connection."""

    def __init__(self, context: ServerContext, client: Client) -> None:
        self._context, self._client = context, client
        self._term: str | None = None
        self._environment: dict[str, str] = {}
        self._size = clamp_size(0, 0)
        self._request: tuple[str, ...] | None = ()
        self._wants_json = False
        self._terminal: PseudoTerminal | None = None
        self._process: SessionProcess | None = None
        self._status: StatusPipe | None = None
        self._pressed = 0.0  # when input came that no output has followed, 0 for none
        self._pause_reasons: set[str] = set()
        self._timeout = IdleTimeout(context.settings.limits)
        self._sent = 0
        self._early_input = b""
        self._record = b""  # the record that was asked for, as far as it was read
        self._has_drawn = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # Called by asyncssh, which refuses subsystems and all other requests by itself.

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel, self._connection = chan, chan.get_connection()

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Note the terminal; one that can't show the game is refused when the session starts."""
        self._term = term_type
        self._size = clamp_size(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        """Note the command; a wrong one is refused with a message when the session starts."""
        own = self._context.host_key
        has_it = own is not None and self._client.key == own.get_fingerprint()
        self._request = CHECK if (command,) == CHECK and has_it else parse_request(command)
        self._wants_json = wants_json(command)
        return True

    def session_started(self) -> None:
        # asyncssh would keep every environment variable that is sent from now on.
        self._channel._process_env_request = lambda _: False  # type: ignore[assignment,method-assign]
        sent, language = self._channel.get_environment(), self._context.settings.language
        term = self._term if self._is_capable else None
        self._environment = session_environment(term or "dumb", sent, language)
        if self._request is not None and not (self._is_capable or wants_text(self._request)):
            self._request = (PLAIN, *self._request) if not self._wants_lines else self._request
        self._task = asyncio.create_task(self._run())
        # Not every client disconnects when its session has ended.
        loop, abort = asyncio.get_running_loop(), self._connection.abort
        self._task.add_done_callback(lambda _: loop.call_later(_FLUSH_SECONDS, abort))

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        size = clamp_size(width, height)
        if self._terminal is not None and size != self._size:
            self._terminal.resize(size)
        self._size = size

    def data_received(self, data: bytes, datatype: int | None) -> None:
        now = self._timeout.last_input = time.monotonic()
        if not data.startswith(_MOUSE_MOVES):
            self._pressed = now
        self._client.budget.typed += len(data)
        self._write(data)

    def eof_received(self) -> bool:
        """Keep the session open: the game goes on without input, but for lines, which end."""
        if self._wants_lines:
            self._write(_END_OF_INPUT)
        return True

    def _write(self, data: bytes) -> None:
        """Write input to the terminal; lines may come before there is one."""
        if self._terminal is not None:
            self._terminal.write(data)
        elif self._wants_lines or not self.has_started:
            self._early_input += data

    def pause_writing(self) -> None:
        self.pause("channel")

    def resume_writing(self) -> None:
        self.resume("channel")

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop(ExitReason.DISCONNECTED)

    # Called by the connection and by the server.

    @property
    def has_started(self) -> bool:
        """Whether the client has requested a shell or a command."""
        return self._task is not None

    @property
    def is_watching(self) -> bool:
        return self._status is not None and self._status.is_spectator

    def pause(self, reason: str) -> None:
        """Stop reading the process's output until `resume` is called for every reason."""
        self._pause_reasons.add(reason)
        if self._terminal is not None:
            self._terminal.pause()

    def resume(self, reason: str) -> None:
        """Read the process's output again unless another reason to pause is left."""
        self._pause_reasons.discard(reason)
        if not self._pause_reasons and self._process is not None and self._terminal is not None:
            self._terminal.resume()

    def stop(self, reason: ExitReason) -> None:
        self._timeout.stop(reason)

    # Called by the pseudo-terminal.

    def on_output(self, data: bytes) -> None:
        """Pass on what the process has written."""
        self._sent += len(data)
        if self._wants_lines or self._sent > _FIRST_SCREEN:
            self._has_drawn.set()
        if self._pressed:
            if (seconds := time.monotonic() - self._pressed) < _LONGEST_ANSWER:
                self._context.key_times.add(seconds)
            self._pressed = 0.0
        if self._request and self._request[0] == RECORD and self._sent <= _LONGEST_SIGNED:
            self._record += data
            return
        data, self._record = self._record + data, b""
        # Output read while the session ends is dropped for a client that takes none.
        if not self._pause_reasons and not self._channel.is_closing():
            self._channel.write(data)

    def on_hangup(self) -> None:
        """Take the process, which has left the terminal, for ended if nothing else reports it."""
        if (process := self._process) is not None:
            is_supervised = self._context.fork_server.has_forked(process)
            delay = self._context.settings.limits.grace_seconds if is_supervised else 0
            loop = asyncio.get_running_loop()
            loop.call_later(delay, set_result, process.exited, _UNKNOWN_CODE)

    def on_input_blocked(self) -> None:
        """Take no more input, as the process reads none."""
        self._channel.pause_reading()

    def on_input_drained(self) -> None:
        self._channel.resume_reading()

    async def _run(self) -> None:
        if why := self._find_refusal():
            self._refuse(why)
            return
        context = self._context
        context.sessions.add(self)
        try:
            with context.rate_limiter.count_session(self._client):
                await self._run_process()
        except ServerError:
            self._refuse("busy")
        except OSError as error:
            context.audit_log.write("error", why=str(error))
            self._refuse("busy")
        finally:
            context.sessions.discard(self)

    @property
    def _wants_lines(self) -> bool:
        return wants_lines(self._request)

    @property
    def _is_capable(self) -> bool:
        """Whether the client has a terminal that can show the screens."""
        return self._term is not None and is_capable(self._term)

    def _find_refusal(self) -> str:
        """Return why no session can start, a key of `REFUSALS`; "" if one can."""
        if self._wants_json and not self._context.settings.json:
            return "json"
        if self._request is None:
            return "request"
        if self._context.is_closing:
            return "closing"
        if is_denied(self._context.settings.deny, self._client.key, self._client.address):
            return "banned"
        return self._context.rate_limiter.refuse_session(self._client)

    @property
    def _catalog(self) -> NullTranslations:
        """The sentences in the client's language; this process has clients of many."""
        return read_catalog("en" if self._wants_json else self._environment["LC_MESSAGES"])

    def _refuse(self, why: str) -> None:
        self._context.audit_log.write("refused", why=why, address=self._client.address)
        translate, wants_json = self._catalog.gettext, self._wants_json
        sentence = explain_refusal(why, translate, self._find_destination(), wants_json)
        if wants_json:
            sentence = format_error(sentence, why).rstrip()
        if not self._channel.is_closing():
            if self._term is None:
                self._channel.write_stderr(f"{sentence}\n".encode())
            else:
                self._channel.write(f"{sentence}\n".replace("\n", "\r\n").encode())
            self._channel.exit(1)

    async def _run_process(self) -> None:
        is_raw = self._wants_lines and self._term is None
        terminal = PseudoTerminal(self._size, self, is_raw=is_raw)
        status = StatusPipe(self._timeout.changed.set)
        with closing(await terminal.connect()), closing(await status.connect()):
            self._terminal, self._status = terminal, status
            if self._wants_lines:
                terminal.write(self._early_input)
            async with self._context.starts:
                process = self._process = await self._start_process(terminal, status)
                process.exited.add_done_callback(lambda _: self._on_exit())
                self._log_start(process)
                terminal.slave.close()
                status.write_end.close()
                if self._pause_reasons:
                    terminal.pause()
                with suppress(TimeoutError):
                    async with asyncio.timeout(_START_SECONDS):
                        await self._has_drawn.wait()
            reason = await self._timeout.wait(process, status)
            if not process.exited.done():
                await self._terminate(process, terminal)
            terminal.resume()
            terminal.read_remaining()
        code = process.exited.result() if process.exited.done() else None
        self._log_end(process, reason, code)
        if self._record and not self._channel.is_closing():
            self._channel.write(self._finish_record(is_whole=code == 0))
        if not self._channel.is_closing():
            self._tell_end(reason, code)

    def _tell_end(self, reason: ExitReason, code: int | None) -> None:
        """Say why the session ended, and close; no code: its process still runs.

        Nothing is added to the output of a process for programs that ended in order; a bot gets the
        reason in JSON.
        """
        is_bot = self._request is not None and self._request[:1] == (BOT,)
        if reason is ExitReason.LEFT and (is_bot or wants_text(self._request)):
            self._channel.exit(code or 0)
            return
        restore = "" if self._wants_lines or code in CLEAN_EXIT_CODES else RESTORE
        sentence = EXIT_MESSAGES[reason] and self._catalog.gettext(EXIT_MESSAGES[reason])
        if is_bot:
            sentence = format_error(sentence, reason.value).rstrip()
        end = "\n" if self._term is None else "\r\n"
        self._channel.write(f"{restore}{sentence}{end}".encode())
        self._channel.exit(0 if reason is ExitReason.LEFT else 1)

    def _on_exit(self) -> None:
        self._has_drawn.set()
        self._timeout.changed.set()

    def _finish_record(self, is_whole: bool) -> bytes:
        """Return the text for a request of a record, signed if it is a whole one.

        It is signed here because no session has the host key.
        """
        text, key = self._record.replace(b"\r\n", b"\n"), self._context.host_key
        if key is not None and is_whole and text.startswith(b"{"):
            text += sign_record(key, text)
        return text if self._term is None else text.replace(b"\n", b"\r\n")

    async def _terminate(self, process: SessionProcess, terminal: PseudoTerminal) -> None:
        """Send SIGHUP, and SIGKILL after the grace period; the terminal can send them, too."""

        def send(number: int) -> None:
            if self._context.fork_server.has_forked(process):
                self._context.fork_server.signal(process, number)
            else:
                terminal.signal(number)

        terminal.resume()  # the process must not block on its last output
        send(signal.SIGHUP)
        await asyncio.wait([process.exited], timeout=self._context.settings.limits.grace_seconds)
        if not process.exited.done():
            self._context.audit_log.write("killed", session=process.session)
            send(signal.SIGKILL)
            await asyncio.wait([process.exited], timeout=_KILL_SECONDS)

    async def _start_process(self, terminal: PseudoTerminal, status: StatusPipe) -> SessionProcess:
        request = StartSession(
            session=0,
            key=self._client.key,
            login=clean_login(self._client.login),
            request=list(self._request or ()),
            ascii_only=needs_ascii(self._channel.get_environment()),
            environment=self._environment,
            address=self._client.address,
            destination=self._find_destination(),
        )
        return await self._context.fork_server.start_session(
            request, (terminal.slave.fileno(), status.write_end.fileno())
        )

    def _find_destination(self) -> str:
        address, port = self._channel.get_extra_info("sockname")[:2]
        peer = self._channel.get_extra_info("peername")[0]
        client = self._client.address
        # A load balancer's client is connected to an address that isn't known here.
        is_direct = str(parse_address(peer)) == client
        name = self._context.settings.public_name
        return format_destination(name, address if is_direct else "", port, client)

    def _log_end(self, process: SessionProcess, reason: ExitReason, code: int | None) -> None:
        self._context.audit_log.write(
            "session-end",
            session=process.session,
            why=reason.value,
            code=code,
            seconds=round(self._timeout.age, 1),
            typed=self._client.budget.typed,
            sent=self._sent,
        )

    def _log_start(self, process: SessionProcess) -> None:
        self._context.audit_log.write(
            "session-start",
            session=process.session,
            process=process.pid,
            address=self._client.address,
            login=self._client.login[:40],
            key=self._client.key,
            request=" ".join(self._request or ()),
            term=self._term,
            columns=self._size.columns,
            rows=self._size.lines,
            client=str(self._channel.get_extra_info("client_version"))[:60],
        )
