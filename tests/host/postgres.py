"""A real PostgreSQL server for tests, of whatever version is installed, and its fixtures."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

import pytest

from tests.waiting import wait_in_thread
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.roles import grant

with suppress(ImportError):  # the extra `server` brings the driver along
    import psycopg

_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/usr/pgsql-*/bin")
_USER = "postgres"
"""Who runs the server where the tests are run by root, for whom it refuses to run."""

_PLAIN_ROLES = (f"{_USER}_sessions", f"{_USER}_listener")

_QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"


class Server:
    """A server in a temporary folder of its own, which is reached through a socket there."""

    def __init__(self, programs: Path) -> None:
        self.folder = Path(mkdtemp(prefix="pg-"))
        self.programs = programs
        if os.geteuid() == 0:
            self.folder.chmod(0o755)
            shutil.chown(self.folder, _USER)
        self.run("initdb", "--username", _USER, "--auth", "trust", "--no-sync",
                  "--encoding", "UTF8", "--locale", "C")  # fmt: skip
        self.start()
        for role in _PLAIN_ROLES:
            self.ask(f"CREATE ROLE {role} LOGIN")

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' {_QUICK}"
        self.run("pg_ctl", "start", "--wait", "--log", str(self.folder / "log"), "-o", options)

    def stop(self) -> None:
        """Stop it without waiting for anybody, as if it had crashed."""
        self.run("pg_ctl", "stop", "--mode", "immediate")

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Let it say nothing, as if its host hung; nobody's connection breaks."""
        postmaster = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGSTOP)  # first, as it can't reap a backend any more
        backends = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        for process in (processes := [postmaster, *map(int, backends)]):
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in reversed(processes):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def make(self, *options: str) -> str:
        """Make a new database with more options of the command, and return its address."""
        name = f"test_{uuid4().hex[:12]}"
        self.ask(f"CREATE DATABASE {name} {' '.join(options)}")
        address = f"postgresql://{_USER}@/{name}?host={self.folder}"
        # The first to come may wait for what is still written; the program wouldn't for long.
        with psycopg.connect(address):
            return address

    def restrict(self, address: str) -> list[str]:
        """Make the tables of a database; return it as the sessions' role and as the listener's."""
        with closing(HostStore(address)) as store:
            assert store.part(grant) == [*_PLAIN_ROLES]
        return [address.replace(f"//{_USER}@", f"//{role}@") for role in _PLAIN_ROLES]

    def drop(self, address: str) -> None:
        name = address.partition("@/")[2].partition("?")[0]
        self.ask(f"DROP DATABASE {name} WITH (FORCE)")

    def ask(self, query: str) -> list[tuple[object, ...]]:
        where = f"host={self.folder} user={_USER} dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            found = connection.execute(query.encode())
            return found.fetchall() if found.description else []

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def run(self, program: str, *words: str) -> None:
        user = _USER if os.geteuid() == 0 else None
        # Not to a pipe, which the server would keep open.
        with (self.folder / "said").open("ab") as said:
            done = subprocess.run(
                [self.programs / program, "--pgdata", self.folder / "data", *words],
                check=False,
                cwd="/",
                stdout=said,
                stderr=said,
                timeout=60,
                user=user,
                group=user,
                extra_groups=() if user else None,
            )
        assert done.returncode == 0, (self.folder / "said").read_text()


def find_programs() -> Path | None:
    found = [path for each in _FOLDERS for path in Path("/").glob(f"{each[1:]}/initdb")]
    if (on_path := shutil.which("initdb")) is not None:
        found.append(Path(on_path).resolve())
    newest = max(found, key=lambda path: _version(path.parent), default=None)
    return newest and newest.parent


def _version(folder: Path) -> list[int]:
    numbers = (part for part in folder.parts for part in part.split("-"))
    return [int(number) for number in numbers if number.isdecimal()]


@contextmanager
def pooling(server: Server) -> Iterator[Path]:
    program = shutil.which("pgbouncer", path=f"{os.environ.get('PATH')}:/usr/sbin")
    assert program is not None, "pgbouncer is not installed"
    folder = Path(mkdtemp(prefix="pooler-"))
    users = "".join(f'"{role}" ""\n' for role in (_USER, *_PLAIN_ROLES))
    (folder / "users").write_text(users, encoding="utf-8")
    (folder / "pooler.ini").write_text(
        f"[databases]\n* = host={server.folder}\n[pgbouncer]\npool_mode = transaction\n"
        f"listen_addr =\nunix_socket_dir = {folder}\nauth_type = trust\n"
        f"auth_file = {folder}/users\nmax_client_conn = 500\ndefault_pool_size = 10\n",
        encoding="utf-8",
    )
    options = ["-u", _USER] if os.geteuid() == 0 else []
    if options:
        folder.chmod(0o755)
        for each in (folder, *folder.iterdir()):
            shutil.chown(each, _USER)
    pooler = subprocess.Popen(
        [program, "-q", *options, str(folder / "pooler.ini")], stderr=subprocess.DEVNULL
    )
    try:
        wait_in_thread((folder / ".s.PGSQL.6432").exists)
        yield folder
    finally:
        pooler.kill()
        pooler.wait()
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """Run a real PostgreSQL server; tests that use it are slow."""
    programs = find_programs() if "psycopg" in sys.modules else None
    if programs is None:
        # Where everything must be tested, nothing is left out.
        if os.environ.get("YAHTZEE_TUI_NEED_POSTGRES"):
            pytest.fail("PostgreSQL, or its driver psycopg, is not installed.")
        pytest.skip("PostgreSQL, or its driver psycopg, is not installed.")
    server = Server(programs)
    yield server
    server.close()


@pytest.fixture
def postgres_address(postgres: Server) -> Iterator[str]:
    address = postgres.make()
    yield address
    postgres.drop(address)
