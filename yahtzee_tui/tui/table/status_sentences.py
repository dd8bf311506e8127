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
from yahtzee_tui.table.sentences import describe_bonuses, describe_dice, describe_short
from yahtzee_tui.text import join_words
from yahtzee_tui.translation import N_, _
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
        sentences = (_("{player}'s turn to roll.", player=game.player),)
    else:
        sentences = (_describe_roll(game, game.player),)
    return f"{opening} {sentences[0]}".lstrip(), *sentences


def change_sentences(change: TableEvent, then: str = "") -> tuple[str, ...]:
    """Return another player's event, with and without what comes next."""
    event = describe_event(change)
    return f"{event} {then}".rstrip(), event, describe_short(change)


def state_sentences(
    table: Table,
    options: Options,
    seconds: int | None = None,
    said: tuple[str, ...] = (),
    may_undo: bool = True,
    reasoned: tuple[str, ...] = (),
    is_own: bool = True,
) -> tuple[str, ...]:
    """Return the last event and what comes next.

    `seconds` are those until the automatic roll; `said` has forms of a sentence of the coach or a
    bot on these dice, the longest first, none to name the keys instead; `may_undo` says whether a
    score can be undone here, `reasoned` has longer forms of the sentence, the longest first, and
    `is_own` says whether the turn is played here, not by a computer or elsewhere.
    """
    game, posted = table.game, table.history.posted
    if posted is not None:
        if may_undo:
            return _posted_sentences(table, posted, options, seconds, is_own)
        return _final_sentences(table, posted, options, said)
    if game.is_over:
        return _end_sentences(game)
    if said:
        return _said_sentences(table, options, said, reasoned)
    if not game.roll and game.is_real:
        places = {"player": game.player, "find": main_key("find", options)}
        long = _("{player}, type the dice on your table, or {find} for only a score.", **places)
        return long, _("{player}, type the dice on your table.", **places)
    if not game.roll:
        key = main_key("roll", options)
        return (_("{player}, press {key} to roll.", player=game.player, key=key),)
    return _dice_sentences(table, options, _describe_newest(table, options))


def undone_sentences(table: Table, options: Options, undone: str) -> tuple[str, ...]:
    """Return `undone`, a sentence on what was undone, and what comes next."""
    if table.history.undone and isinstance(table.history.undone[-1], Held):
        undone = f"{_('Undone.')} {_describe_picks(table, options)}"
    if not table.game.roll:
        return f"{undone} {state_sentences(table, options)[0]}", undone
    return _dice_sentences(table, options, undone)


def guide_sentences(table: Table, options: Options) -> tuple[str, ...]:
    """Return what to do now in a first game, as the lesson teaches; nothing if it doesn't say."""
    game, roll = table.game, main_key("roll", options)
    faces = game.faces
    if game.is_real:
        return ()
    if not table.history.events:
        count = len(game.ruleset.boxes)
        return (
            _(
                "Fill all {count} boxes; the highest total wins. Press {key}.",
                count=count,
                key=roll,
            ),
        )
    if not game.roll or game.held or describe_joker(game):
        return ()
    best = max(game.potentials, key=lambda each: each.worth)
    if not game.rolls_left or len(set(faces)) == 1 or (best.worth and best.box.points.fixed):
        if not best.worth:
            return (_("No open box fits. Take the 0 in the box you'll miss least."),)
        long = _(
            "Take {yahtzee}: no box has more points. Press Enter on it, or click it.",
            yahtzee=best.box.name,
        )
        return long, _("Choose a box.")
    face = max(faces, key=lambda each: (faces.count(each), each))
    if faces.count(face) == 1:
        return (_("No two dice match. Press {roll} to reroll all dice.", roll=roll),)
    rerolls = options.dice_click == "reroll"
    keys = [
        main_key(f"hold-{at}", options)
        for at, each in enumerate(faces, 1)
        if (each == face) is not rerolls
    ]
    sentence = N_("Hold the dice that match: press {keys}, then {roll}.")
    if rerolls:
        sentence = N_("Choose the other dice to reroll: press {keys}, then {roll}.")
    return (_(sentence, keys=join_words(keys), roll=roll),)


def _end_sentences(game: Game) -> tuple[str, ...]:
    short = _("Game over. Winning total: {total}.", total=game.ranking[0].total)
    return describe_end(game), short


