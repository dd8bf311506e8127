"""The lines of the plain mode: events, positions and cards in lines of text.

Each line is understandable without the lines before it, as a screen reader reads one at a time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import (
    Held,
    Rolled,
    Scored,
    explain_points,
    explain_wants,
)
from yahtzee_tui.services.value_tables import describe_wait
from yahtzee_tui.table import EventKind, describe_end, describe_joker
from yahtzee_tui.table.judged import find_day, find_event
from yahtzee_tui.text import capitalise, join_words
from yahtzee_tui.translation import N_, _, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.rules import Box, Card, Game, Positions, Potential, Ruleset
    from yahtzee_tui.table import Table, TableEvent

_BETWEEN_DICE = re.compile(r"(?<=\d)-(?=\d)")
_SAME_DICE = SeededDice("", duplicate=True).source

_NEXT = {
    "real": (N_("Type u to undo, or the faces of {player}'s dice."),) * 3,
    "alone": (
        N_("Type u to undo, or press Enter to roll."),
        N_("Type u to undo, or press Enter or wait {seconds} second to roll."),
        N_("Type u to undo, or press Enter or wait {seconds} seconds to roll."),
    ),
    "person": (
        N_("Type u to undo, or press Enter to roll for {player}."),
        N_("Type u to undo, or press Enter or wait {seconds} second to roll for {player}."),
        N_("Type u to undo, or press Enter or wait {seconds} seconds to roll for {player}."),
    ),
    "computer": (
        N_("Type u to undo, or press Enter to let {player} play."),
        N_("Type u to undo, or press Enter or wait {seconds} second to let {player} play."),
        N_("Type u to undo, or press Enter or wait {seconds} seconds to let {player} play."),
    ),
}
"""What can be done before the next turn: at once, and where it begins by itself after a time."""


def describe_event(
    change: TableEvent, before: Game, brief: bool, is_computer: bool = False
) -> Iterator[str]:
    """Yield the lines of an event; `brief` leaves out what the player may do next.

    `before` is the position before it, if it is a score. Of the dice that a computer holds only
    the faces are told.
    """
    event, game, player = change.event, change.game, change.player
    if change.kind is EventKind.UNDO and isinstance(event, Scored):
        box = game.ruleset.box(event.box).name
        yield _("Undone: {points} in {box}.", points=event.points, box=box)
        yield format_dice(game)
    elif change.kind is EventKind.UNDO and isinstance(event, Rolled):
        yield f"{_('Undone.')} {format_dice(game)}"
    elif change.kind is EventKind.CORRECT and isinstance(event, Scored):
        total = game.cards[change.seat].grand_total
        points = _format_scored_points(event, game)
        # Translators: points is such as "25 in Full house"
        corrected = N_("Corrected: {player} has {points}, total {total}.")
        yield _(corrected, player=player, points=points, total=total)
    elif isinstance(event, Rolled):
        faces = _format_faces(game.ruleset, event.faces)
        rolled = _("{player} rolled {faces}.", player=player, faces=faces)
        yield rolled if brief else f"{rolled} {_format_rolls_left(game)}"
        if joker := describe_joker(game):
            yield joker
    elif isinstance(event, Held):
        held = _format_held(game, player, is_computer)
        yield f"{_('Undone.')} {held}" if change.kind is EventKind.UNDO else held
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
    return format_list(f"{face} {_(colors[face - 1])}" if colors else face for face in faces)


def format_solving(ruleset: Ruleset) -> str:
    """Return that best play is calculated now."""
    if wait := describe_wait(ruleset):
        return f"{_('Calculating best play for {game}', game=ruleset.name)}. {wait[0]}"
    return _("Calculating best play for {game}. This takes a few seconds, once.", game=ruleset.name)


def format_dice(game: Game) -> str:
    """Return the dice, those held, and the rolls left."""
    if not game.roll:
        return _("{player} has not rolled yet.", player=game.player)
    return f"{_format_shown(game)} {_format_rolls_left(game)}"


def _format_shown(game: Game) -> str:
    faces = _format_faces(game.ruleset, game.faces)
    return _("{player}'s dice show {faces}.", player=game.player, faces=faces)


def asks_faces(table: Table) -> bool:
    """Return whether the faces of real dice come next: before the first roll, and after a hold."""
    game, done = table.game, table.history.done
    if not game.is_real or game.is_over:
        return False
    return not game.roll or (bool(game.rolls_left) and isinstance(done[-1], Held))


def format_prompt(table: Table) -> str:
    """Return whose turn it is, and how many faces come next where the players roll the dice."""
    game = table.game
    if not asks_faces(table):
        return _("{player}'s turn", player=game.player)
    return ngettext(
        "{player}, roll {roll}: {count} die",
        "{player}, roll {roll}: {count} dice",
        game.ruleset.dice - len(game.held),
        player=game.player,
        roll=game.roll + 1,
    )


def format_turn(game: Game) -> str:
    """Return the round, the player to move and the rolls left."""
    # Translators: rolls is such as "2 rolls left"
    return _(
        "Round {round} of {rounds}, {player}'s turn, {rolls}.",
        round=game.round,
        rounds=game.rounds,
        player=game.player,
        rolls=_count_rolls_left(game),
    )


def format_totals(game: Game) -> str:
    """Return every player's total."""
    totals = (
        f"{player} {card.grand_total}"
        for player, card in zip(game.players, game.cards, strict=True)
    )
    return _("Totals: {totals}.", totals=format_list(totals))


