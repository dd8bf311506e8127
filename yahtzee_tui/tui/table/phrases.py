"""What the status line of a table says: what happened last, and then what comes next.

Sentences come longest first, so that the line can show the first one that fits.
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
from yahtzee_tui.tui.table.keys import hold_keys, main_key

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Scored
    from yahtzee_tui.settings import Options
    from yahtzee_tui.table import Table, TableEvent


def watch_sentences(game: Game, opening: str = "") -> tuple[str, ...]:
    """Return where a game stands, for somebody who looks on, with and without an opening."""
    if game.is_over:
        told = _end_sentences(game)
    elif not game.roll:
        told = (f"{game.player} is to roll.",)
    else:
        told = (f"{game.player}, {_tell_roll(game)}",)
    return f"{opening} {told[0]}".lstrip(), *told


def change_sentences(change: TableEvent, then: str = "") -> tuple[str, ...]:
    """Return what somebody else did, with and without what comes then."""
    told = describe_event(change)
    return f"{told} {then}".rstrip(), told, describe_short(change)


def state_sentences(
    table: Table, options: Options, seconds: int | None = None, said: str | None = None
) -> tuple[str, ...]:
    """Return what just happened and what comes next, in one sentence or in ever shorter ones.

    Args:
        table: The table.
        options: How dice are picked.
        seconds: Seconds until the next roll comes by itself, None if it doesn't.
        said: What a coach or a computer says to these dice; None to tell the keys.
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
    return _dice_sentences(table, options, _tell_newest(table, options))


def undone_sentences(table: Table, options: Options, told: str) -> tuple[str, ...]:
    """Return what was taken back and what comes next, in one sentence or in ever shorter ones.

    Args:
        table: The table.
        options: How dice are picked.
        told: What was taken back.
    """
    if table.history.undone and isinstance(table.history.undone[-1], Held):
        told = f"Taken back. {_tell_picks(table, options)}"
    return _dice_sentences(table, options, told)


def shortened(sentence: str) -> tuple[str, ...]:
    """Return a sentence, and the same without what follows its last semicolon or comma."""
    head = sentence.rpartition("; ")[0] or sentence.rpartition(", ")[0]
    return (sentence, f"{head}.") if head else (sentence,)


def _end_sentences(game: Game) -> tuple[str, ...]:
    return describe_end(game), f"Game over, won with {game.ranking[0].total}."


def _said_sentences(table: Table, options: Options, said: str) -> tuple[str, ...]:
    """Return what happened and what is said to that; the reasons for it only where they fit too."""
    alone = shortened(said)
    if not table.game.roll:
        return alone
    both = tuple(f"{_tell_newest(table, options)} {each}" for each in alone)
    if options.cursor is Cursor.SHOWN:
        return both + alone  # to whom can't see the dice, they count more than reasons
    return both[0], alone[0], both[-1], alone[-1]


def _posted_sentences(
    table: Table, posted: Scored, options: Options, seconds: int | None
) -> tuple[str, ...]:
    """Return what was scored, what comes after that, and what takes it back."""
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
    """Return what comes after a posting and before what undoes it, and the same in fewer words."""
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
    """Return what happened, and what can be done with the dice."""
    joker = describe_joker(table.game)
    ways = (joker,) if joker else _tell_ways(table, options)
    return (*(f"{happened} {way}" for way in ways), joker or happened)


def _tell_ways(table: Table, options: Options) -> tuple[str, ...]:
    """Return what can be done with the dice, and the same in few words."""
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


def _tell_newest(table: Table, options: Options) -> str:
    """Return what the newest roll shows, or what was picked of it since."""
    if any(isinstance(event, Held) for event in table.history.done):
        return _tell_picks(table, options)
    rolled = f"{_cheer(table.game)}{_begin(_tell_roll(table.game))}"
    still = picked(table, options) if table.game.rolls_left else ()
    if not still:
        return rolled
    return (
        f"{rolled} {_begin(describe_picked(table.game, still, ' still held').partition(':')[0])}."
    )


def _cheer(game: Game) -> str:
    """Return the name of the box for which all dice must be alike, if they are; else nothing."""
    if len(set(game.faces)) > 1:
        return ""
    joys = (box.name for box in game.ruleset.boxes if box.pattern == Groups((game.ruleset.dice,)))
    return next((f"{name}! " for name in joys), "")


def _tell_roll(game: Game) -> str:
    faces = format_faces(game.faces)
    return f"roll {game.roll} of {game.ruleset.rolls}: {faces}."


def _tell_picks(table: Table, options: Options) -> str:
    what = " held" if options.dice_click is DiceClick.HOLD else " to roll again"
    return f"{_begin(describe_picked(table.game, picked(table, options), what))}."


def _begin(text: str) -> str:
    """Return a text as a sentence begins; a key that is a letter stays as it is."""
    return text if text[1:2] in ("", " ") else capitalise(text)
