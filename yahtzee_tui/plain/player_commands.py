"""The commands of a player: those that play, and those that print and change nothing."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.plain import game_lines, listings
from yahtzee_tui.plain.commands import BETWEEN_DIGITS, HOLD, Question, confirm
from yahtzee_tui.rules import (
    Hold,
    Malformed,
    NotNow,
    Refusal,
    Roll,
    Rolled,
    Score,
)
from yahtzee_tui.rules.actions import read_digit, replace_rolled
from yahtzee_tui.services.bots import BotSeats
from yahtzee_tui.services.coach import ChancePosition, Coach, shows_chance
from yahtzee_tui.services.game_summary import format_share, summarise_review
from yahtzee_tui.services.typed_scores import (
    enter_score,
    find_correction,
    find_open_box,
    read_score,
    split_name,
)
from yahtzee_tui.text import format_accuracy, format_signed, quote
from yahtzee_tui.translation import N_, _, ngettext

if TYPE_CHECKING:
    from yahtzee_tui.plain.commands import CommandHandler
    from yahtzee_tui.plain.console import Console
    from yahtzee_tui.rules import Action, Box, Faces, Game
    from yahtzee_tui.services.bots import BotService
    from yahtzee_tui.services.value_tables import ValueTableLoader
    from yahtzee_tui.settings import HasOptions
    from yahtzee_tui.strategy import Review
    from yahtzee_tui.table import Table

_DIGITS = 5  # of the target that the coach advises for


class PlayerCommands:
    """Executes the player's commands, for every seat that has no computer player.

    Every command may raise a `Refusal`; then nothing has changed.
    """

    def __init__(
        self,
        table: Table,
        console: Console,
        chosen: HasOptions,
        computers: BotSeats,
        loader: ValueTableLoader,
    ) -> None:
        """Create the commands; `chosen` has the options that hold at the table."""
        self._table, self._console, self._chosen = table, console, chosen
        self._computers, self._loader = computers, loader
        self._coach = Coach(table, chosen, lambda: loader, computers.seats)

    @property
    def commands(self) -> dict[str, CommandHandler]:
        return {
            HOLD: self._hold,
            "all": self._hold_all,
            "score": self._score,
            "undo": self._undo,
            "redo": self._redo,
            "correct": self._correct,
            "hint": self._ask_coach,
            "why": self._explain,
            "values": self._list_values,
            "dice": self._show_dice,
            "card": lambda name: (
                self._show_other_card(name) if name else self._show_card(self.seat)
            ),
            "other": self._show_other_card,
            "turn": self._show_turn,
            "log": self._show_log,
            "rules": self._show_rules,
            "review": self._review,
            "share": self._share,
        }

    @property
    def may_undo(self) -> bool:
        """Whether the newest action that can be undone is one of a person."""
        seat = self._table.undo_seat
        return seat is not None and seat in self._computers.seats

    @property
    def seat(self) -> int:
        """The seat of the player to move, or of the last one if a computer moves next."""
        newest = self._table.undo_seat
        if newest is not None and self._computers.current_rank:
            return newest
        return self._table.game.seat

    @property
    def dice(self) -> int:
        """How many dice the game has."""
        return self._table.game.ruleset.dice

    def roll(self) -> None:
        self._act(Roll())

    def expand(self, line: str) -> str:
        """Return the command for what is typed alone with real dice: faces, or a box and points."""
        game = self._table.game
        if not game.is_real or game.is_over:
            return line
        seat, entry = split_name(game, line)
        digits = entry.translate(BETWEEN_DIGITS)
        command = ""
        if digits.isascii() and digits.isdecimal():
            if len(digits) >= self.dice or game_lines.asks_faces(self._table):
                command = f"roll {entry}"
        elif re.match(rf"[0-9]{{{self.dice}}}[^0-9]", entry):
            command = f"roll {entry}"
        elif (typed := read_score(self._table, entry)) and typed.to is None:
            command = f"score {entry}"
        if command and seat not in (None, game.seat):
            raise NotNow("not_your_turn", _("It's {player}'s turn.", player=game.player), game)
        return command or line

    def roll_faces(self, text: str) -> Question | None:
        """Take the faces of all dice on the table or of those rolled; a box to score may follow."""
        found = re.fullmatch(rf"([0-9]{{{self.dice}}})( +\S.*|[^0-9 ].*)", text)
        digits, box = (found[1], found[2].strip()) if found else (text, "")
        rolled = Rolled(self._read_faces(digits))
        if box:
            self._find_legal(self._table.game.play(rolled), box)
        self._table.enter(self._table.game.seat, rolled)
        return self._choose(box) if box else None

    def _read_faces(self, text: str) -> Faces:
        """Return the faces of all dice, from those of all or of the ones that aren't held."""
        game = self._table.game
        typed = [read_digit(digit) for digit in text.translate(BETWEEN_DIGITS)]
        faces = tuple(typed)
        if len(typed) != self.dice:
            faces = replace_rolled(game.faces or (0,) * self.dice, game.held, typed)
        game.ruleset.check_faces(faces)
        return faces

    def _show_dice(self, text: str) -> None:
        if text:
            self._table.correct_faces(self._table.game.seat, self._read_faces(text))
        else:
            self._console.say(game_lines.format_dice(self._table.game))

    def _correct(self, text: str) -> Question | None:
        """Correct what was scored in a box; older scores than the last round ask first."""
        typed = read_score(self._table, text)
        if typed is None:
            sentence = _("Type a box and the points it should have, such as correct chance 22.")
            raise Malformed("bad_correction", sentence, self._table.game)
        found = find_correction(self._table, typed)
        if not found.question:
            found.make(self._table)
            return None
        return confirm(
            _("{question}, y or n", question=found.question),
            lambda: found.make(self._table),
            lambda: self._console.say(_("Nothing changed.")),
        )

    def _hold(self, digits: str) -> None:
        hold = Hold.parse(digits)
        if self._table.game.roll and hold.positions == self._table.game.held:
            self._console.say(game_lines.format_dice(self._table.game))
        else:
            self._act(hold)

    def _hold_all(self, number: str) -> None:
        """Hold all dice, or in place of those held all that show a number."""
        game = self._table.game
        self._check_turn()
        game.legal_actions.check_dice()
        if number and number not in map(str, game.faces):
            raise Malformed("no_such_die", _("No die shows {number}.", number=quote(number)), game)
        at = (at for at, face in enumerate(game.faces, 1) if number in ("", str(face)))
        self._hold("".join(map(str, at)))

    def _score(self, name: str) -> Question | None:
        game = self._table.game
        self._check_turn()
        if game.is_real and (typed := read_score(self._table, name)) and typed.to is None:
            return None if enter_score(self._table, typed) else self._choose(typed.box.id)
        game.legal_actions.check_dice()
        if name:
            return self._choose(name)
        self._console.say(*game_lines.describe_potentials(game))
        return Question(
            _("Which box"), lambda name: not name or bool(find_open_box(game, name)), self._choose
        )

    def _choose(self, name: str) -> Question | None:
        game = self._table.game
        if not name:
            self._console.say(_("No box chosen."))
            return None
        box = self._find_legal(game, name)
        given_up = game.points_given_up(box.id) if self._chosen.options.confirm_zero else 0
        if not given_up:
            self._act(Score(box.id))
            return None

        question = _(
            "Take 0 in {box} instead of {points} elsewhere, y or n", box=box.name, points=given_up
        )
        return confirm(
            question,
            lambda: self._act(Score(box.id)),
            lambda: self._console.say(_("Nothing scored.")),
        )

    def _find_legal(self, game: Game, name: str) -> Box:
        """Return the box that a text means, or raise why the dice can't be scored there."""
        box = find_open_box(game, name)
        if box is None:
            raise Malformed("unknown_box", _("No open box matches {text}.", text=quote(name)), game)
        if refusal := game.legal_actions.why_not(Score(box.id)):
            raise refusal
        return box

    def _undo(self, _text: str) -> None:
        seat = self._table.undo_seat
        if seat is not None and not self.may_undo:
            said = N_("Only the player who did that can undo it.")
            if self._table.setup.computer(seat):
                said = N_("A computer's turn can't be undone.")
            raise NotNow("not_yours", _(said), self._table.game)
        self._table.undo(self._table.game.seat if seat is None else seat)

    def _redo(self, _text: str) -> None:
        self._check_turn()
        self._table.redo(self._table.game.seat)

    def _ask_coach(self, text: str) -> None:
        self._check_turn()
        target = text.strip()
        is_target = target.isascii() and target.isdigit() and len(target) < _DIGITS
        self.say_hint(int(target) if is_target else None)

    def say_hint(self, target: int | None = None) -> None:
        """Print the best choice and why, and the chance of winning or of reaching a target.

        Raises `Refusal` if the coach has none or is off.
        """
        from yahtzee_tui.strategy import HoldChoice, describe_advice, describe_win_advice

        advice, wins = self._coach.advise_now(target)
        best = advice.best if wins is None else wins.best
        sentence = describe_advice(advice) if wins is None else describe_win_advice(wins)
        where = ""
        if isinstance(best, HoldChoice) and best.faces:
            positions = advice.positions(best, self._table.game.held)
            where = ngettext(
                "That is die {places}.",
                "That is dice {places}.",
                len(positions),
                places=game_lines.join_places(positions),
            )
        sentence = " ".join(filter(None, (sentence, where, self._coach.explain(advice))))
        self._console.say(game_lines.separate_dice(sentence))

    def say_chances(self) -> None:
        """Print each player's chance of winning, if that is wanted and its tables are loaded."""
        table, seats = self._table, self._computers.seats
        if not shows_chance(self._chosen.options.chance, table.game, seats):
            return
        with suppress(Refusal):  # there are no chances for rules that can't be solved
            self._loader.load_now()
            shares = self._loader.find_shares(*ChancePosition.of(table, seats))
            if shares is None:
                self._loader.start_outcomes()
            else:
                self._console.say(game_lines.format_chances(table.game, shares))

    def _act(self, action: Action) -> None:
        self._check_turn()
        self._table.apply(self._table.game.seat, action)

    def _check_turn(self) -> None:
        game = self._table.game
        if not game.is_over and game.seat not in self._computers.seats:
            raise NotNow("not_your_turn", _("It's {player}'s turn.", player=game.player), game)

    def _show_other_card(self, name: str) -> Question | None:
        game = self._table.game
        others = [seat for seat in range(len(game.players)) if seat != self.seat]
        if name or len(others) == 1:
            seat = self._seats.get(name.casefold()) if name else others[0]
            if seat is None:
                raise Malformed(
                    "unknown_player", _("{player} is not playing.", player=quote(name)), game
                )
            self._show_card(seat)
            return None
        if not others:
            raise NotNow("alone", _("You are the only player."), game)
        self._console.say(*(f"{seat + 1}. {game.players[seat]}." for seat in others))
        return Question(
            _("Whose card"), lambda name: name.casefold() in self._seats, self._show_other_card
        )

    @property
    def _seats(self) -> dict[str, int]:
        """The seats by player name, and by number where no player has that name."""
        names = {name.casefold(): seat for seat, name in enumerate(self._table.game.players)}
        return {str(seat + 1): seat for seat in names.values()} | names

    def _show_card(self, seat: int) -> None:
        game = self._table.game
        self._console.say(*game_lines.describe_card(game.players[seat], game.cards[seat]))

    def _show_turn(self, _text: str) -> None:
        game = self._table.game
        if game.is_over:
            self._console.say(*game_lines.describe_ranking(game))
        else:
            self._console.say(game_lines.format_turn(game), game_lines.format_totals(game))
            if game.saved:
                self._console.say(game_lines.format_saved_rolls(game))
            self.say_chances()

    def _show_log(self, _text: str) -> None:
        self._console.say(
            *(tuple(game_lines.describe_log(self._table)) or (_("No turns finished yet."),))
        )

    def _show_rules(self, _text: str) -> None:
        self._console.say(*listings.list_rules(self._table.game.ruleset))

    def _explain(self, _text: str) -> None:
        self._check_turn()
        advice, _wins = self._coach.advise_now(None)
        why = self._coach.explain(advice)
        self._console.say(
            game_lines.separate_dice(why or _("The reasons are being calculated. Ask again."))
        )

    def _list_values(self, _text: str) -> None:
        self._check_turn()
        self._console.say(*listings.list_values(self._coach.advise_now(None)[0]))

    def _review_game(self) -> Review:
        from yahtzee_tui.strategy import review_game

        setup, game = self._table.setup, self._table.game
        if not game.is_over:
            raise NotNow("not_over", _("The game isn't over yet."), game)
        return review_game(self._loader.load_now(), setup.start(), self._table.record.events)

    def _review(self, text: str) -> None:
        self._console.say(*listings.list_review(self._review_game(), text))

    def _share(self, _text: str) -> None:
        """Print the line to share of the player at this terminal, else of the winner."""
        review, game = self._review_game(), self._table.game
        seats = [each.seat for each in game.ranking]
        seat = next((seat for seat in seats if seat in self._computers.seats), seats[0])
        summary = summarise_review(review, seat)
        result = format_share(self._table.setup, game, seat, None).replace("  ", ", ")
        if len(summary.grades) == game.rounds:
            luck, accuracy = format_signed(summary.luck, 0), format_accuracy(summary.accuracy)
            judged = _("luck {luck}, {accuracy} of decisions best", luck=luck, accuracy=accuracy)
            result = f"{result}, {judged}"
        self._console.say(f"{result}.")


class ComputerSeats(BotSeats):
    """Plays for the computer players of a table, one step at a time."""

    def __init__(self, table: Table, bots: BotService) -> None:
        super().__init__(table)
        self._bots = bots

    def step(self) -> None:
        """Do the next step of a computer's turn; after a `Refusal` a person plays for it."""
        game, rank = self._table.game, self.current_rank
        if not game.roll:
            self.apply(Roll())
            return
        try:
            choice = self._bots.choose_now(rank, game)
        except Refusal:
            self.give_up(rank)
            raise
        self.apply(choice)
        if self.rolls_after(choice):
            self.apply(Roll())