def _said_sentences(
    table: Table, options: Options, alone: tuple[str, ...], reasoned: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the last event with the coach's or bot's sentence; reasons only if they fit."""
    if not table.game.roll:
        return alone
    if reasoned and options.cursor != "shown":
        return (*reasoned, *_said_sentences(table, options, alone))
    both = tuple(f"{_describe_newest(table, options)} {each}" for each in alone)
    if options.cursor == "shown":
        return both + alone  # screen readers need the dice more than reasons
    return (both[0], *alone[:-1], both[-1], alone[-1])


def _posted_sentences(
    table: Table, posted: Scored, options: Options, seconds: int | None, is_own: bool
) -> tuple[str, ...]:
    history = table.history
    box, player = table.game.ruleset.box(posted.box), history.before.player
    full, short = describe_bonuses(table.game.cards[history.before.seat], posted)
    named = len(table.game.players) > 1
    comes, soon, shortly = _next_sentences(table, options, seconds, is_own)
    places = {"player": player, "points": posted.points, "box": box.name, "bonuses": full}
    scored, brief = _(_SCORED[named], **places), _(_POINTS[named], **places)
    places.update(box=box.short, bonuses=short)
    briefest = _(_POINTS[False], **places)
    return (
        f"{scored} {comes}",
        f"{brief} {comes}",
        f"{_(_POINTS[named], **places)} {comes}",
        f"{briefest} {soon}",
        f"{briefest} {shortly}",
    )


_SCORED = (
    N_("Scored {points} in {box}{bonuses}."),
    N_("{player} scored {points} in {box}{bonuses}."),
)
_POINTS = N_("{points} in {box}{bonuses}."), N_("{player}: {points} in {box}{bonuses}.")
"""A score in a sentence, and in fewer words; without and with the name of the player."""


def _final_sentences(
    table: Table, posted: Scored, options: Options, said: tuple[str, ...]
) -> tuple[str, ...]:
    """Return a score that can't be undone here, as a computer's, and what comes next."""
    game, player = table.game, table.history.before.player
    box = game.ruleset.box(posted.box)
    full, short = describe_bonuses(game.cards[table.history.before.seat], posted)
    comes = _("{player}: {key} to roll.", player=game.player, key=main_key("roll", options))
    if game.is_over or said:
        comes = describe_end(game) if game.is_over else said[0]
    places = {"player": player, "points": posted.points, "box": box.name, "bonuses": full}
    scored = _(_SCORED[True], **places)
    places.update(box=box.short, bonuses=short)
    brief, briefest = _(_POINTS[True], **places), _(_POINTS[False], **places)
    return f"{scored} {comes}", f"{brief} {comes}", brief, briefest


def _next_sentences(
    table: Table, options: Options, seconds: int | None, is_own: bool
) -> tuple[str, str, str]:
    """Return what comes after a score, in fewer and fewer words, and that it can be undone."""
    game, roll, undo = table.game, main_key("roll", options), main_key("undo", options)
    if game.is_over:
        to_undo, over = _("{key} to undo.", key=undo), _("Game over.")
        return f"{describe_end(game)} {to_undo}", f"{over} {to_undo}", f"{over} {to_undo}"
    places = {"player": game.player, "roll": roll, "undo": undo, "seconds": seconds}
    if not is_own:
        until = _("{undo} to undo until {player} rolls.", **places)
        return until, until, _("{key} to undo.", key=undo)
    ways = _TYPES if game.is_real else _WAITS if seconds else _ROLLS
    comes = _(ways[len(game.players) > 1], **places)
    return comes, comes, _(ways[False], **places)


_ROLLS = N_("{roll} to roll, {undo} to undo."), N_("{player}: {roll} to roll, {undo} to undo.")
_WAITS = (
    N_("Rolling in {seconds} s, {undo} to undo."),
    N_("{player} rolls in {seconds} s, {undo} to undo."),
)
_TYPES = N_("Type the next dice, {undo} to undo."), N_("{player}: type your dice, {undo} to undo.")
"""What comes after a score by key, by itself, and with real dice; without and with the name."""


def _dice_sentences(table: Table, options: Options, happened: str) -> tuple[str, ...]:
    joker = describe_joker(table.game)
    ways = (joker,) if joker else _describe_choices(table, options)
    return (*[f"{happened} {way}" for way in ways], joker or happened)


def _describe_choices(table: Table, options: Options) -> tuple[str, ...]:
    game, roll = table.game, main_key("roll", options)
    chosen, rerolls = picked(table, options), options.dice_click == "reroll"
    if not game.rolls_left:
        return _choose_box(options), _("Choose a box.")
    if len(set(game.faces)) == 1 or (len(chosen) == game.ruleset.dice and not rerolls):
        return (_("Enter to score."),)
    if rerolls and not chosen:
        keys = hold_keys(game.ruleset, options)
        pick = _("Choose dice to reroll with {keys}, or score.", keys=keys)
        return pick, _("Choose dice, or score.")
    if chosen and not rerolls:
        rest = _("{key} to reroll the rest.", key=roll)
        return _("{key} to reroll the rest, Enter to score.", key=roll), rest
    score = _("{key} to reroll, Enter to score.", key=roll)
    if chosen:
        return score, _("{key} to reroll.", key=roll)
    hold = _("Hold dice with {keys}.", keys=hold_keys(game.ruleset, options))
    return f"{hold} {score}", hold


def _choose_box(options: Options) -> str:
    arrows = main_key("up", options) + main_key("down", options)
    return _("Choose a box: {arrows} and Enter, or click one.", arrows=arrows)


def die_sentence(player_input: PlayerInput) -> str | None:
    """Return what the selected die shows, and what Enter does; None if no die is selected."""
    at, game = player_input.die, player_input.table.game
    if at is None:
        return None
    sentence = N_("Die {number} shows {face}. Enter to hold it.")
    if at in game.held:
        sentence = N_("Die {number} shows {face}, held. Enter to release it.")
    return _(sentence, number=at + 1, face=game.faces[at])


def fill_refusal(sentence: str, player_input: PlayerInput, options: Options) -> str:
    """Return why an action can't be done now, with the words of the position filled in."""
    if player_input.asks_faces and ("{roll}" in sentence or "{no_roll}" in sentence):
        return player_input.describe_faces()
    return sentence.format(
        no_undo=player_input.describe_no_undo(),
        no_roll=player_input.describe_no_roll(),
        player=player_input.table.game.player,
        choose=_choose_box(options),
        dice=player_input.table.game.ruleset.dice,
        **{name: main_key(name, options) for name in ("roll", "undo", "result")},
    )


def _describe_newest(table: Table, options: Options) -> str:
    if table.history.has_held:
        return _describe_picks(table, options)
    game = table.game
    rolled = _describe_roll(game)
    if len(set(game.faces)) == 1 and (name := _name_of_equal(game)):
        rolled = f"{_('{box}!', box=name)} {rolled}"
    still = picked(table, options) if game.rolls_left else ()
    return f"{rolled} {describe_dice(game, still, 'still')}" if still else rolled


def _name_of_equal(game: Game) -> str:
    """Return the name of the box that wants all dice alike, empty if there is none."""
    boxes = game.ruleset.boxes
    names = (box.name for box in boxes if box.pattern == Groups((game.ruleset.dice,)))
    return next(names, "")


_NUMBERS = [
    N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"),
    N_("eight"),
]  # fmt: skip
_FACES = [
    N_("blanks"), N_("ones"), N_("twos"), N_("threes"), N_("fours"), N_("fives"), N_("sixes"),
    N_("sevens"), N_("eights"), N_("nines"),
]  # fmt: skip


def celebrate(game: Game) -> Cheer:
    """Return how equal dice are celebrated."""
    points = max((each.worth for each in game.potentials), default=0)
    # Translators: equal dice, such as "five fours"; mostly five or six
    dice = _(
        "{number} {faces}", number=_(_NUMBERS[game.ruleset.dice]), faces=_(_FACES[game.faces[0]])
    )
    headline = _("WOW!")
    if describe_joker(game):
        headline = _("JOKER!")
    elif name := _name_of_equal(game):
        headline = _("{box}!", box=name).upper()
    return Cheer(headline, f"{game.player} · {dice} · +{points}", dice, f"+{points}")


def is_one_die_to_come(game: Game) -> bool:
    """Return whether all dice but one were held and alike when they were rolled."""
    held = [game.faces[at] for at in game.held]
    return len(held) == game.ruleset.dice - 1 and len(set(held)) == 1


_ROLLED = {
    (False, False): N_("Roll {roll} of {rolls}: {faces}."),
    (False, True): N_("Roll {roll}: {faces}."),
    (True, False): N_("{player}, roll {roll} of {rolls}: {faces}."),
    (True, True): N_("{player}, roll {roll}: {faces}."),
}
"""The newest roll, by whether the player is named and whether it is a saved one."""


def _describe_roll(game: Game, player: str = "") -> str:
    rolls, faces = game.ruleset.rolls, format_faces(game.faces)
    sentence = _ROLLED[bool(player), game.roll > rolls]
    return _(sentence, player=player, roll=game.roll, rolls=rolls, faces=faces)


def _describe_picks(table: Table, options: Options) -> str:
    what = "reroll" if options.dice_click == "reroll" else "held"
    return describe_dice(table.game, picked(table, options), what)
