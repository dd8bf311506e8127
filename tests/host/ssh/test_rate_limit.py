"""Limits of connections, sessions and bytes: in all, for each network, and for known keys."""

from contextlib import ExitStack

from tests.source import read_lines
from yahtzee_tui.host.ssh import Limits
from yahtzee_tui.host.ssh.addresses import parse_address
from yahtzee_tui.host.ssh.server.clients import (
    BURST_BYTES,
    BYTES_PER_SECOND,
    Client,
    RateLimiter,
    TrafficBudget,
    networks_of,
)


def make_client(*networks: str, is_known: bool = False) -> Client:
    """Return a client of one network, or of a smaller one inside a larger one."""
    client = Client("", {name: 1 + at for at, name in enumerate(networks)})
    client.is_known = is_known
    return client


class Limiter(RateLimiter):
    """A limiter whose clock stands still until it is put forward."""

    def __init__(self, **limits: int) -> None:
        self.now = 1000.0
        super().__init__(Limits(**limits), lambda: self.now)

    def connect(self, *networks: str, is_known: bool = False) -> str:
        return self.admit(make_client(*networks, is_known=is_known))

    def come_and_go(self, count: int, *networks: str) -> list[str]:
        answers = []
        for _ in range(count):
            client = make_client(*networks)
            answers.append(self.admit(client))
            self.remove(client)
        return answers


def test_an_address_belongs_to_networks() -> None:
    for address, names in read_lines(__file__, "networks.jsonl"):
        parsed = parse_address(address)
        assert list(networks_of(parsed)) == names
        assert "%" not in str(parsed)


def test_the_rate_recovers() -> None:
    limiter = Limiter(network_burst=2, network_rate=60)
    assert limiter.come_and_go(3, "a") == ["", "", "rate"]
    assert limiter.come_and_go(1, "b") == [""]
    limiter.now += 1.0
    assert limiter.come_and_go(2, "a") == ["", "rate"]
    limiter.now += 1000.0
    assert limiter.come_and_go(3, "a") == ["", "", "rate"]
    # Two times as many for the larger network around it, and what the smaller one refuses is none.
    assert [limiter.come_and_go(3, f"c{number}", "c") for number in range(3)] == [
        ["", "", "rate"], ["", "", "rate"], ["rate"] * 3,
    ]  # fmt: skip


def test_each_network_around_an_address_has_a_limit() -> None:
    for limit in ("connections", "logins"):
        limiter = Limiter(**{limit: 9, f"network_{limit}": 3})
        clients = [make_client(name, name[0]) for name in ("a1", *["a2"] * 5, "b1", *["a3"] * 3)]
        refusals = [limiter.admit(client) for client in clients]
        full = f"network_{limit}"
        # Three for a2, and six for all of a.
        assert refusals == ["", "", "", "", full, full, "", "", "", full]
        limiter.remove(clients[0])
        assert limiter.connect("a2", "a") == full
        assert limiter.connect("a3", "a") == ""
        assert limiter.connect("a1", "a") == full


def test_the_client_that_has_stalled_longest_makes_room() -> None:
    for limit in ("connections", "logins"):
        most = {"network_logins": 99, "network_connections": 99, "network_burst": 99}
        limiter = Limiter(**{limit: 5}, **most)
        # So that this network is one of many connections.
        assert limiter.come_and_go(3, "flood") == [""] * 3
        clients = [make_client(name, is_known=name == "known") for name in ("known", *"abcd")]
        assert [limiter.admit(client) for client in clients] == [""] * 5
        limiter.now += 0.5
        assert limiter.connect("flood") == limit, "all may be on their way"
        for client in (clients[1], clients[2]):
            limiter.note_progress(client, "version")
        limiter.now += 0.8
        limiter.note_progress(clients[1], "version")  # a step that is made again is none
        assert [limiter.connect("flood") for _ in range(3)] == ["", "", limit]
        assert [client.is_dropped for client in clients] == [False, False, False, True, True]
        limiter.now += 0.3
        assert [limiter.connect("flood") for _ in range(3)] == ["", "", limit]
        assert [client.is_dropped for client in clients] == [False, True, True, True, True]
        # A network without other connections waits for no client to stall.
        assert [limiter.connect("fresh") for _ in range(3)] == ["", "", limit]
        assert limiter.count(limit) == 5
        # No more than a share of the places is for clients that claim a known key.
        assert limiter.connect("flood", is_known=True) == limit
        limiter.now += 2
        assert [limiter.connect("flood", is_known=True) for _ in range(5)] == [""] * 5
        assert clients[0].is_dropped
        assert limiter.count(limit) == 5


def test_some_sessions_are_for_keys_that_have_a_name() -> None:
    limiter = Limiter(sessions=10, network_sessions=4)
    with ExitStack() as stack:
        for number in range(8):
            guest = make_client(str(number % 2), "all")
            assert limiter.refuse_session(guest) == ""
            stack.enter_context(limiter.count_session(guest))
        assert limiter.refuse_session(make_client("2")) == "full"
        assert limiter.refuse_session(make_client("0", is_known=True)) == "sessions"
        assert limiter.refuse_session(make_client("2", "all", is_known=True)) == "sessions"
        for number in range(2):
            known = make_client(f"k{number}", is_known=True)
            assert limiter.refuse_session(known) == ""
            stack.enter_context(limiter.count_session(known))
        assert limiter.refuse_session(make_client("2", is_known=True)) == "full"
    assert limiter.refuse_session(make_client("2")) == ""


def test_networks_are_forgotten() -> None:
    limiter = Limiter(network_burst=1)
    assert limiter.come_and_go(2, "first") == ["", "rate"]
    for number in range(10_000):
        client = make_client(str(number))
        assert not limiter.admit(client)
        limiter.remove_login(client)
        with limiter.count_session(client):
            limiter.remove(client)
            assert limiter.count("sessions", next(iter(client.networks))) == 1, (
                "it ends some seconds later"
            )
        limiter.remove(client)
    assert not limiter._counts
    assert not limiter._waiting
    assert limiter.come_and_go(1, "first") == [""], "10,000 others have connected since"


def test_a_budget_is_for_what_is_not_typed() -> None:
    now = [0.0]
    budget = TrafficBudget(lambda: now[0])
    budget.received = budget.typed = 100 * BURST_BYTES
    spent = [budget.is_spent]
    budget.received += BURST_BYTES + 1
    spent.append(budget.is_spent)
    now[0] += 1 + 1 / BYTES_PER_SECOND
    spent.append(budget.is_spent)
    assert spent == [False, True, False]
