"""`yahtzee-tui visit` as OpenSSH runs it, with a deed instead of the help; only tests start this.

The deed is the first word of the command line: to fall over, to take all of a processor, or to use
up the memory for threads.
"""

import resource
import sys
from contextlib import suppress
from threading import Event, Thread

from yahtzee_tui.cli import main
from yahtzee_tui.host.screens.app import RemoteApp


def fall_over(_: RemoteApp) -> None:
    word = "".join(("whis", "pered"))
    assert word
    raise RuntimeError("a deliberate \x1b[31mcrash")


def spin(_: RemoteApp) -> None:
    """Spin until the limit of CPU time, which is one second."""
    resource.setrlimit(resource.RLIMIT_CPU, (1, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    while True:
        pass


def crowd(app: RemoteApp) -> None:
    """Start threads until no other can be started, and say how many."""
    count = 0
    with suppress(RuntimeError):
        while True:
            Thread(target=Event().wait, daemon=True).start()
            count += 1
    app.notify(f"{count} threads")


ACTIONS = {"fall over": fall_over, "spin": spin, "crowd": crowd}

if __name__ == "__main__":
    _, deed, database = sys.argv
    RemoteApp.action_show_help = ACTIONS[deed]  # type: ignore[method-assign, assignment]
    sys.exit(main(["visit", "--database", database]))
