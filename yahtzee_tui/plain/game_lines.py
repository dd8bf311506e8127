"""The lines of the plain mode: events, positions and cards in lines of text.

Each line is understandable without the lines before it, as a screen reader reads one at a time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import (
    OFFICIAL,
    Forbidden,
    Held,
    Malformed,
    Rolled,
    Scored,
    explain_points,
    find_box,
    match_boxes,
)
from yahtzee_tui.table import EventKind, describe_end, describe_joker
from yahtzee_tui.table.daily import find_day
from yahtzee_tui.text import capitalise, count_noun, join_words, quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.rules import Box, Card, Game, Positions, Potential, Ruleset
    from yahtzee_tui.table import Table, TableEvent

_BETWEEN_DICE = re.compile(r"(?<=\d)-(?=\d)")
_SAME_DICE = SeededDice("", duplicate=True).source
_SHORTEST = 2  # shorter texts must be a box's exact name or code


def describe_event(change: TableEvent, before: Game, brief: bool) -> Iterator[str]:
    """Yield the lines of an event; `brief` leaves out what the player may do next.

    `before` is the position before it, if it is a score.
    """
    event, game, player = change.event, change.game, change.player
    if change.kind is EventKind.UNDO and isinstance(event, Scored):
        yield f"Undone: {event.points} in {game.ruleset.box(event.box).name}."
        yield format_dice(game)
    elif isinstance(event, Rolled):
        left = "" if brief else _format_rolls_left(game)
        yield f"{player} rolled {_format_faces(game.ruleset, event.faces)}.{left}"
        if joker := describe_joker(game):
            yield joker
    elif isinstance(event, Held):
        back = "Undone. " if change.kind is EventKind.UNDO else ""
        yield f"{back}{player} holds {_format_held(game, brief)}."
    else:
        yield _format_scored(event, before, game, change.seat)


def separate_dice(sentence: str) -> str:
    """Return a sentence with commas between dice: a screen reader reads a dash as a word."""
    return _BETWEEN_DICE.sub(", ", sentence)


def format_list(things: Iterable[object]) -> str:
    """Return things joined by commas."""
    return ", ".join(map(str, things))


def _format_faces(ruleset: Ruleset, faces: Iterable[int]) -> str:
    """Return dice joined by commas, each with the color of its pips where that counts."""
    colors = ruleset.colors
    return format_list(f"{face} {colors[face - 1]}" if colors else face for face in faces)


def format_solving(ruleset: Ruleset) -> str:
    """Return that best play is calculated now."""
    time = "a few seconds" if ruleset.rolls <= OFFICIAL.rolls else "up to a minute"
    return f"Calculating best play for {ruleset.name}. This takes {time}, once."


def format_dice(game: Game) -> str:
    """Return the dice, those held, and the rolls left."""
    if not game.roll:
        return f"{game.player} has not rolled yet."
    faces = _format_faces(game.ruleset, game.faces)
    return f"{game.player}'s dice show {faces}.{_format_rolls_left(game)}"


def format_turn(game: Game) -> str:
    """Return the round, the player to move and the rolls left."""
    left = f"{count_noun(game.rolls_left or 'no', 'roll')} left{_format_saved_left(game)}"
    return f"Round {game.round} of {game.rounds}, {game.player}'s turn, {left}."


def format_totals(game: Game) -> str:
    """Return every player's total."""
    totals = (
        f"{player} {card.grand_total}"
        for player, card in zip(game.players, game.cards, strict=True)
    )
    return f"Totals: {format_list(totals)}."


def format_chances(game: Game, shares: Iterable[float]) -> str:
    """Return every player's chance of winning."""
    from yahtzee_tui.strategy import format_chance  # its numpy is loaded by now

    pairs = zip(game.players, shares, strict=True)
    return f"Chances of winning: {format_list(f'{who} {format_chance(s)}' for who, s in pairs)}."


def format_saved_rolls(game: Game) -> str:
    """Return how many rolls every player had saved before this turn."""
    saved = zip(game.players, game.saved, strict=True)
    return f"Saved rolls: {format_list(f'{player} {rolls}' for player, rolls in saved)}."


