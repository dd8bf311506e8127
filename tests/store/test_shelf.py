"""The shelf opens once whoever asks, and the keeper writes one game."""

from __future__ import annotations

from threading import Barrier, Thread
from typing import TYPE_CHECKING, Any

import pytest

from tests.store.games import play_out
from yahtzee_tui.rules import History, Record, Setup
from yahtzee_tui.store import Keeper, Shelf, StaleGame, StoreProblem, opening

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from yahtzee_tui.store.database import Database
    from yahtzee_tui.store.games import Games

SETUP = Setup("official", ("Ann",))
RECORD, GAME = Record(SETUP), SETUP.start()


def ask_at_once(shelf: Shelf, threads: int = 8) -> list[Games | str]:
    """Return what each of some threads gets that ask for the games at the same time."""
    barrier = Barrier(threads)
    got: list[Games | str] = []

    def ask() -> None:
        barrier.wait()
        try:
            got.append(shelf.games)
        except StoreProblem as problem:
            got.append(problem.sentence)

    running = [Thread(target=ask) for _ in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return got


def count_openings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows with every opening of a database."""
    addresses: list[str] = []
    open_really = opening.open_database

    def note(address: str, check: bool = True) -> tuple[Database, str | None]:
        addresses.append(address)
        return open_really(address, check)

    monkeypatch.setattr(opening, "open_database", note)
    return addresses


def after_writing(monkeypatch: pytest.MonkeyPatch, games: Games, then: Callable[[], None]) -> None:
    """Let something happen between the end of each write and the news of it."""

    def follow(write: Callable[..., Any]) -> Callable[..., Any]:
        def written(*given: Any, **named: Any) -> Any:
            ticket = write(*given, **named)
            then()
            return ticket

        return written

    for name in ("add", "save"):
        monkeypatch.setattr(games, name, follow(getattr(games, name)))


def test_nothing_is_opened_before_somebody_asks(shelf: Shelf, tmp_path: Path) -> None:
    shelf.close()
    assert not [*tmp_path.iterdir()]


def test_it_opens_once(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = count_openings(monkeypatch)
    got = ask_at_once(shelf)
    assert addresses == [shelf.address]
    assert {*map(id, got)} == {id(shelf.games)}
    assert shelf.scores.count_games() == {}
    assert shelf.notice is None


def test_every_asker_is_told_the_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = count_openings(monkeypatch)
    shelf = Shelf(str(tmp_path))
    told = ask_at_once(shelf)
    assert told == ["A folder stands where the saved games should be."] * 8
    assert addresses == [str(tmp_path)]
    with pytest.raises(StoreProblem):
        _ = shelf.scores
    shelf.close()


def test_the_notice_of_the_opening(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 20)
    shelf = Shelf(str(tmp_path / "games.sqlite"))
    assert shelf.games.newest() is None
    assert shelf.notice is not None
    assert shelf.notice.startswith("The saved games were damaged.")
    shelf.close()


def test_closed_it_stays_closed(shelf: Shelf) -> None:
    game = shelf.games.add(RECORD, GAME).game
    for _ in range(2):
        shelf.close()
        with pytest.raises(StoreProblem, match="closed"):
            _ = shelf.games
    again = Shelf(shelf.address)
    assert again.games.find(game) == game
    again.close()


def test_games_are_written_in_any_thread(shelf: Shelf) -> None:
    def write() -> None:
        for _ in range(5):
            ticket = shelf.games.add(RECORD, GAME)
            shelf.games.save(ticket, RECORD, GAME)
            seen.append(len([*shelf.games.each()]))

    seen: list[int] = []
    running = [Thread(target=write) for _ in range(4)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    assert (len(seen), max(seen)) == (20, 20)


def test_a_keeper_adds_its_game_and_then_saves_it(shelf: Shelf) -> None:
    keeper = Keeper(shelf)
    keeper.release()
    assert not [*shelf.games.each()]
    record, game = play_out("official", ("Ann",), 3)
    for count in range(1, len(record.events) + 1):
        history = History(SETUP.start(), (), record.events[:count])
        keeper.keep(Record.of(SETUP, history), history.game)
    (saved,) = shelf.games.each()
    assert saved.ticket == keeper.ticket == (saved.id, len(record.events), True)
    assert saved.load()[1].game == game


def test_a_keeper_goes_on_with_a_game(shelf: Shelf) -> None:
    game = shelf.games.add(RECORD, GAME).game
    keeper = Keeper(shelf, shelf.games.take(game).ticket)
    keeper.keep(RECORD, GAME)
    keeper.release()
    assert shelf.games.version(game) == 3
    shelf.games.take(game)
    for _ in range(2):
        with pytest.raises(StaleGame):
            keeper.keep(RECORD, GAME)
    assert shelf.games.version(game) == 4


def test_a_keeper_tries_again(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreProblem("The disk with the saved games is full.")

    keeper = Keeper(shelf)
    keeper.keep(RECORD, GAME)
    monkeypatch.setattr(shelf.games, "save", fail)
    with pytest.raises(StoreProblem):
        keeper.keep(RECORD, GAME)
    monkeypatch.undo()
    keeper.keep(RECORD, GAME)
    assert keeper.ticket is not None
    assert shelf.games.version(keeper.ticket.game) == 2


def test_a_keeper_goes_on_from_a_write_of_which_it_never_heard(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose() -> None:
        raise StoreProblem("The database doesn't answer.")

    keeper = Keeper(shelf)
    for version in (2, 4):
        with monkeypatch.context() as patch:
            after_writing(patch, shelf.games, lose)
            with pytest.raises(StoreProblem):
                keeper.keep(RECORD, GAME)
        assert not keeper.is_stale()
        keeper.keep(RECORD, GAME)
        (saved,) = shelf.games.each()
        assert saved.ticket == keeper.ticket == (saved.id, version, False)


def test_a_keeper_takes_nothing_of_others_for_its_own(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreProblem("The database doesn't answer.")

    keeper = Keeper(shelf)
    keeper.keep(RECORD, GAME)
    assert keeper.ticket is not None
    with monkeypatch.context() as patch:
        patch.setattr(shelf.games, "save", fail)
        with pytest.raises(StoreProblem):
            keeper.keep(RECORD, GAME)
        patch.setattr("yahtzee_tui.store.games.own_mark", lambda: "another program")
        shelf.games.take(keeper.ticket.game)
    assert keeper.is_stale()
    for _ in range(2):
        with pytest.raises(StaleGame):
            keeper.keep(RECORD, GAME)


def test_a_game_is_not_stale_while_it_is_written(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    keeper = Keeper(shelf)
    after_writing(monkeypatch, shelf.games, lambda: seen.append(keeper.is_stale()))
    for _ in range(3):
        keeper.keep(RECORD, GAME)
    assert seen == [False] * 3
