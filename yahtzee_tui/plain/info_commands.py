"""The commands that print information about a table and change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.plain import phrases
from yahtzee_tui.plain.commands import Question, describe_commands
from yahtzee_tui.rules import Malformed, NotNow, explain_bonuses, explain_turn
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from yahtzee_tui.plain.commands import CommandHandler
    from yahtzee_tui.plain.console import Console
    from yahtzee_tui.plain.player_commands import PlayerCommands
    from yahtzee_tui.table import Table


class InfoCommands:
    """Prints dice, cards, turns, the log, the rules and the commands."""

    def __init__(self, table: Table, console: Console, player: PlayerCommands) -> None:
        self._table, self._console, self._player = table, console, player

    @property
    def commands(self) -> dict[str, CommandHandler]:
        return {
            "dice": self._show_dice,
            "card": self._show_own_card,
            "other": self._show_other_card,
            "turn": self._show_turn,
            "log": self._show_log,
            "rules": self._show_rules,
            "help": self._show_commands,
        }

    def _show_dice(self, _: str) -> None:
        self._console.say(phrases.format_dice(self._table.game))

    def _show_own_card(self, _: str) -> None:
        self._show_card(self._player.seat)

    def _show_other_card(self, name: str) -> Question | None:
        game = self._table.game
        others = [seat for seat in range(len(game.players)) if seat != self._player.seat]
        if name or len(others) == 1:
            self._show_card(self._find_seat(name) if name else others[0])
            return None
        if not others:
            raise NotNow("alone", "Nobody else plays.", game)
        self._console.say(*(f"{seat + 1}. {game.players[seat]}." for seat in others))
        return Question("Whose card", self._names_seat, self._show_other_card)

    def _names_seat(self, name: str) -> bool:
        return name.casefold() in self._seats

    def _find_seat(self, name: str) -> int:
        seat = self._seats.get(name.casefold())
        if seat is None:
            sentence = f"Nobody called {quote(name)} plays."
            raise Malformed("unknown_player", sentence, self._table.game)
        return seat

    @property
    def _seats(self) -> dict[str, int]:
        """The seats by player name, and by number where no player has that name."""
        names = {name.casefold(): seat for seat, name in enumerate(self._table.game.players)}
        return {str(seat + 1): seat for seat in names.values()} | names

    def _show_card(self, seat: int) -> None:
        game = self._table.game
        self._console.say(*phrases.describe_card(game.players[seat], game.cards[seat]))

    def _show_turn(self, _: str) -> None:
        game = self._table.game
        if game.is_over:
            self._console.say(*phrases.describe_ranking(game))
        else:
            self._console.say(phrases.format_turn(game), phrases.format_totals(game))

    def _show_log(self, _: str) -> None:
        self._console.say(*(tuple(phrases.describe_log(self._table)) or ("No turn is over yet.",)))

    def _show_rules(self, _: str) -> None:
        ruleset = self._table.game.ruleset
        sentences = (*explain_turn(ruleset), *phrases.describe_boxes(ruleset))
        self._console.say(f"The rules of {ruleset.name}.", *sentences, *explain_bonuses(ruleset))

    def _show_commands(self, _: str) -> None:
        game = self._table.game
        self._console.say(*describe_commands(game.ruleset.dice, game.is_over))