def format_chances(game: Game, shares: Iterable[float]) -> str:
    """Return every player's chance of winning."""
    from yahtzee_tui.strategy import format_chance  # its numpy is loaded by now

    pairs = zip(game.players, shares, strict=True)
    chances = format_list(f"{who} {format_chance(share)}" for who, share in pairs)
    return _("Chances of winning: {chances}.", chances=chances)


def format_saved_rolls(game: Game) -> str:
    """Return how many rolls every player had saved before this turn."""
    saved = zip(game.players, game.saved, strict=True)
    rolls = format_list(f"{player} {count}" for player, count in saved)
    return _("Saved rolls: {rolls}.", rolls=rolls)


def describe_start(table: Table, is_shared: bool = False) -> Iterator[str]:
    """Yield the rule set, the players, and the position of a game that has begun.

    What the first player types is left out where players see the game at several terminals.
    """
    game = table.game
    places = {"game": game.ruleset.name, "players": format_list(game.players)}
    if find_day(table.setup) is not None:
        yield _("{game}, daily game, played by {players}.", **places)
    elif (found := find_event(table.setup)) is not None:
        number = found[1]
        yield _("{game}, game {number} of an event, played by {players}.", number=number, **places)
    elif table.setup.dice.startswith(_SAME_DICE):
        yield _("{game} with the same dice for everyone, played by {players}.", **places)
    else:
        yield _("{game}, played by {players}.", **places)
    if game.is_real and not game.turns and not game.roll:
        yield _(
            "{player} goes first. Roll the dice on your table, and type their faces, such as "
            "33144; ? for help.",
            player=game.player,
        )
    elif not game.turns and not game.roll and not is_shared:
        yield _(
            "{player} goes first. Press Enter to roll; type digits to hold, s to score, ? for "
            "help.",
            player=game.player,
        )
    elif not game.is_over:
        yield format_turn(game)
        if game.roll:
            yield format_dice(game)


def format_next_turn(game: Game, computer: bool, seconds: float | None) -> str:
    """Return what can be done after a score; after some seconds, if any, the next turn starts."""
    rounds = _("Round {round} of {rounds}.", round=game.round, rounds=game.rounds)
    who = "computer" if computer else "person" if len(game.players) > 1 else "alone"
    at_once, one, many = _NEXT["real" if game.is_real else who]
    if seconds is None:
        return f"{rounds} {_(at_once, player=game.player)}"
    waits = one if seconds == 1 else many
    return f"{rounds} {_(waits, player=game.player, seconds=f'{seconds:g}')}"


