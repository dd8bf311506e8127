"""From a table to what its screen shows: plain functions, easy to test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import Held
from yahtzee_tui.settings import DiceClick, Options
from yahtzee_tui.table import tell_end, tell_joker
from yahtzee_tui.table.daily import find_day
from yahtzee_tui.tui.coaching import NO_HINTS, Hints
from yahtzee_tui.tui.screens.table_keys import hold_keys, main_key
from yahtzee_tui.tui.widgets.card_view import CardView
from yahtzee_tui.tui.widgets.tray import DiceView
from yahtzee_tui.tui.widgets.turn_panel import TurnView

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Potential
    from yahtzee_tui.table import Table

_SAME_DICE = SeededDice("", duplicate=True).source


def shown_game(table: Table) -> Game:
    """Return the position to show: after a posting the one before it, until the next roll."""
    return table.history.before if table.history.posted else table.game


def picked(table: Table, options: Options) -> tuple[int, ...]:
    """Return the positions of the picked dice: those held, or those to be rolled again.

    Where dice are picked to be rolled again, every roll begins with none picked.
    """
    game = table.game
    if options.dice_click is DiceClick.HOLD:
        return game.held
    if not any(isinstance(event, Held) for event in table.history.done):
        return ()
    return tuple(at for at in range(game.ruleset.dice) if at not in game.held)


def dice_view(table: Table, options: Options, hints: Hints = NO_HINTS) -> DiceView:
    """Return what the tray shows."""
    game, shown = table.game, shown_game(table)
    chosen = set(picked(table, options)) if game.roll and game.rolls_left else set()
    mark = "HELD" if options.dice_click is DiceClick.HOLD else "ROLL"
    held = tuple(position in chosen for position in range(game.ruleset.dice))
    return DiceView(shown.faces, held, mark, not game.roll, hints.keep)


def turn_view(table: Table, options: Options, unsaved: bool = False) -> TurnView:
    """Return what the panel beside the dice shows."""
    game = table.game
    left, most = game.rolls_left, game.ruleset.rolls
    pips = "●" * game.roll + "○" * (most - game.roll)
    rolls = f"Roll {game.roll} of {most}  {pips}" if game.roll else f"{most} rolls  {pips}"
    button = "Roll"
    if game.roll:
        button = f"Roll · {left} left" if left else "Choose a box"
    return TurnView(
        round=game.round,
        rounds=game.rounds,
        game=_game_name(table),
        player="Game over" if game.is_over else f"{game.player} to play",
        rolls="" if game.is_over else rolls,
        standing=_standing(game),
        button="See the ranking" if game.is_over else button,
        unsaved=unsaved,
        can_press=game.is_over or (left > 0 and not _waits_for_a_pick(table, options)),
    )


def card_view(
    table: Table,
    cursor: str | None,
    found: tuple[str, ...] | None,
    tumbling: bool,
    hints: Hints = NO_HINTS,
) -> CardView:
    """Return what the card shows; while the dice tumble, nothing of what they will score."""
    game, shown, posted = table.game, shown_game(table), table.history.posted
    potentials = {} if tumbling else {p.box.id: p for p in shown.potentials}
    return CardView(
        cards=game.cards,
        players=game.players,
        live=shown.seat,
        turn=None if game.is_over else game.seat,
        potentials=potentials,
        cursor=None if tumbling or not shown.faces else cursor,
        posted=posted.box if posted else None,
        found=found,
        losses=hints.losses,
    )


def best_box(game: Game) -> str | None:
    """Return the open box that the dice would score most in, None before a roll.

    Where several score the same, the first lower box is named: the upper ones may still serve.
    """
    allowed = [p for p in game.potentials if p.refusal is None]
    if not allowed:
        return None
    return max(allowed, key=lambda p: (_worth(p), p.box in game.ruleset.lower)).box.id


def zero_question(game: Game, box: str) -> str | None:
    """Return what to ask before a zero is written where points could be had, None if not so."""
    if _worth(game.potential(box)):
        return None
    best = max((_worth(p) for p in game.potentials if p.refusal is None), default=0)
    if not best:
        return None
    name = game.ruleset.box(box).name
    return f"0 in {name} instead of {best}? Choose it once more."


def seen_sentence(game: Game) -> str:
    """Return where a game stands, for somebody who looks on."""
    if game.is_over:
        return tell_end(game)
    if not game.roll:
        return f"{game.player} is to roll."
    return f"{game.player} has rolled {game.roll} of {game.ruleset.rolls} times."


def state_sentences(table: Table, options: Options, seconds: int | None = None) -> tuple[str, ...]:
    """Return what just happened and what comes next, in one sentence or in ever shorter ones.

    Args:
        table: The table.
        options: How dice are picked.
        seconds: Seconds until the next roll comes by itself, None if it doesn't.
    """
    if (posted := table.history.posted) is None:
        return (_position_sentence(table, options),)
    box, undo = table.game.ruleset.box(posted.box), main_key("undo", options)
    bonus = f" and +{posted.bonus}" if posted.bonus else ""
    full, short = (f"{posted.points} in {name}{bonus}." for name in (box.name, box.short))
    who = "" if len(table.game.players) == 1 else f"{table.history.before.player}: "
    comes, soon = _next_sentences(table, options, seconds)
    return (
        f"{who}{full} {comes} {undo} undoes.",
        f"{who}{short} {comes} {undo} undoes.",
        f"{short} {soon} {undo} undoes.",
    )


def _next_sentences(table: Table, options: Options, seconds: int | None) -> tuple[str, str]:
    """Return what comes after a posting and before what undoes it, and the same in few words."""
    game, roll = table.game, main_key("roll", options)
    if game.is_over:
        return tell_end(game), "Game over."
    when = f"roll in {seconds} s, {roll} now" if seconds else f"{roll} rolls"
    if len(game.players) == 1:
        return f"{_begin(when)},", f"{_begin(f'roll in {seconds} s' if seconds else when)},"
    whole = f"{game.player}: {when},"
    return whole, f"{game.player} rolls in {seconds} s," if seconds else whole


def _position_sentence(table: Table, options: Options) -> str:
    """Return where the game stands, with nothing posted since the last roll."""
    game, roll = table.game, main_key("roll", options)
    if game.is_over:
        return tell_end(game)
    if not game.roll:
        return f"{game.player} begins: {roll} rolls the dice."
    if joker := tell_joker(game):
        return joker
    if not game.rolls_left:
        arrows = main_key("up", options) + main_key("down", options)
        return f"Last roll: choose a box with {arrows} and Enter, or click it."
    if options.dice_click is DiceClick.HOLD:
        return f"Hold with {hold_keys(options)} or a click. {_begin(roll)} rolls, Enter scores."
    if not (again := picked(table, options)):
        return f"Pick dice to roll again with {hold_keys(options)} or a click, or score."
    faces = ", ".join(str(game.faces[position]) for position in again)
    return f"To roll again: {faces}. {_begin(roll)} rolls, Enter scores."


def shortened(sentence: str) -> tuple[str, ...]:
    """Return a sentence, and the same without what follows its last semicolon or comma."""
    head = sentence.rpartition("; ")[0] or sentence.rpartition(", ")[0]
    return (sentence, f"{head}.") if head else (sentence,)


def _begin(text: str) -> str:
    """Return a text as a sentence begins; a key that is a letter stays as it is."""
    return text if text[1:2] in ("", " ") else f"{text[0].upper()}{text[1:]}"


def _waits_for_a_pick(table: Table, options: Options) -> bool:
    """Return whether no die is picked yet where dice are picked to be rolled again."""
    picks_rerolls = options.dice_click is DiceClick.REROLL
    return picks_rerolls and table.game.roll > 0 and not picked(table, options)


def _game_name(table: Table) -> str:
    """Return what is played, with what is special about the dice."""
    if find_day(table.setup) is not None:
        return "Dice of the day"
    same = table.setup.dice.startswith(_SAME_DICE)
    return f"{table.game.ruleset.name}{', same dice' if same else ''}"


def _worth(potential: Potential) -> int:
    return potential.points + potential.bonus


def _standing(game: Game) -> str:
    if game.is_over:
        return ""
    if len(game.players) == 1:
        return f"Score {game.cards[0].grand_total}"
    first, second = game.ranking[0], game.ranking[1]
    lead = first.total - second.total
    if not lead:
        return f"Level at {first.total}" if first.total else ""
    return f"{game.players[first.seat]} leads by {lead}"
