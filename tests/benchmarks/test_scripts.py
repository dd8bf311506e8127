"""The scripts that measure work; what they find is for people to read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.benchmarks import bytes as bytes_sent
from tests.benchmarks import (
    full_store,
    latency,
    lobby,
    loop,
    luck,
    mark,
    other_solver,
    random_play,
    runs,
    saved_rolls,
    scores,
    solving,
    startup,
    statements,
)
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.services.value_tables import load_table

if TYPE_CHECKING:
    from pathlib import Path


def test_startup() -> None:
    starts = {name: startup.STARTS[name] for name in ("table", "export")}
    found = startup.measure(1, starts)
    assert {len(each) for each in found.values()} == {1}
    assert min(seconds for each in found.values() for seconds in each) > 0.01


@pytest.mark.exhaustive
def test_scores() -> None:
    many, none = scores.measure(20, 1)
    assert len(many) == len(none) == 1
    assert min(*many[0], *none[0]) > 0


@pytest.mark.exhaustive
def test_luck(capsys: pytest.CaptureFixture[str]) -> None:
    luck.main(3, 2)
    said = capsys.readouterr().out
    assert "beginner, casual: totals " in said
    assert " 20 games, lost : 0.9" in said


async def test_solving() -> None:
    assert min(await solving.measure_ticks(RULESETS["yz"])) > -0.001
    assert min(runs.measure(lambda: None, 2)) >= 0
    told = runs.tell_comparison("both", ("ours", [1.0, 3.0]), ("theirs", [1.0, 1.0]), 2.0)
    assert [line.split()[2] for line in told.splitlines()[1:]] == ["2000.00", "1000.00", "2.00"]


def test_saved_rolls() -> None:
    (total,) = saved_rolls.play_games(1)
    assert 200 < total < 650


@pytest.mark.exhaustive
def test_loop() -> None:
    (late,) = loop.measure("coach", 1, os.environ["XDG_CACHE_HOME"])
    assert len(late) > 10
    assert min(late) > -0.001


def test_a_cold_solve() -> None:
    cold = other_solver.solve_cold("ours", "yz")
    assert cold.seconds > 0
    assert cold.expected > 200


def test_the_mark_is_better_than_the_most_points() -> None:
    values = load_table(RULESETS["official"]).table
    points, player = (
        mark.measure(values, choose, 30) for choose in mark.marks(values.ruleset).values()
    )
    assert player.right > points.right
    assert player.lost < points.lost


def test_the_other_solver_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(other_solver, "find_spec", lambda _: None)
    monkeypatch.setattr("sys.argv", ["other_solver"])
    with pytest.raises(SystemExit, match="yatzy-solver is not installed"):
        other_solver.main()
    assert capsys.readouterr().out == ""


def test_random_play(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyhtzee")
    monkeypatch.setattr(random_play, "GAMES", 2)
    for play in random_play.KINDS.values():
        assert random_play.measure(play, 1).steps > 13


@pytest.mark.slow
def test_the_other_solver() -> None:
    pytest.importorskip("yatzy_solver")
    ours, theirs = other_solver.measure("official", 1)
    assert min(ours[0].seconds, theirs[0].seconds) > 0


@pytest.mark.slow
def test_bytes() -> None:
    sent = bytes_sent.measure("off", {}, idle=0.1)
    assert min(count for what, count in sent.items() if what != "nothing at all") > 0
    assert len(list(bytes_sent.lines({"off": sent}))) == 1 + len(sent)


@pytest.mark.exhaustive
def test_latency() -> None:
    held, counted = latency.measure(10)
    assert len(held) == len(counted) == 10
    assert all(0 < first <= last for first, last in held + counted)


def test_a_full_store(tmp_path: Path) -> None:
    took = full_store.measure(str(tmp_path / "games.sqlite"), 50, 1)
    assert min(map(min, took.values())) > 0


@pytest.mark.slow
async def test_lobby(tmp_path: Path, postgres_address: str) -> None:
    for address in (str(tmp_path / "games.sqlite"), postgres_address):
        costs = await lobby.measure(address, 3, 2)
        assert len(costs.save) == len(costs.list_for) == 2
        assert min(map(min, costs)) > 0


@pytest.mark.exhaustive
@pytest.mark.usefixtures("postgres")
async def test_statements() -> None:
    resting, busy = await statements.measure(2, 11, 1)
    assert resting.connections <= 3
    assert 0 < resting.statements <= 10
    assert busy.visits