def describe_log(table: Table) -> Iterator[str]:
    """Yield a line for each finished turn."""
    game = table.game
    for turn in table.history.turns:
        if turn.scored is not None:
            dice = _format_faces(game.ruleset, turn.rolls[-1].faces) if turn.rolls else ""
            # Translators: points is such as "25 in Full house", dice such as "1, 2, 2, 1, 1"
            sentence = N_("Round {round}, {player}: {points}. Dice {dice}.")
            if turn.scored.corrected:
                sentence = N_("Round {round}, {player}: {points}, corrected.")
            elif not dice:
                sentence = N_("Round {round}, {player}: {points}.")
            yield _(
                sentence,
                round=turn.round,
                player=game.players[turn.seat],
                points=_format_scored_points(turn.scored, game),
                dice=dice,
            )


def join_places(positions: Positions) -> str:
    """Return the numbers of the dice at some positions, such as `1 and 3`."""
    return join_words(position + 1 for position in positions)


def format_repeat_bonus(ruleset: Ruleset, points: int) -> str:
    """Return the bonus for a further Yahtzee, such as `Yahtzee bonus 100`, empty without one."""
    if not points or ruleset.repeat_bonus is None:
        return ""
    box = ruleset.box(ruleset.repeat_bonus.box).name
    return _("{box} bonus {points}", box=box, points=points)


def _count_rolls_left(game: Game) -> str:
    left = game.rolls_left
    if not left:
        return _("no rolls left")
    if game.saved_left:
        return ngettext(
            "{count} roll left ({saved} saved)",
            "{count} rolls left ({saved} saved)",
            left,
            saved=game.saved_left,
        )
    return ngettext("{count} roll left", "{count} rolls left", left)


def _format_rolls_left(game: Game) -> str:
    if not game.rolls_left:
        return _("No rolls left; type s to score.")
    rolls = capitalise(_count_rolls_left(game))
    if not game.held:
        return f"{rolls}."
    # Translators: rolls is such as "2 rolls left", places are such as "1 and 3"
    return ngettext(
        "{rolls}, die {places} held.",
        "{rolls}, dice {places} held.",
        len(game.held),
        rolls=rolls,
        places=join_places(game.held),
    )


def _format_held(game: Game, player: str, brief: bool) -> str:
    if not game.held:
        return _("{player} holds no dice.", player=player)
    faces = _format_faces(game.ruleset, (game.faces[at] for at in game.held))
    if brief:
        return _("{player} holds {faces}.", player=player, faces=faces)
    return ngettext(
        "{player} holds die {places}: {faces}.",
        "{player} holds dice {places}: {faces}.",
        len(game.held),
        player=player,
        places=join_places(game.held),
        faces=faces,
    )


def _format_scored(event: Scored, before: Game, game: Game, seat: int) -> str:
    card = game.cards[seat]
    upper = card.upper_bonus - before.cards[seat].upper_bonus
    extras = [
        format_repeat_bonus(game.ruleset, event.bonus),
        _("upper bonus {points}", points=upper) if upper else "",
    ]
    places = {
        "player": game.players[seat],
        "points": event.points,
        "box": game.ruleset.box(event.box).name,
        "total": card.grand_total,
    }
    if any(extras):
        # Translators: bonuses are such as "Yahtzee bonus 100, upper bonus 35"
        scored = _(
            "{player} scored {points} in {box}, {bonuses}, total {total}.",
            **places,
            bonuses=format_list(filter(None, extras)),
        )
    else:
        scored = _("{player} scored {points} in {box}, total {total}.", **places)
    if not game.saved:
        return scored
    rolls = game.saved[seat]
    saved = ngettext("{count} roll saved.", "{count} rolls saved.", rolls)
    return f"{scored} {saved if rolls else _('No rolls saved.')}"


