"""Sentences of a table's status line: the last event, and what comes next.

Each function returns versions of one sentence, the longest first, and the line shows the first
that fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Held, format_faces
from yahtzee_tui.rules.ruleset import Groups
from yahtzee_tui.services.player_input import picked
from yahtzee_tui.settings import Cursor, DiceClick
from yahtzee_tui.table import describe_end, describe_event, describe_joker
from yahtzee_tui.table.phrases import describe_bonuses, describe_picked, describe_short
from yahtzee_tui.text import capitalise
from yahtzee_tui.tui.keymap import hold_keys, main_key

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Scored
    from yahtzee_tui.settings import Options
    from yahtzee_tui.table import Table, TableEvent


def watch_sentences(game: Game, opening: str = "") -> tuple[str, ...]:
    """Return the state of a game for watchers, with and without an opening sentence."""
    if game.is_over:
        sentences = _end_sentences(game)
    elif not game.roll:
        sentences = (f"{game.player} is to roll.",)
    else:
        sentences = (f"{game.player}, {_describe_roll(game)}",)
    return f"{opening} {sentences[0]}".lstrip(), *sentences


def change_sentences(change: TableEvent, then: str = "") -> tuple[str, ...]:
    """Return another player's event, with and without what comes next."""
    event = describe_event(change)
    return f"{event} {then}".rstrip(), event, describe_short(change)


def state_sentences(
    table: Table, options: Options, seconds: int | None = None, said: str | None = None
) -> tuple[str, ...]:
    """Return the last event and what comes next.

    `seconds` are those until the automatic roll; `said` is a sentence of the coach or a bot on
    these dice, None to name the keys instead.
    """
    game, posted = table.game, table.history.posted
    if posted is not None:
        return _posted_sentences(table, posted, options, seconds)
    if game.is_over:
        return _end_sentences(game)
    if said is not None:
        return _said_sentences(table, options, said)
    if not game.roll:
        return (f"{game.player} begins: {main_key('roll', options)} rolls the dice.",)
    return _dice_sentences(table, options, _describe_newest(table, options))


def undone_sentences(table: Table, options: Options, undone: str) -> tuple[str, ...]:
    """Return `undone`, a sentence on what was undone, and what comes next."""
    if table.history.undone and isinstance(table.history.undone[-1], Held):
        undone = f"Taken back. {_describe_picks(table, options)}"
    return _dice_sentences(table, options, undone)


def shortened(sentence: str) -> tuple[str, ...]:
    """Return a sentence, and the same without what follows its last semicolon or comma."""
    head = sentence.rpartition("; ")[0] or sentence.rpartition(", ")[0]
    return (sentence, f"{head}.") if head else (sentence,)


def _end_sentences(game: Game) -> tuple[str, ...]:
    return describe_end(game), f"Game over, won with {game.ranking[0].total}."


def _said_sentences(table: Table, options: Options, said: str) -> tuple[str, ...]:
    """Return the last event with the coach's or bot's sentence; reasons only if they fit."""
    alone = shortened(said)
    if not table.game.roll:
        return alone
    both = tuple(f"{_describe_newest(table, options)} {each}" for each in alone)
    if options.cursor is Cursor.SHOWN:
        return both + alone  # screen readers need the dice more than reasons
    return both[0], alone[0], both[-1], alone[-1]


def _posted_sentences(
    table: Table, posted: Scored, options: Options, seconds: int | None
) -> tuple[str, ...]:
    history = table.history
    box, undo = table.game.ruleset.box(posted.box), main_key("undo", options)
    full, short = describe_bonuses(table.game.cards[history.before.seat], posted)
    who = "" if len(table.game.players) == 1 else f"{history.before.player}: "
    comes, soon, shortly = _next_sentences(table, options, seconds)
    return (
        f"{who}{posted.points} in {box.name}{full}. {comes} {undo} undoes.",
        f"{who}{posted.points} in {box.short}{short}. {comes} {undo} undoes.",
        f"{posted.points} in {box.short}{short}. {soon} {undo} undoes.",
        f"{posted.points} in {box.short}{short}. {shortly} {undo} undoes.",
    )


def _next_sentences(table: Table, options: Options, seconds: int | None) -> tuple[str, str, str]:
    game, roll = table.game, main_key("roll", options)
    if game.is_over:
        return describe_end(game), "Game over.", "Game over."
    when = f"roll in {seconds} s, {roll} now" if seconds else f"{roll} rolls"
    shortly = f"{_begin(f'roll in {seconds} s' if seconds else when)},"
    if len(game.players) == 1:
        return f"{_begin(when)},", shortly, shortly
    whole = f"{game.player}: {when},"
    return whole, f"{game.player} rolls in {seconds} s," if seconds else whole, shortly


def _dice_sentences(table: Table, options: Options, happened: str) -> tuple[str, ...]:
    joker = describe_joker(table.game)
    ways = (joker,) if joker else _describe_choices(table, options)
    return (*(f"{happened} {way}" for way in ways), joker or happened)


def _describe_choices(table: Table, options: Options) -> tuple[str, ...]:
    game, roll = table.game, _begin(main_key("roll", options))
    chosen = picked(table, options)
    if not game.rolls_left:
        arrows = main_key("up", options) + main_key("down", options)
        return f"Choose a box with {arrows} and Enter, or click it.", "Choose a box."
    if options.dice_click is DiceClick.REROLL and not chosen:
        pick = f"Pick dice to roll again with {hold_keys(options)}, or score."
        return pick, "Pick dice or score."
    if options.dice_click is DiceClick.REROLL:
        return f"{roll} rolls, Enter scores.", f"{roll} rolls."
    if len(chosen) == game.ruleset.dice:
        return ("Enter scores.",)
    if chosen:
        return f"{roll} rolls the others, Enter scores.", f"{roll} rolls the others."
    hold = f"Hold with {hold_keys(options)} or a click."
    return f"{hold} {roll} rolls, Enter scores.", hold


def _describe_newest(table: Table, options: Options) -> str:
    if any(isinstance(event, Held) for event in table.history.done):
        return _describe_picks(table, options)
    rolled = f"{_cheer(table.game)}{_begin(_describe_roll(table.game))}"
    still = picked(table, options) if table.game.rolls_left else ()
    if not still:
        return rolled
    held = describe_picked(table.game, still, " still held").partition(":")[0]
    return f"{rolled} {_begin(held)}."


def _cheer(game: Game) -> str:
    if len(set(game.faces)) > 1:
        return ""
    names = (box.name for box in game.ruleset.boxes if box.pattern == Groups((game.ruleset.dice,)))
    return next((f"{name}! " for name in names), "")


def _describe_roll(game: Game) -> str:
    faces = format_faces(game.faces)
    return f"roll {game.roll} of {game.ruleset.rolls}: {faces}."


def _describe_picks(table: Table, options: Options) -> str:
    what = " held" if options.dice_click is DiceClick.HOLD else " to roll again"
    return f"{_begin(describe_picked(table.game, picked(table, options), what))}."


def _begin(text: str) -> str:
    """Capitalise a sentence, unless it begins with a key of one letter."""
    return text if text[1:2] in ("", " ") else capitalise(text)
