"""The session of an SSH client in lines of text: signing in, and the places that follow."""

from __future__ import annotations

from yahtzee_tui.host.lines.lobby import LobbyPlace
from yahtzee_tui.host.lines.place import PlayerVisit
from yahtzee_tui.host.lines.shared_table import SharedGame, WaitingRoomPlace
from yahtzee_tui.host.services.visit import ABOUT_LOBBY, CHOOSE_NAME
from yahtzee_tui.host.services.waiting_room import WaitingRoom
from yahtzee_tui.plain.commands import agrees
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.translation import _


class PlainVisit(PlayerVisit):
    """A visit whose player types lines and reads lines."""

    async def play(self) -> None:
        try:
            await self._sign_in()
            await self.enter()
            while self.shown is not None:
                await self.shown.stay()
        finally:
            self.context.value_tables.stop()

    async def _sign_in(self) -> None:
        """Ask for a name until one is accepted, unless the key has one."""
        while True:
            try:
                if await self.recognise():
                    return
                break
            except StoreProblem as problem:
                self.console.say(problem.sentence)
                await self.console.answer(_("Enter to try again"))
        about = (self.wrong_code, _(CHOOSE_NAME), self.about_guests)
        self.console.say(*filter(None, about))
        while True:
            line = await self._ask_name()
            try:
                if not (asked := await self.sign_in(line)):
                    return
                self.console.say(asked)
                if agrees(await self.console.answer(_("y or n")) or ""):
                    await self.sign_in(line, agrees=True)
                    return
            except StoreProblem as problem:
                self.console.say(problem.sentence)

    async def _ask_name(self) -> str:
        """Return a name or a word; explain words on request. Raises `EOFError` to quit."""
        question, suggestion = _("Your name"), self.suggestion
        if suggestion:
            question = _("Your name, or Enter for {name}", name=suggestion)
        while (line := await self.console.answer(question) or suggestion) == "?":
            self.console.say(*map(_, ABOUT_LOBBY))
        if self.context.find_exit(line) == "quit":
            raise EOFError
        return line

    def show_place(self, sentence: str) -> None:
        if sentence:
            self.console.say(sentence)
        match self.place:
            case None:
                self.shown = LobbyPlace(self)
                return
            case WaitingRoom() as room:
                self.shown = WaitingRoomPlace(self, room)
            case table:
                self.shown = SharedGame(self, table)
        if self.reminder:
            self.console.say(self.reminder)
