"""The progress of practice: kept for each owner of games, replaced as a whole."""

from __future__ import annotations

from yahtzee_tui.store import Store
from yahtzee_tui.store.practice import Progress, Rating

_FIRST, _SECOND = "official .,. r1 55531", "official .,. r1 55532"


def test_progress_and_rating_are_kept_for_each_owner(address: str) -> None:
    store = Store(address)
    practice, bob = store.practice, store.practice.for_owner("key:bob")
    assert practice.read_progress() == {}
    assert practice.read_rating("official") is None
    practice.save_answer(_FIRST, Progress(0, 60.5), "official", Rating(1800.0, 1))
    bob.save_answer(_FIRST, Progress(4, None), "official", Rating(2000.0, 1))
    practice.save_answer(_SECOND, Progress(4, None), "official", Rating(1900.0, 2))
    practice.save_answer(_FIRST, Progress(1, 90.0), "official", Rating(1933.25, 3))
    practice.save_answer(_FIRST, Progress(1, 90.0), "yatzy", Rating(5.0, 1))
    store.close()

    store = Store(address)
    found = store.practice
    assert found.read_progress() == {_FIRST: Progress(1, 90.0), _SECOND: Progress(4, None)}
    assert found.read_rating("official") == Rating(1933.25, 3)
    store.set_owner("key:bob")
    assert store.practice.read_progress() == {_FIRST: Progress(4, None)}
    assert store.practice.read_rating("official") == Rating(2000.0, 1)
    store.close()
