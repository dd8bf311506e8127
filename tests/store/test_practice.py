"""The progress of practice: kept for each owner of games, replaced as a whole."""

from __future__ import annotations

from yahtzee_tui.store import Store
from yahtzee_tui.store.practice import Progress

_FIRST, _SECOND = "official .,. r1 55531", "official .,. r1 55532"


def test_progress_is_kept_for_each_owner(address: str) -> None:
    store = Store(address)
    practice, bob = store.practice, store.practice.for_owner("key:bob")
    assert practice.read_progress() == {}
    practice.save_answer(_FIRST, Progress(0, 60.5))
    bob.save_answer(_FIRST, Progress(4, None))
    practice.save_answer(_SECOND, Progress(4, None))
    practice.save_answer(_FIRST, Progress(1, 90.0))
    store.close()

    store = Store(address)
    found = store.practice
    assert found.read_progress() == {_FIRST: Progress(1, 90.0), _SECOND: Progress(4, None)}
    store.set_owner("key:bob")
    assert store.practice.read_progress() == {_FIRST: Progress(4, None)}
    store.close()
