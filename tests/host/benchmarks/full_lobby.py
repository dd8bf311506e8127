"""What the lobby adds to the benchmark of a full store."""

from collections.abc import Callable
from contextlib import closing

from tests.benchmarks.full_store import Took, measure
from yahtzee_tui.host.lobby.host_store import HostStore, Lobby
from yahtzee_tui.host.lobby.models import TableOptions, User
from yahtzee_tui.host.services.waiting_room import begin_game
from yahtzee_tui.rules import Held, Record, Rolled

_ANN = User("key:ann", "Ann")
_OPTIONS = TableOptions("official", 2, seconds=60)


def lay_table(lobby: Lobby, number: int) -> None:
    """Lay a table, of which one in three is closed to strangers, and every second has a game."""
    host, guest = (User(f"key:{each}", f"P{each}") for each in (number, number + 1))
    table = lobby.tables.create(_OPTIONS._replace(is_open=number % 3 > 0), host)
    if number < 100:
        lobby.enter(host).set_table(table)
    if number % 2:
        lobby.seats.sit(table, guest)
        begin_game(lobby, lobby.tables.read(table), host.who)


def begin_shared(store: HostStore) -> tuple[Callable[[], None], str]:
    """Return what saves an action at a shared table, and the table's id."""
    lobby = store.lobby
    table = lobby.tables.create(_OPTIONS, _ANN)
    lobby.seats.sit(table, User("key:bob", "Bob"))
    begin_game(lobby, lobby.tables.read(table), _ANN.who)
    saved = store.games.read(lobby.tables.read(table).game or "")
    version, (record, history) = saved.version, saved.load()
    history = history.play(Rolled((1, 2, 3, 4, 5)))

    def act() -> None:
        nonlocal version, history
        history = history.undo() if history.done else history.play(Held((0,)))
        acted = Record.of(record.setup, history)
        version = lobby.games.save(table, version, acted, history.game).version

    return act, table


def undo(store: HostStore, times: int) -> None:
    """Hold dice of a saved game and take it back, again and again."""
    act, _table = begin_shared(store)
    for _ in range(2 * times):
        act()


def fill(address: str, games: int) -> None:
    """Lay two tables for 100 games."""
    with closing(HostStore(address, check=False)) as store:
        for at in range(games // 50):
            lay_table(store.lobby, at)


def list_questions(address: str) -> dict[str, Callable[[], object]]:
    """Return what is asked of a lobby by everyone who enters, plays and leaves."""
    store = HostStore(address, check=False, keep_days=50)
    lobby = store.lobby
    presence = lobby.enter(_ANN)
    presence.set_table(None)
    act, shared = begin_shared(store)

    def create_table() -> None:
        lobby.tables.close(lobby.tables.create(_OPTIONS, _ANN), _ANN.who)

    return {
        "name": lambda: lobby.accounts.name_of(_ANN.who),
        "tables": lambda: lobby.tables.list_for(_ANN.who),
        "present": lobby.count_present,
        "heartbeat": presence.heartbeat,
        "table": lambda: lobby.tables.read(shared),
        "act at a table": act,
        "create table": create_table,
        "leave the lobby": store.close,
    }


def measure_lobby(address: str, games: int) -> dict[str, Took]:
    with closing(HostStore(address, check=False)) as store:
        return {
            "lobby, tables": measure(lambda: store.lobby.tables.list_for(_ANN.who)),
            "undos of a game": measure(lambda: undo(store, games // 20)),
        }
