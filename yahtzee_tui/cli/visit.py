"""`yahtzee-tui visit`: what OpenSSH runs for those who come to play, instead of a shell."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from yahtzee_tui.cli.complaint import Complaint
from yahtzee_tui.cli.play import check_terminal
from yahtzee_tui.cli.shelf import find_database

if TYPE_CHECKING:
    from argparse import Namespace


def visit(args: Namespace) -> int:
    """Let somebody play here until they leave.

    Raises:
        Complaint: If they ask for something else, or have no terminal that can show the game.
    """
    from yahtzee_tui.ssh.door.farewell import REFUSALS
    from yahtzee_tui.ssh.door.requests import REFUSED, parse_request
    from yahtzee_tui.ssh.door.terminal import needs_ascii
    from yahtzee_tui.ssh.games.confinement import confine
    from yahtzee_tui.ssh.limits import Limits
    from yahtzee_tui.ssh.openssh import find_key
    from yahtzee_tui.tui.visit import Visitor, run_visit

    asked = os.environ.get("SSH_ORIGINAL_COMMAND", "")
    request = parse_request(asked) if asked else ()
    if request is None:
        raise Complaint(REFUSED)
    if not os.isatty(0):
        raise Complaint(REFUSALS["no-terminal"])
    check_terminal()
    visitor = Visitor(find_key(os.environ), request=request)
    limits = Limits()
    confine(limits.memory_megabytes << 20, limits.processor_seconds)
    # What goes wrong inside is nothing for their eyes.
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123
        sys.stdout = sys.stderr = nowhere
        try:
            return run_visit(visitor, find_database(args), needs_ascii(os.environ))
        finally:
            sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
