"""What is told of a game, in lines that each make sense without those before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import Held, Rolled, Scored
from yahtzee_tui.table import Kind, tell_joker
from yahtzee_tui.table.daily import find_day
from yahtzee_tui.text import count_noun, join_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.rules import Faces, Game, Positions, Ruleset
    from yahtzee_tui.table import Change, Table

_SAME_DICE = SeededDice("", duplicate=True).source


def tell_change(change: Change, before: Game, brief: bool) -> Iterator[str]:
    """Yield what happened at a table.

    Args:
        change: What happened.
        before: The position before it, if that was a posting.
        brief: Whether it was a computer, of which nobody needs to know what it may do next.
    """
    event, game, player = change.event, change.game, change.player
    if change.kind is Kind.UNDO and isinstance(event, Scored):
        yield f"Taken back: {event.points} in {game.ruleset.box(event.box).name}."
        yield tell_dice(game)
    elif isinstance(event, Rolled):
        yield f"{player} rolled {tell_list(event.faces)}.{'' if brief else _tell_left(game)}"
        if joker := tell_joker(game):
            yield joker
    elif isinstance(event, Held):
        back = "Taken back. " if change.kind is Kind.UNDO else ""
        yield f"{back}{player} holds {_tell_held(game, brief)}."
    else:
        yield _tell_scored(event, before, game, change.seat)


def tell_list(things: Iterable[object]) -> str:
    """Return some things with commas between them."""
    return ", ".join(map(str, things))


def tell_dice(game: Game) -> str:
    """Return what the dice show, what is held, and how many rolls are left."""
    if not game.roll:
        return f"{game.player} has not rolled yet."
    return f"{game.player}'s dice show {tell_list(game.faces)}.{_tell_left(game)}"


def tell_turn(game: Game) -> str:
    """Return whose turn it is, and how far the game and the turn have come."""
    left = count_noun(game.rolls_left or "no", "roll")
    return f"Round {game.round} of {game.rounds}, {game.player} to play, {left} left."


def tell_totals(game: Game) -> str:
    """Return every player's points."""
    totals = (
        f"{player} {card.grand_total}"
        for player, card in zip(game.players, game.cards, strict=True)
    )
    return f"Totals: {tell_list(totals)}."


def tell_start(table: Table) -> Iterator[str]:
    """Yield what is played, who plays, and where they are."""
    game = table.game
    yield f"{game.ruleset.name}{_tell_dice_source(table)}, played by {tell_list(game.players)}."
    if not table.history.events:
        yield f"{game.player} begins: Enter rolls, digits hold, s scores, ? lists all."
    elif not game.is_over:
        yield tell_turn(game)
        if game.roll:
            yield tell_dice(game)


def tell_next(game: Game, computer: bool, seconds: float | None) -> str:
    """Return what comes after a posting, and that it can be taken back.

    Args:
        game: The position after it.
        computer: Whether a computer plays next.
        seconds: Seconds after which the next turn begins by itself, None if it doesn't.
    """
    does = f"lets {game.player} play" if computer else "rolls"
    if not computer and len(game.players) > 1:
        does += f" for {game.player}"
    pause = ""
    if seconds is not None:
        pause = f" or a pause of {'1 second' if seconds == 1 else f'{seconds:g} seconds'}"
    return f"Round {game.round} of {game.rounds}: u takes the score back, Enter{pause} {does}."


def tell_log(table: Table) -> Iterator[str]:
    """Yield a line for each turn that is over."""
    game = table.setup.start()
    faces: Faces = ()
    for event in table.history.events:
        if isinstance(event, Rolled):
            faces = event.faces
        elif isinstance(event, Scored):
            scored = _tell_points(event, game)
            yield f"Round {game.round}, {game.player}: {scored}. Dice {tell_list(faces)}."
        game = game.apply(event)


def tell_places(positions: Positions) -> str:
    """Return which dice are meant, such as `dice 1 and 3`."""
    numbers = [position + 1 for position in positions]
    return f"{'dice' if len(numbers) > 1 else 'die'} {join_words(numbers)}"


def tell_repeat_bonus(ruleset: Ruleset, points: int) -> str:
    """Return a bonus for a further Yahtzee behind what it comes with, nothing where none does."""
    if not points or ruleset.repeat_bonus is None:
        return ""
    return f", {ruleset.box(ruleset.repeat_bonus.box).name} bonus {points}"


def _tell_dice_source(table: Table) -> str:
    """Return what is special about the dice, if anything."""
    if find_day(table.setup) is not None:
        return " with the dice of the day"
    return " with the same dice for everybody" if table.setup.dice.startswith(_SAME_DICE) else ""


def _tell_left(game: Game) -> str:
    left = game.rolls_left
    if not left:
        return " No rolls left, s scores."
    held = f", {tell_places(game.held)} held" if game.held else ""
    return f" {count_noun(left, 'roll')} left{held}."


def _tell_held(game: Game, brief: bool) -> str:
    if not game.held:
        return "no dice"
    faces = tell_list(game.faces[position] for position in game.held)
    return faces if brief else f"{tell_places(game.held)}: {faces}"


def _tell_scored(event: Scored, before: Game, game: Game, seat: int) -> str:
    card = game.cards[seat]
    upper = card.upper_bonus - before.cards[seat].upper_bonus
    earned = f", upper bonus {upper}" if upper else ""
    scored = f"{_tell_points(event, game)}{earned}"
    return f"{game.players[seat]} scored {scored}, total {card.grand_total}."


def _tell_points(event: Scored, game: Game) -> str:
    box = game.ruleset.box(event.box).name
    return f"{event.points} in {box}{tell_repeat_bonus(game.ruleset, event.bonus)}"
