"""Sentences of a table's status line: the last event, and what comes next.

Each function returns versions of one sentence, the longest first, and the line shows the first
that fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import Held, format_faces
from yahtzee_tui.rules.patterns import Groups
from yahtzee_tui.services.player_input import picked
from yahtzee_tui.table import describe_end, describe_event, describe_joker
from yahtzee_tui.table.event_sentences import describe_bonuses, describe_picked, describe_short
from yahtzee_tui.text import capitalise
from yahtzee_tui.tui.table.actions import hold_keys, main_key
from yahtzee_tui.tui.table.widgets.dice_tray import Cheer

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game, Scored
    from yahtzee_tui.services.player_input import PlayerInput
    from yahtzee_tui.settings import Options
    from yahtzee_tui.table import Table, TableEvent


def watch_sentences(game: Game, opening: str) -> tuple[str, ...]:
    """Return the state of a game for watchers, with and without an opening sentence."""
    if game.is_over:
        sentences = _end_sentences(game)
    elif not game.roll:
        sentences = (f"{game.player}'s turn to roll.",)
    else:
        sentences = (f"{game.player}, {_describe_roll(game)}",)
    return f"{opening} {sentences[0]}".lstrip(), *sentences


def change_sentences(change: TableEvent, then: str = "") -> tuple[str, ...]:
    """Return another player's event, with and without what comes next."""
    event = describe_event(change)
    return f"{event} {then}".rstrip(), event, describe_short(change)


