"""What players read about the messages that they get while they are away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.host.lobby.notifications import MOST_A_DAY, PAUSE_SECONDS, Occasion
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from yahtzee_tui.host.lobby.notifications import Wishes

WEBHOOK = "webhook"
"""The receiver that isn't the address of an ntfy server."""

OCCASIONS = {
    Occasion.TURN: N_("My turn, without a time limit"),
    Occasion.STARTS: N_("An event starts"),
    Occasion.CLOSES: N_("An event I can play closes in a day"),
    Occasion.RESULTS: N_("An event I played in is over"),
}

# Translators: {subject} is the code of a table, or the name of an event
TITLES = {
    Occasion.TURN: N_("{player}, it is your turn at {subject}."),
    Occasion.STARTS: N_("{player}, the event {subject} has started."),
    Occasion.CLOSES: N_(
        "{player}, the event {subject} closes within a day, and you can still play."
    ),
    Occasion.RESULTS: N_("{player}, the event {subject} is over: see its table."),
}
"""The titles of messages."""

HOW_TO_END = N_("To end these messages, press m in the lobby, or type tell in lines.")


def explain_no_receiver(is_guest: bool) -> str:
    """Return why a player can't get messages."""
    if is_guest:
        return _("The server sends messages only to players with an SSH key.")
    return _("This server sends no messages while you are away: its host hasn't set that up.")


def describe_limits() -> str:
    """Return how many messages an account gets at most."""
    sentence = N_("At most one message every {minutes} minutes, and {count} a day.")
    return _(sentence, minutes=round(PAUSE_SECONDS / 60), count=MOST_A_DAY)


def find_topic_address(wishes: Wishes, receiver: str) -> str:
    """Return where an account's messages can be read, empty where the host passes them on."""
    return "" if receiver == WEBHOOK else f"{receiver.rstrip('/')}/{wishes.topic}"


def describe_receiver(wishes: Wishes, receiver: str) -> str:
    """Return where an account's messages go."""
    if not (address := find_topic_address(wishes, receiver)):
        return _("The host of this server passes the messages on.")
    return _("Subscribe to this topic in the ntfy app:\n{address}", address=address)


def describe_wishes(wishes: Wishes) -> str:
    """Return that the receiver refused the last message, empty if it didn't."""
    return _("The last message was refused, so no more are sent.") if wishes.was_refused else ""
