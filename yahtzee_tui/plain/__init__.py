"""The plain mode: the game in lines of text, for screen readers, dumb terminals, pipes and scripts.

It asks a question, reads a line and tells what came of it. Nothing is drawn, and nothing that was
said is ever changed. It is the same game as on the screen, with the same saves.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.table import Invitation

__all__ = ["run"]


def run(
    invitation: Invitation | None,
    me: str,
    *,
    options: Options,
    store: Store,
    resume: str | None = None,
    notices: Iterable[str] = (),
    ascii_only: bool = False,
) -> None:
    """Play until everybody has left.

    Args:
        invitation: A game to begin with; None to ask who plays.
        me: Who plays if nobody says otherwise.
        options: How the game is handled.
        store: Where games are saved, closed in the end.
        resume: The id of a saved game to go on with.
        notices: What is to be said first, a sentence each.
        ascii_only: Whether everything is said in ASCII.

    Raises:
        Malformed: If something in the invitation makes no sense.
        StoreProblem: If the saved game can't be gone on with.
        OSError: If nobody can hear what is told.
        SystemExit: If a signal said to end.
    """
    from yahtzee_tui.plain.session import Session
    from yahtzee_tui.plain.signals import end_on_signals
    from yahtzee_tui.plain.talk import open_talk

    talk = open_talk(ascii_only)
    session = Session(talk, me, options, store)
    with end_on_signals():
        try:
            talk.say(*notices)
            with suppress(EOFError):
                session.play(invitation, resume)
            session.say_goodbye()
        except KeyboardInterrupt:
            session.say_goodbye()
            raise
        finally:
            with suppress(OSError):  # where nobody can hear any more
                talk.end_line()
            store.close()
