"""The choice of what a player is told while away."""

import pytest

from tests.host.screens.remote_users import RemoteUsers
from yahtzee_tui.host.lobby.notifications import Occasion
from yahtzee_tui.host.screens.dialogs import draw_code
from yahtzee_tui.host.services.notification_sentences import WEBHOOK

NTFY = "https://ntfy.example.org"


@pytest.mark.parametrize("receiver", [NTFY, WEBHOOK])
async def test_a_player_is_told_of_turns_until_they_turn_it_off(
    remote: RemoteUsers, receiver: str
) -> None:
    who = remote.user("Ann").who
    read = remote.lobby.notifications.read
    async with remote.connect("Ann", receiver=receiver) as ui:
        await ui.wait_for_text("TABLES")
        await ui.press("m", opens="TellMeScreen")
        shown = "passes the messages on" if receiver == WEBHOOK else f"{NTFY}/"
        await ui.wait_for_text(shown)
        for wanted in (frozenset({Occasion.TURN}), frozenset()):
            await ui.press("enter")
            await ui.wait_until(lambda wanted=wanted: read(who).occasions == wanted)  # type: ignore[misc]
            assert read(who).topic == read(who).topic
        assert receiver == WEBHOOK or read(who).topic in ui.text
        remote.lobby.notifications.stop(who)
        await ui.press("escape", opens="LobbyScreen")
        await ui.press("m", opens="TellMeScreen")
        await ui.wait_for_text("The last message was refused, so no more are sent.")


async def test_without_a_receiver_the_key_says_so(remote: RemoteUsers) -> None:
    async with remote.in_lobby("Ann") as ui:
        await ui.press("m")
        await ui.wait_for_text("This server sends no messages while you are away")
    async with remote.as_guest("Bob") as ui:
        await ui.press("m")
        await ui.wait_for_text("The server sends messages only to players with an SSH key.")


def test_the_code_has_two_modules_a_line() -> None:
    lines = draw_code(f"{NTFY}/abcdefghijkl").plain.split("\n")
    assert {len(line) for line in lines} == {31}
    assert len(lines) == 16
    assert lines[1].startswith(" █ ▄▄▄ █")  # a corner that scanners look for
