"""Events for tests: opened, moved in time, and played."""

from sqlalchemy import update

from tests.store.games import execute
from yahtzee_tui.rules import Roll, Score
from yahtzee_tui.services.saved_games import open_saved_game
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.store.connect import open_database
from yahtzee_tui.store.schema import EVENTS
from yahtzee_tui.table.judged import JudgedEvent

DAY = 86_400.0
RULES = "crag"  # solved in a moment


def create(store: Store, games: int = 2, **more: bool) -> JudgedEvent:
    now = store.events.now()
    return store.events.create("Sunday Cup", RULES, games, now, now + DAY, **more)


def move(store: Store, event: JudgedEvent, days: float) -> None:
    """Move an event in time, as if so many days had passed."""
    times = {"opens": event.opens - days * DAY, "closes": event.closes - days * DAY}
    database, _ = open_database(store.address)
    execute(database, update(EVENTS).where(EVENTS.c.id == event.id).values(times))
    database.close()


def play(store: Store, game: str, rank: int = 0, turns: int = 99) -> SavedTable:
    """Play some turns of a game, each into an open box of the same rank."""
    saved = open_saved_game(store, game)
    while not saved.table.game.is_over and turns:
        saved.table.apply(0, Roll())
        opened = [each.box.id for each in saved.table.game.potentials if each.refusal is None]
        saved.table.apply(0, Score(opened[min(rank, len(opened) - 1)]))
        turns -= 1
    assert saved.problem is None
    saved.release()
    return saved