def _format_scored_points(event: Scored, game: Game) -> str:
    box = game.ruleset.box(event.box).name
    points = _("{points} in {box}", points=event.points, box=box)
    return format_list(filter(None, [points, format_repeat_bonus(game.ruleset, event.bonus)]))


def describe_card(player: str, card: Card) -> Iterator[str]:
    """Yield a line for each box of a card, and its totals."""
    yield _("{player}'s card, total {total}.", player=player, total=card.grand_total)
    for number, (box, points) in enumerate(zip(card.ruleset.boxes, card.scores, strict=True), 1):
        held = pgettext("box", "open") if points is None else _count_points(points)
        yield f"{number}. {_name(card.ruleset, box)}, {held}."
    sections, need = f"{capitalise(_format_sections(card))}.", _format_upper_bonus_need(card)
    yield f"{sections} {need}" if need else sections


def _count_points(points: int) -> str:
    return ngettext("{count} point", "{count} points", points)


def describe_potentials(game: Game) -> Iterator[str]:
    """Yield what the dice score in each box that may be filled, and why the others may not."""
    ruleset = game.ruleset
    yield _format_shown(game)
    why: dict[str, None] = {}
    for potential in game.potentials:
        if potential.refusal is None:
            box = potential.box
            number, brings = ruleset.place(box.id) + 1, _format_potential(ruleset, potential)
            yield f"{number}. {_name(ruleset, box)}, {brings}."
        else:
            why[potential.refusal.sentence] = None
    yield from why


def describe_boxes(ruleset: Ruleset) -> Iterator[str]:
    """Yield the dice that each box needs and its points."""
    for number, box in enumerate(ruleset.boxes, 1):
        yield f"{number}. {_name(ruleset, box)}: {explain_wants(box)}; {explain_points(box)}."


def describe_ranking(game: Game) -> Iterator[str]:
    """Yield the winner, and each player's place and totals."""
    yield describe_end(game)
    for place, seat, total in game.ranking:
        yield f"{place}. {game.players[seat]} {total}: {_format_sections(game.cards[seat])}."


def _format_sections(card: Card) -> str:
    ruleset = card.ruleset
    parts = [_("upper section {points}", points=card.upper_total)]
    if ruleset.upper_bonus is not None:
        parts.append(_("upper bonus {points}", points=card.upper_bonus))
    if ruleset.repeat_bonus is not None and card.repeats:
        # Translators: bonus is such as "Yahtzee bonus 100"
        lower = _(
            "lower section {points} with {bonus}",
            points=card.lower_total,
            bonus=format_repeat_bonus(ruleset, card.repeat_points),
        )
    else:
        lower = _("lower section {points}", points=card.lower_total)
    return format_list([*parts, lower])


def _format_upper_bonus_need(card: Card) -> str:
    """Return how many points the upper bonus needs, empty if there is none or it is reached."""
    bonus = card.ruleset.upper_bonus
    if bonus is None or (card.upper_bonus and not card.upper_bonus_in_reach):
        return ""
    if not card.upper_bonus_in_reach:
        return _("The upper bonus is out of reach.")
    needed = min(tier[0] for tier in bonus.tiers if tier[0] > card.upper_total)
    return _("{points} more for the upper bonus.", points=needed - card.upper_total)


def _format_potential(ruleset: Ruleset, potential: Potential) -> str:
    points = _count_points(potential.points)
    if potential.joker:
        points = ngettext("{count} point as a joker", "{count} points as a joker", potential.points)
    return format_list(filter(None, [points, format_repeat_bonus(ruleset, potential.bonus)]))


def _name(ruleset: Ruleset, box: Box) -> str:
    return f"{box.name}, {box.code}" if ruleset.shows_codes else box.name
