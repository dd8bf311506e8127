"""What can be looked at from the table, which changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.plain import cards, words
from yahtzee_tui.plain.commands import tell_commands
from yahtzee_tui.plain.questions import Question
from yahtzee_tui.rules import Malformed, NotNow, explain_bonuses, explain_turn
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from yahtzee_tui.plain.hand import Hand
    from yahtzee_tui.plain.questions import Handler
    from yahtzee_tui.plain.talk import Talk
    from yahtzee_tui.table import Table


class Looks:
    """Tells what somebody wants to see."""

    def __init__(self, table: Table, talk: Talk, hand: Hand) -> None:
        """Sit where everything can be seen.

        Args:
            table: The table.
            talk: With whoever sits here.
            hand: Knows whose card is theirs.
        """
        self._table, self._talk, self._hand = table, talk, hand

    @property
    def commands(self) -> dict[str, Handler]:
        """What can be looked at, by the word for it."""
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
        self._talk.say(words.tell_dice(self._table.game))

    def _show_own_card(self, _: str) -> None:
        self._show_card(self._hand.seat)

    def _show_other_card(self, name: str) -> Question | None:
        game = self._table.game
        others = [seat for seat in range(len(game.players)) if seat != self._hand.seat]
        if name or len(others) == 1:
            self._show_card(self._find_seat(name) if name else others[0])
            return None
        if not others:
            raise NotNow("alone", "Nobody else plays.", game)
        self._talk.say(*(f"{seat + 1}. {game.players[seat]}." for seat in others))
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
        """The seats by the names of the players, and by numbers that nobody is called."""
        names = {name.casefold(): seat for seat, name in enumerate(self._table.game.players)}
        return {str(seat + 1): seat for seat in names.values()} | names

    def _show_card(self, seat: int) -> None:
        game = self._table.game
        self._talk.say(*cards.tell_card(game.players[seat], game.cards[seat]))

    def _show_turn(self, _: str) -> None:
        game = self._table.game
        if game.is_over:
            self._talk.say(*cards.tell_ranking(game))
        else:
            self._talk.say(words.tell_turn(game), words.tell_totals(game))

    def _show_log(self, _: str) -> None:
        self._talk.say(*(tuple(words.tell_log(self._table)) or ("No turn is over yet.",)))

    def _show_rules(self, _: str) -> None:
        ruleset = self._table.game.ruleset
        sentences = (*explain_turn(ruleset), *cards.tell_prices(ruleset))
        self._talk.say(f"The rules of {ruleset.name}.", *sentences, *explain_bonuses(ruleset))

    def _show_commands(self, _: str) -> None:
        game = self._table.game
        self._talk.say(*tell_commands(game.ruleset.dice, game.is_over))
