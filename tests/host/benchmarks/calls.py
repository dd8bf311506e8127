"""What one action costs at a shared table: Python calls of ours, and statements to the database.

Run `python -m tests.host.benchmarks.calls`. Two people sit there, each in a process of their own,
and the process of the one who acts is counted; see `tests.benchmarks.calls`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.calls import COUNT_FILE, Count, Counted, Counting, lines
from tests.host.screens.remote_users import RemoteUsers
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.screens.app import run_remote_app
from yahtzee_tui.host.services.visit import Visitor


class CountedVisit(Counted):
    command = staticmethod(
        lambda *words: [sys.executable, "-m", "tests.host.benchmarks.calls", *words]
    )


def measure_shared() -> dict[str, Count]:
    """Return what one's own keys cost at a shared table, in one's own process."""
    with TemporaryDirectory(prefix="yahtzee-tui-") as name:
        folder = Path(name)
        file, code = share_table(folder)
        with (
            CountedVisit(file, "Ann", code, folder=folder) as ann,
            CountedVisit(file, "Bob", code, folder=folder) as bob,
        ):
            ann.others = (bob,)
            bob.wait_for("▸Ann")
            ann.wait_for("everyone is here")
            roll = ann.count(lambda: ann.press("space"))
            held, let_go = ann.compare("1", "1")
            ann.press("a")
            scored, undone = ann.compare("enter", "u")
    return {
        "the first roll": roll, "a die held": held, "a die let go": let_go,
        "a key that scores": scored, "that undone": undone,
    }  # fmt: skip


def share_table(folder: Path) -> tuple[str, str]:
    """Begin a game of Ann and Bob at a shared table; return the database and the table's code."""
    house = RemoteUsers(folder)
    shared = house.begin(seed="42")
    house.store.close()
    return house.file, shared.code


def be_measured(file: str, name: str, code: str) -> int:
    Counting(Path(os.environ[COUNT_FILE])).begin()
    return run_remote_app(Visitor(f"SHA256:{name}", "", ("join", code)), HostStore(file))


def main() -> None:
    if words := sys.argv[1:]:
        sys.exit(be_measured(*words))
    print(*lines("a shared table, own keys", measure_shared(), {}), sep="\n")


if __name__ == "__main__":
    main()
