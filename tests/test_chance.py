"""Each extreme that `FORCE` names reaches the program; otherwise a seed decides all."""

import secrets
import subprocess
import sys
from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.chance import EXTREMES, FORCED, TIE, TODAY, fix, force
from yahtzee_tui.dice import CommittedDice, SystemDice, Throw, draw_secret
from yahtzee_tui.store import Store
from yahtzee_tui.table import TableConfig
from yahtzee_tui.table.judged import describe_next, today

pytestmark = pytest.mark.unforced

TRIES = range(20)
ROLL = Throw(seat=0, round=1, roll=1)


def _draw_everything() -> list[object]:
    dice = SystemDice()
    words = [secrets.choice(range(99)), draw_secret(), uuid4().hex]
    return [*words, today(), [dice.roll(ROLL) for _ in TRIES], [dice.draw(3) for _ in TRIES]]


def test_a_seed_decides_all_that_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    for seed in ("a", "a", "b"):
        fix(monkeypatch, seed)
        drawn.append(_draw_everything())
    assert drawn[0] == drawn[1]
    assert describe_next() == "in 3 h 52 min", "the minute, too"
    assert all(one != other for one, other in zip(*drawn[1:], strict=True) if one != today())


def _begin(players: int = 3) -> set[int]:
    config = TableConfig(tuple("ABC"[:players]))
    return {config.create_table().record.setup.first for _ in TRIES} | {
        SystemDice().draw(players) for _ in TRIES
    }


def _event_secret(store: Store) -> str:
    now = store.events.now()
    return store.events.create(uuid4().hex[:8], "crag", 2, now, now + 86_400).secrets[0]


def _child_today() -> str:
    code = "from yahtzee_tui.table.judged import today; print(today())"
    words = [sys.executable, "-c", code]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


SHOWN: dict[str, tuple[Callable[[], object], object]] = {
    "long": (lambda: secrets.choice(("HERON", "CORMORANT", "OWL")), "CORMORANT"),
    "short": (lambda: secrets.choice(("HERON", "CORMORANT", "OWL")), "OWL"),
    "equal": (lambda: {SystemDice().roll(ROLL) for _ in TRIES}, {(6, 6, 6, 6, 6)}),
    "first": (_begin, {0}),
    "last": (_begin, {2}),
    "midnight:1": (lambda: [today() for _ in "123"], [TODAY, "2027-03-15", "2027-03-15"]),
    "midnight:2": (lambda: [today() for _ in "123"], [TODAY, TODAY, "2027-03-15"]),
    "midnight:3": (lambda: [today() for _ in "1234"], [TODAY, TODAY, TODAY, "2027-03-15"]),
    "day:2028-02-29": (today, "2028-02-29"),
}


@pytest.mark.parametrize("extreme", SHOWN)
def test_the_program_gets_an_extreme(extreme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, extreme)
    ask, expected = SHOWN[extreme]
    assert ask() == expected


def test_an_event_gets_the_secret_of_a_tie(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, "tie")
    assert _event_secret(store) == TIE
    assert CommittedDice(_event_secret(store)) != CommittedDice(TIE)


def test_processes_get_the_date() -> None:
    assert _child_today() == today()


def test_every_extreme_is_shown() -> None:
    assert {*SHOWN} | {"tie", "seed:1"} == {*EXTREMES}
    assert FORCED in {"", *EXTREMES}
