"""The figures of a server: counted, added up, served for Prometheus, and named by the alerts."""

import asyncio
import re
import signal
from bisect import bisect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from statistics import quantiles
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.host.lobby.users_and_tables import ANN, BOB, begin_new
from tests.host.ssh.clients import ROLLED, playing
from tests.host.ssh.clients import ask as ask_for
from tests.host.ssh.host_listener import running_listener
from tests.host.ssh.listener import KeptLog
from tests.host.ssh.server_process import MISBEHAVING, ServerProcess, kill
from tests.moved_clock import MovedClock
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.ssh import Limits, ServerSettings
from yahtzee_tui.host.ssh.config import read_example
from yahtzee_tui.host.ssh.figures import BOUNDS, Histogram, add_up, find_percentile
from yahtzee_tui.host.ssh.protocol import Figures, WorkerSettings, pack
from yahtzee_tui.host.ssh.server import metrics
from yahtzee_tui.host.ssh.server.clients import RateLimiter
from yahtzee_tui.host.ssh.server.context import ServerContext
from yahtzee_tui.host.ssh.server.fork_client import ForkServerClient
from yahtzee_tui.host.ssh.server.session_end import ExitReason
from yahtzee_tui.rules import Roll, Score
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig

OF_LISTENER = {
    "sessions_at_tables": 2, "sessions_in_lobby": 1, "session_memory_bytes": 13_000_000,
    "save_seconds": [1] * (len(BOUNDS) + 1), "games_started_today": 4, "games_finished_today": 3,
    "version": "1.0",
}  # fmt: skip


def test_percentiles_are_right_to_the_width_of_an_interval() -> None:
    histogram = Histogram()
    times = [0.0001 * at**1.5 for at in range(1, 1000)]
    for seconds in times:
        histogram.add(seconds)
    exact = quantiles(times, n=100)
    for percent in (50, 95, 99):
        found = find_percentile(histogram.counts, percent / 100) or 0
        assert bisect(BOUNDS, found) == bisect(BOUNDS, exact[percent - 1])
        assert found == pytest.approx(exact[percent - 1], rel=0.5)
    assert find_percentile([0] * len(histogram.counts), 0.5) is None
    assert find_percentile([], 0.5) is None
    histogram.add(3600)
    assert find_percentile(histogram.counts, 1) == BOUNDS[-1]


def test_recent_times_are_those_of_five_minutes() -> None:
    now = [0.0]
    histogram = Histogram(lambda: now[0])
    found = []
    for _ in range(60):
        now[0] += 10
        histogram.add(0.004)
        found.append(sum(histogram.read_recent()))
    assert found[:30] == [*range(1, 31)]
    assert found[30:] == [30] * 30
    assert sum(histogram.counts) == 60


def test_figures_of_servers_are_added_up() -> None:
    one = {"sessions": 2, "refusals": {"full": 1}, "key_seconds": [1] * (len(BOUNDS) + 1)}
    older = {"sessions": 3, "refusals": {"full": 2, "term": 1}, "key_seconds": [5, 5]}
    total = add_up([one, older, {}])
    assert (total["sessions"], total["log_lines_lost"]) == (5, 0)
    assert total["refusals"] == {"full": 3, "term": 1}
    assert total["key_seconds"] == one["key_seconds"]
    assert total["save_seconds"] == []


def make_context() -> ServerContext:
    """Return the parts of a server that accepts players, and whose listener has reported."""
    log = KeptLog()
    fork_server = ForkServerClient(WorkerSettings("x", "", "", 1, 1, 1, 1, 0), log)
    context = ServerContext(
        ServerSettings(), RateLimiter(Limits()), log, fork_server, is_accepting=True
    )
    metrics.exchange_figures(context, OF_LISTENER)
    return context