def describe_start(table: Table) -> Iterator[str]:
    """Yield the rule set, the players, and the position of a game that has begun."""
    game = table.game
    yield f"{game.ruleset.name}{_format_dice_source(table)}, played by {format_list(game.players)}."
    if not table.history.events:
        yield (
            f"{game.player} goes first. Press Enter to roll; type digits to hold, s to "
            "score, ? for help."
        )
    elif not game.is_over:
        yield format_turn(game)
        if game.roll:
            yield format_dice(game)


def format_next_turn(game: Game, computer: bool, seconds: float | None) -> str:
    """Return what can be done after a score; after some seconds, if any, the next turn starts."""
    does = f"to let {game.player} play" if computer else "to roll"
    if not computer and len(game.players) > 1:
        does += f" for {game.player}"
    pause = ""
    if seconds is not None:
        pause = f" or wait {'1 second' if seconds == 1 else f'{seconds:g} seconds'}"
    return f"Round {game.round} of {game.rounds}. Type u to undo, or press Enter{pause} {does}."


def describe_log(table: Table) -> Iterator[str]:
    """Yield a line for each finished turn."""
    game = table.game
    for turn in table.history.turns:
        if turn.scored is not None:
            scored = _format_scored_points(turn.scored, game)
            dice = _format_faces(game.ruleset, turn.rolls[-1].faces)
            yield f"Round {turn.round}, {game.players[turn.seat]}: {scored}. Dice {dice}."


def format_places(positions: Positions) -> str:
    """Return the dice at some positions, such as `dice 1 and 3`."""
    numbers = [position + 1 for position in positions]
    return f"{'dice' if len(numbers) > 1 else 'die'} {join_words(numbers)}"


def format_repeat_bonus(ruleset: Ruleset, points: int) -> str:
    """Return the bonus for a further Yahtzee as the end of a phrase, empty without one."""
    if not points or ruleset.repeat_bonus is None:
        return ""
    return f", {ruleset.box(ruleset.repeat_bonus.box).name} bonus {points}"


def _format_dice_source(table: Table) -> str:
    """Return whether the dice are the daily ones or the same for all, as the end of a phrase."""
    if find_day(table.setup) is not None:
        return ", daily game"
    return " with the same dice for everyone" if table.setup.dice.startswith(_SAME_DICE) else ""


def _format_rolls_left(game: Game) -> str:
    left = game.rolls_left
    if not left:
        return " No rolls left; type s to score."
    held = f", {format_places(game.held)} held" if game.held else ""
    return f" {count_noun(left, 'roll')} left{_format_saved_left(game)}{held}."


def _format_saved_left(game: Game) -> str:
    """Return how many of the rolls left are saved ones, empty if none are."""
    return f" ({game.saved_left} saved)" if game.saved_left else ""


def _format_held(game: Game, brief: bool) -> str:
    if not game.held:
        return "no dice"
    faces = _format_faces(game.ruleset, (game.faces[at] for at in game.held))
    return faces if brief else f"{format_places(game.held)}: {faces}"


def _format_scored(event: Scored, before: Game, game: Game, seat: int) -> str:
    card = game.cards[seat]
    upper = card.upper_bonus - before.cards[seat].upper_bonus
    earned = f", upper bonus {upper}" if upper else ""
    scored = f"{_format_scored_points(event, game)}{earned}"
    saved = f" {count_noun(game.saved[seat] or 'No', 'roll')} saved." if game.saved else ""
    return f"{game.players[seat]} scored {scored}, total {card.grand_total}.{saved}"


def _format_scored_points(event: Scored, game: Game) -> str:
    box = game.ruleset.box(event.box).name
    return f"{event.points} in {box}{format_repeat_bonus(game.ruleset, event.bonus)}"