def state_sentences(
    table: Table,
    options: Options,
    seconds: int | None = None,
    said: str | None = None,
    may_undo: bool = True,
    reasoned: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """Return the last event and what comes next.

    `seconds` are those until the automatic roll; `said` is a sentence of the coach or a bot on
    these dice, None to name the keys instead; `may_undo` says whether a score can be undone here,
    `reasoned` has longer forms of the sentence, the longest first.
    """
    game, posted = table.game, table.history.posted
    if posted is not None:
        if may_undo:
            return _posted_sentences(table, posted, options, seconds)
        return _final_sentences(table, posted, options, said)
    if game.is_over:
        return _end_sentences(game)
    if said is not None:
        return _said_sentences(table, options, said, reasoned)
    if not game.roll:
        return (f"{game.player}, press {main_key('roll', options)} to roll.",)
    return _dice_sentences(table, options, _describe_newest(table, options))


def undone_sentences(table: Table, options: Options, undone: str) -> tuple[str, ...]:
    """Return `undone`, a sentence on what was undone, and what comes next."""
    if table.history.undone and isinstance(table.history.undone[-1], Held):
        undone = f"Undone. {_describe_picks(table, options)}"
    return _dice_sentences(table, options, undone)


def shortened(sentence: str) -> tuple[str, ...]:
    """Return a sentence, one in fewer words, and one without what follows its last comma."""
    head = sentence.rpartition("; ")[0] or sentence.rpartition(", ")[0]
    return (sentence, sentence.replace(" in total", "", 1), f"{head}.") if head else (sentence,)


def _end_sentences(game: Game) -> tuple[str, ...]:
    return describe_end(game), f"Game over. Winning total: {game.ranking[0].total}."


def _said_sentences(
    table: Table, options: Options, said: str, reasoned: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the last event with the coach's or bot's sentence; reasons only if they fit."""
    alone = shortened(said)
    if not table.game.roll:
        return alone
    if reasoned and options.cursor != "shown":
        return (*reasoned, *_said_sentences(table, options, said))
    both = tuple(f"{_describe_newest(table, options)} {each}" for each in alone)
    if options.cursor == "shown":
        return both + alone  # screen readers need the dice more than reasons
    return (both[0], *alone[:-1], both[-1], alone[-1])


def _posted_sentences(
    table: Table, posted: Scored, options: Options, seconds: int | None
) -> tuple[str, ...]:
    history = table.history
    box, undo = table.game.ruleset.box(posted.box), main_key("undo", options)
    full, short = describe_bonuses(table.game.cards[history.before.seat], posted)
    name = history.before.player if len(table.game.players) > 1 else ""
    who, colon = f"{name} scored" if name else "Scored", f"{name}: " if name else ""
    comes, soon, shortly = _next_sentences(table, options, seconds)
    return (
        f"{who} {posted.points} in {box.name}{full}. {comes} {undo} to undo.",
        f"{colon}{posted.points} in {box.name}{full}. {comes} {undo} to undo.",
        f"{colon}{posted.points} in {box.short}{short}. {comes} {undo} to undo.",
        f"{posted.points} in {box.short}{short}. {soon} {undo} to undo.",
        f"{posted.points} in {box.short}{short}. {shortly} {undo} to undo.",
    )


def _final_sentences(
    table: Table, posted: Scored, options: Options, said: str | None
) -> tuple[str, ...]:
    """Return a score that can't be undone here, as a computer's, and what comes next."""
    game, name = table.game, table.history.before.player
    box = game.ruleset.box(posted.box)
    full, short = describe_bonuses(game.cards[table.history.before.seat], posted)
    comes = describe_end(game) if game.is_over else said
    if comes is None:
        comes = f"{game.player}: {main_key('roll', options)} to roll."
    scored = f"{posted.points} in {box.short}{short}."
    return (
        f"{name} scored {posted.points} in {box.name}{full}. {comes}",
        f"{name}: {scored} {comes}",
        f"{name}: {scored}",
        scored,
    )


def _next_sentences(table: Table, options: Options, seconds: int | None) -> tuple[str, str, str]:
    game, roll = table.game, main_key("roll", options)
    if game.is_over:
        return describe_end(game), "Game over.", "Game over."
    when = f"rolling in {seconds} s, {roll} to roll now" if seconds else f"{roll} to roll"
    shortly = f"{_begin(f'rolling in {seconds} s' if seconds else when)},"
    if len(game.players) == 1:
        return f"{_begin(when)},", shortly, shortly
    whole = f"{game.player}: {when},"
    return whole, f"{game.player} rolls in {seconds} s," if seconds else whole, shortly


def _dice_sentences(table: Table, options: Options, happened: str) -> tuple[str, ...]:
    joker = describe_joker(table.game)
    ways = (joker,) if joker else _describe_choices(table, options)
    return (*[f"{happened} {way}" for way in ways], joker or happened)


def _describe_choices(table: Table, options: Options) -> tuple[str, ...]:
    game, roll = table.game, _begin(main_key("roll", options))
    chosen = picked(table, options)
    if not game.rolls_left:
        return _choose_box(options), "Choose a box."
    if len(set(game.faces)) == 1:
        return ("Enter to score.",)
    if options.dice_click == "reroll" and not chosen:
        pick = f"Choose dice to reroll with {hold_keys(game.ruleset, options)}, or score."
        return pick, "Choose dice, or score."
    if options.dice_click == "reroll":
        return f"{roll} to reroll, Enter to score.", f"{roll} to reroll."
    if len(chosen) == game.ruleset.dice:
        return ("Enter to score.",)
    if chosen:
        return f"{roll} to reroll the rest, Enter to score.", f"{roll} to reroll the rest."
    hold = f"Hold dice with {hold_keys(game.ruleset, options)}."
    return f"{hold} {roll} to reroll, Enter to score.", hold


def _choose_box(options: Options) -> str:
    arrows = main_key("up", options) + main_key("down", options)
    return f"Choose a box: {arrows} and Enter, or click one."


def die_sentence(player_input: PlayerInput) -> str | None:
    """Return what the selected die shows, and what Enter does; None if no die is selected."""
    at, game = player_input.die, player_input.table.game
    if at is None:
        return None
    held = ", held" if at in game.held else ""
    does = "release" if held else "hold"
    return f"Die {at + 1} shows {game.faces[at]}{held}. Enter to {does} it."


def fill_refusal(sentence: str, player_input: PlayerInput, options: Options) -> str:
    """Return why an action can't be done now, with the words of the position filled in."""
    return sentence.format(
        no_undo=player_input.describe_no_undo(),
        no_roll=player_input.describe_no_roll(),
        player=player_input.table.game.player,
        choose=_choose_box(options),
        dice=player_input.table.game.ruleset.dice,
        **{name: main_key(name, options) for name in ("roll", "undo", "result")},
    )


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


_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"]
_FACES = [
    "blanks",
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
]


def celebrate(game: Game) -> Cheer:
    """Return how equal dice are celebrated."""
    points = max((each.worth for each in game.potentials), default=0)
    dice = f"{_NUMBERS[game.ruleset.dice]} {_FACES[game.faces[0]]}"
    headline = "JOKER" if describe_joker(game) else _cheer(game).strip("! ").upper() or "WOW"
    words = f"{game.player} · {dice} · +{points}"
    return Cheer(f"{headline}!", words, dice, f"+{points}")


def is_one_die_to_come(game: Game) -> bool:
    """Return whether all dice but one were held and alike when they were rolled."""
    held = [game.faces[at] for at in game.held]
    return len(held) == game.ruleset.dice - 1 and len(set(held)) == 1


def _describe_roll(game: Game) -> str:
    faces = format_faces(game.faces)
    of = f" of {game.ruleset.rolls}" if game.roll <= game.ruleset.rolls else ""
    return f"roll {game.roll}{of}: {faces}."


def _describe_picks(table: Table, options: Options) -> str:
    what = " to reroll" if options.dice_click == "reroll" else " held"
    return f"{_begin(describe_picked(table.game, picked(table, options), what))}."


def _begin(text: str) -> str:
    """Capitalise a sentence, unless it begins with a key of one letter."""
    return text if text[1:2] in ("", " ") else capitalise(text)