@asynccontextmanager
async def serving(context: ServerContext, address: str) -> AsyncIterator[None]:
    task = asyncio.create_task(metrics.serve_metrics(context, address))
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def connect_to(path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to a socket as soon as somebody listens there."""
    while True:
        with suppress(OSError):
            return await asyncio.open_unix_connection(path)
        await asyncio.sleep(0)


async def ask(path: str, request: bytes) -> tuple[int, str]:
    """Return the status and the body that a request gets; 0 if it gets no answer."""
    reader, writer = await connect_to(path)
    writer.write(request)
    try:
        answer = await reader.read()
    except ConnectionError:
        answer = b""
    writer.close()
    head, _, body = answer.decode().partition("\r\n\r\n")
    return (int(head.split()[1]), body) if head else (0, "")


async def get(path: str, target: str) -> tuple[int, str]:
    return await ask(path, f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())


def read_metrics(text: str) -> dict[str, float]:
    """Return the metrics of a text, with reasons as in `name:reason`."""
    return {
        ":".join([sample.name, *(v for k, v in sample.labels.items())]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_requests_get_figures_or_are_refused(tmp_path: Path) -> None:
    context, path = make_context(), str(tmp_path / "metrics")
    context.key_times.add(0.004)
    context.audit_log.write("refused", why="full", address="192.0.2.7")
    async with serving(context, path):
        status, text = await get(path, "/metrics?x=1")
        found = read_metrics(text)
        assert status == 200
        assert found["yahtzee_tui_ready"] == 1
        assert found["yahtzee_tui_info:1.0"] == 1
        assert found["yahtzee_tui_refusals_total:full"] == 1
        assert found["yahtzee_tui_session_ends_total:crashed"] == 0, "or a first one is no increase"
        assert found["yahtzee_tui_key_seconds_bucket:0.003"] == 0
        assert found["yahtzee_tui_key_seconds_bucket:0.005"] == 1
        assert found["yahtzee_tui_save_seconds_bucket:+Inf"] == len(BOUNDS) + 1
        assert found["yahtzee_tui_sessions_at_tables"] == 2
        assert "192.0.2.7" not in text
        assert await get(path, "/live") == await get(path, "/ready") == (200, "OK\n")
        for request, status in (
            (b"GET / HTTP/1.1\r\n\r\n", 404), (b"POST /metrics HTTP/1.1\r\n\r\n", 405),
            (b"GET /live\r\n\r\n", 400), (b"\xff\0\r\n\r\n", 400),
            (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n", 431),
        ):  # fmt: skip
            # A client that still sends may lose the answer.
            assert (await ask(path, request))[0] in ((status, 0) if status == 431 else (status,))
        metrics.exchange_figures(context, {})
        assert (await get(path, "/ready"))[0] == 503, "the database doesn't answer"
        assert read_metrics((await get(path, "/metrics"))[1])["yahtzee_tui_ready"] == 0
        metrics.exchange_figures(context, OF_LISTENER)
        assert (await get(path, "/ready"))[0] == 200
        context.listener_heard -= 31
        assert (await get(path, "/ready"))[0] == 503, "the listener is silent"
        metrics.exchange_figures(context, OF_LISTENER)
        context.is_accepting = False
        assert (await get(path, "/ready"))[0] == 503, "it drains"
        assert (await get(path, "/live"))[0] == 200


async def test_slow_clients_are_disconnected_and_hold_up_no_other(
    tmp_path: Path, clock: MovedClock
) -> None:
    path = str(tmp_path / "metrics")
    async with serving(make_context(), path):
        await get(path, "/live")
        slow = []
        with clock.standing_still():
            for _ in range(20):
                assert (await get(path, "/live"))[0] == 200
                slow.append(await asyncio.open_unix_connection(path))
                slow[-1][1].write(b"GET /live HT")
            await clock.move(0)
            assert (await get(path, "/live"))[0] == 0, "one too many"
        await clock.move(5)
        for reader, writer in slow:
            assert await reader.read() == b""
            writer.close()
        assert (await get(path, "/live"))[0] == 200


async def test_an_address_in_use_is_named_once_and_waited_for(
    tmp_path: Path, clock: MovedClock
) -> None:
    context, path = make_context(), str(tmp_path / "metrics")
    log = context.audit_log
    assert isinstance(log, KeptLog)
    Path(path).mkdir()
    async with serving(context, path):
        for _ in range(5):
            await clock.move(10)
        (line,) = log.lines
        assert (line["event"], line["why"]) == (
            "error", f"The figures can't be served at {path} yet: Address already in use."
        )  # fmt: skip
        Path(path).rmdir()
        await clock.move(10)
        assert (await get(path, "/live"))[0] == 200


async def test_each_alert_names_metrics_that_exist(tmp_path: Path) -> None:
    path = str(tmp_path / "metrics")
    async with serving(make_context(), path):
        served = read_metrics((await get(path, "/metrics"))[1])
    names = {name.partition(":")[0] for name in served}
    (group,) = yaml.safe_load(read_example("alerts"))["groups"]
    for rule in group["rules"]:
        assert set(rule) <= {"alert", "expr", "for", "annotations"}
        used = set(re.findall(r"\byahtzee_tui_\w+", rule["expr"]))
        assert used <= names, rule["alert"]
        assert used or rule["expr"] == 'up{job="yahtzee-tui"} == 0'
        for reason in re.findall(r'reason="([^"]*)"', rule["expr"]):
            assert reason in [each.value for each in ExitReason]


async def test_sessions_report_their_saves_and_memory(tmp_path: Path, clock: MovedClock) -> None:
    address = str(tmp_path / "games.sqlite")
    async with running_listener(address, 2) as running:
        store = HostStore(address, link=running.links[0])
        lobby = store.lobby
        begun = begin_new(lobby)
        begun.save(lobby, begun.history.play(Roll(), (1, 2, 3, 4, 5)))
        alone = SavedTable.new(TableConfig(("Ann",)), store)
        for action in (Roll(), Score("ones")):
            alone.table.apply(0, action)
        for link, user, table in zip(running.links, (ANN, BOB), (begun.table, None), strict=True):
            presence = lobby.enter(user)
            presence.set_table(table)
            link.be_present(presence.session, [])
        found: dict[str, Any] = {}

        async def collect() -> None:
            while True:
                found.update(await running.hear("figures"))
                running.control.send(pack(Figures({"sessions": 2})))

        collecting = asyncio.create_task(collect())
        await clock.pass_until(lambda: sum(found.get("save_seconds", [])) == 2, 5)
        assert (found["sessions_at_tables"], found["sessions_in_lobby"]) == (1, 1)
        await clock.pass_until(lambda: found["session_memory_bytes"], 5)
        assert 10_000_000 < found["session_memory_bytes"] < 1_000_000_000
        assert (found["games_started_today"], found["games_finished_today"]) == (1, 0)
        hosts = lobby.servers
        await clock.pass_until(lambda: hosts.list_running()[0].figures.get("save_seconds"), 5)
        figures = hosts.list_running()[0].figures
        assert (figures["sessions"], figures["sessions_at_tables"]) == (2, 1)
        collecting.cancel()
        store.close()


@pytest.mark.exhaustive
async def test_a_server_counts_its_sessions_keys_and_refusals(tmp_path: Path) -> None:
    path, config = str(tmp_path / "metrics"), tmp_path / "server.toml"
    config.write_text(f'[metrics]\nlisten = "{path}"\n[limits]\nnetwork_rate = 100000\n')
    with ServerProcess(tmp_path, worker=MISBEHAVING, config=str(config)) as server:
        async with playing(server, "ann") as ann:
            ann.press(b" ")
            await ann.wait_for(ROLLED)
            for key in (b"1", b"2", b"\x1b[<35;9;9M"):
                ann.seen.clear()
                ann.press(key)
                if key.isdigit():
                    await ann.wait_for(lambda: len(ann.seen) > 0)
            await ask_for(server, "no such command", login="bob")
            while (await get(path, "/ready"))[0] != 200:  # until the listener has reported
                pass
            text = (await get(path, "/metrics"))[1]
            found = read_metrics(text)
            assert found["yahtzee_tui_sessions"] == 1
            assert found["yahtzee_tui_refusals_total:request"] == 1
            assert found["yahtzee_tui_key_seconds_bucket:+Inf"] >= 3
            games = str(server.state / "games" / "games.sqlite")
            with closing(HostStore(games, check=False)) as store:
                (host,) = store.lobby.servers.list_running()
            assert host.figures.keys() >= {"sessions", "refusals", "key_seconds"}
            assert not {*re.findall(r"\w+", text)} & {"ann", "Ann", "bob", "SHA256"}

            kill(server.listener)
            while found["yahtzee_tui_listener_restarts_total"] != 1:
                found = read_metrics((await get(path, "/metrics"))[1])
            server.send(signal.SIGUSR1)
            await asyncio.to_thread(server.wait_for, "draining")
            assert (await get(path, "/ready"))[0] == 503
            ann.press(b"\x03")
            await ann.wait_over()
        assert await asyncio.to_thread(server.wait) == 0
