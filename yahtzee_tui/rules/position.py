"""A position of one player in a line of text, such as a trainer's question."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.errors import check_arguments
from yahtzee_tui.rules.builtin_rulesets import find_ruleset
from yahtzee_tui.rules.card import Card
from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.rules.game import Game
from yahtzee_tui.text import quote
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from yahtzee_tui.rules.ruleset import Faces

_ROLL = re.compile(r"r([0-9]{1,2})(?:\+([0-9]{1,2}))?", re.ASCII)


class Position(NamedTuple):
    """A card, and the dice of the turn that is played on it.

    Its text has the key of the rule set, the card as in `Card.parse`, how many rolls were made in
    this turn, and the dice unless that is none:

        official 1,.,9,.,.,.,.,.,25,.,.,50,.+1 r2 55531

    Rolls that were saved before this turn follow the roll number, as in `r2+4`.

    >>> position = Position.parse("official 1,.,9,.,.,.,.,.,25,.,.,50,.+1 r2 55531")
    >>> position.card.grand_total, position.faces, position.rolls_left
    (185, (5, 5, 5, 3, 1), 1)
    >>> print(Position.of(position.game("Ann").play("score chance")))
    official 1,.,9,.,.,.,.,.,25,.,.,50,19+1 r0
    """

    card: Card
    roll: int = 0
    faces: Faces = ()
    saved: int = 0  # rolls that were saved before this turn

    @classmethod
    @check_arguments
    def parse(cls, text: str) -> Position:
        """Read a position, or raise `Malformed` with the first fault.

        Every box holds points that it can hold, but not every such card comes up in a game.
        """
        words = text.split()
        if not 3 <= len(words) <= 4:
            sentence = _(
                "{text} is not a rule set, a card, a roll number and dice.", text=quote(text)
            )
            raise Malformed("bad_position", sentence)
        key, card_text, roll_text, *dice = words
        ruleset = find_ruleset(key)
        card = Card.parse(ruleset, card_text)
        number, digits = _ROLL.fullmatch(roll_text), "".join(dice)
        saved = int(number[2] or 0) if number else 0
        if number is None or int(number[1]) > ruleset.rolls + saved:
            sentence = _(
                "The roll number must be r0 to {most}, not {given}.",
                most=f"r{ruleset.rolls + saved}",
                given=quote(roll_text),
            )
            raise Malformed("bad_roll", sentence)
        filled = len(card.scores) - len(card.open)
        if saved > filled * (ruleset.rolls - 1) * ruleset.saved_rolls:
            sentence = _("This many rolls can't be saved here: {saved}.", saved=saved)
            raise Malformed("bad_roll", sentence)
        roll = int(number[1])
        if digits and not roll:
            raise Malformed("bad_dice", _("There are no dice before the first roll."))
        faces = ruleset.parse_faces(digits) if roll else ()
        if roll and card.is_full:
            raise Malformed("bad_roll", _("There are no dice once every box is filled."))
        return cls(card, roll, faces, saved)

    @classmethod
    @check_arguments
    def of(cls, game: Game) -> Position:
        """Return the position of the player whose turn it is."""
        return cls(game.card, game.roll, game.faces, game.most_rolls - game.ruleset.rolls)

    def __str__(self) -> str:
        dice = "".join(map(str, self.faces))
        roll = f"r{self.roll}+{self.saved}" if self.saved else f"r{self.roll}"
        return f"{self.card.ruleset.key} {self.card.format_scores()} {roll} {dice}".rstrip()

    def svg(self) -> str:
        """Return a picture of the card and the dice, for notebooks and pages."""
        from yahtzee_tui.rules.svg import draw_svg  # few programs need it

        return draw_svg(str(self.card), self.faces)

    def _repr_html_(self) -> str:
        return self.svg()

    @property
    def rolls_left(self) -> int:
        return self.card.ruleset.rolls + self.saved - self.roll

    def game(self, player: str) -> Game:
        """Return a game of one player that has come to this position; see `Game.start`."""
        game = Game.start(self.card.ruleset, (player,))
        filled = len(self.card.scores) - len(self.card.open)
        saved = (self.saved,) if game.saved else ()
        turn = self.roll, self.faces
        return Game(game.ruleset, game.players, 0, (self.card,), filled, *turn, saved=saved)