def describe_card(player: str, card: Card) -> Iterator[str]:
    """Yield a line for each box of a card, and its totals."""
    yield f"{player}'s card, total {card.grand_total}."
    for number, (box, points) in enumerate(zip(card.ruleset.boxes, card.scores, strict=True), 1):
        held = "open" if points is None else count_noun(points, "point")
        yield f"{number}. {_name(card.ruleset, box)}, {held}."
    yield f"{capitalise(_format_sections(card))}.{_format_upper_bonus_need(card)}"


def describe_potentials(game: Game) -> Iterator[str]:
    """Yield what the dice score in each box that may be filled, and why the others may not."""
    ruleset = game.ruleset
    yield f"{game.player}'s dice show {_format_faces(ruleset, game.faces)}."
    why: dict[str, None] = {}
    for potential in game.potentials:
        if potential.refusal is None:
            box = potential.box
            number, brings = ruleset.place(box.id) + 1, _format_potential(ruleset, potential)
            yield f"{number}. {_name(ruleset, box)}, {brings}."
        else:
            why[potential.refusal.sentence] = None
    yield from why


def find_open_box(game: Game, text: str) -> Box | None:
    """Return the box that a number on the card, a code or a name means, if there is one.

    A name may be shortened as long as it fits only one open box; else it raises `Forbidden`.
    """
    ruleset, boxes = game.ruleset, game.ruleset.boxes
    if text.isascii() and text.isdigit():
        at = int(text[:4])
        return boxes[at - 1] if 1 <= at <= len(boxes) else None
    exact = find_named_box(ruleset, text)
    if exact is not None or len(text) < _SHORTEST:
        return exact
    found = [box for box in match_boxes(ruleset, text) if box in game.card.open]
    if len(found) > 1:
        names = join_words((box.name for box in found), "or")
        raise Forbidden("many_boxes", f"{quote(text)} could be {names}. Type more of it.")
    return found[0] if found else None


def find_named_box(ruleset: Ruleset, text: str) -> Box | None:
    """Return the box with this whole name, id, code or common name, if there is one."""
    try:
        return find_box(ruleset, text)
    except Malformed:
        return None


def describe_boxes(ruleset: Ruleset) -> Iterator[str]:
    """Yield the dice that each box needs and its points."""
    for number, box in enumerate(ruleset.boxes, 1):
        wants = f"{box.wants[:1].lower()}{box.wants[1:]}"
        yield f"{number}. {_name(ruleset, box)}: {wants}, for {explain_points(box)}."


def describe_ranking(game: Game) -> Iterator[str]:
    """Yield the winner, and each player's place and totals."""
    yield describe_end(game)
    for place, seat, total in game.ranking:
        yield f"{place}. {game.players[seat]} {total}: {_format_sections(game.cards[seat])}."


def _format_sections(card: Card) -> str:
    ruleset = card.ruleset
    parts = [f"upper section {card.upper_total}"]
    if ruleset.upper_bonus is not None:
        parts.append(f"upper bonus {card.upper_bonus}")
    parts.append(f"lower section {card.lower_total}")
    if ruleset.repeat_bonus is not None and card.repeats:
        name = ruleset.box(ruleset.repeat_bonus.box).name
        parts[-1] += f" with {name} bonus {card.repeat_points}"
    return format_list(parts)


def _format_upper_bonus_need(card: Card) -> str:
    """Return how many points the upper bonus needs, empty if there is none or it is reached."""
    bonus = card.ruleset.upper_bonus
    if bonus is None or (card.upper_bonus and not card.upper_bonus_in_reach):
        return ""
    if not card.upper_bonus_in_reach:
        return " The upper bonus is out of reach."
    needed = min(need for need, _ in bonus.tiers if need > card.upper_total)
    return f" {needed - card.upper_total} more for the upper bonus."


def _format_potential(ruleset: Ruleset, potential: Potential) -> str:
    joker = " as a joker" if potential.joker else ""
    bonus = format_repeat_bonus(ruleset, potential.bonus)
    return f"{count_noun(potential.points, 'point')}{joker}{bonus}"


def _name(ruleset: Ruleset, box: Box) -> str:
    return f"{box.name}, {box.code}" if ruleset.shows_codes else box.name
