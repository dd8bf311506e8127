"""View models of the table's widgets: pure functions of the table and the options."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from yahtzee_tui.dice import SeededDice
from yahtzee_tui.rules import (
    OFFICIAL,
    Scored,
    add_first_roll,
    attainable_points,
    explain_wants,
    format_faces,
)
from yahtzee_tui.rules.ruleset import Counted, Section
from yahtzee_tui.services.player_input import picked
from yahtzee_tui.table.judged import find_day, find_event
from yahtzee_tui.text import format_percent, join_words, uncapitalise
from yahtzee_tui.translation import N_, _, cache, ngettext, pgettext
from yahtzee_tui.tui.table.actions import main_key
from yahtzee_tui.tui.table.widgets.dice_tray import DiceView
from yahtzee_tui.tui.table.widgets.panels import Chance
from yahtzee_tui.tui.table.widgets.scorecard_layout import CardView
from yahtzee_tui.tui.table.widgets.turn_panel import (
    ButtonView,
    Next,
    RaceView,
    RuleView,
    TurnView,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from yahtzee_tui.rules import Box, Card, Faces, Game, Ruleset
    from yahtzee_tui.services.coach import Hints
    from yahtzee_tui.services.player_input import PlayerInput
    from yahtzee_tui.settings import Options
    from yahtzee_tui.table import Table

_LEAST = 0.005
"""The least chance that is a whole percent."""

_SAME_DICE = SeededDice("", duplicate=True).source


def dice_view(
    table: Table,
    options: Options,
    may_pick: bool,
    hints: Hints,
    player: PlayerInput,
    asks: bool,
) -> DiceView:
    """Return what the tray shows: the dice before the last posting until the next roll."""
    game, shown = table.game, table.history.displayed
    chosen = set(picked(table, options)) if game.roll and game.rolls_left else set()
    mark = name_mark(options.dice_click)
    held = tuple(map(chosen.__contains__, range(game.ruleset.dice)))
    may_pick = may_pick and game.roll > 0 and game.rolls_left > 0 and not asks
    if options.dice_click == "reroll" and chosen:
        is_down = tuple(not picked for picked in held)
    else:
        # They stay where they are after the last roll, until the score.
        is_down = tuple(map(game.held.__contains__, range(game.ruleset.dice)))
    shows_faces = options.number_keys == "face"
    is_sorted = options.dice_order == "sorted" and not asks
    caption = ""
    totals: tuple[tuple[str, str], ...] = ()
    if asks and not (game.roll or player.typed) and any(card.grand_total for card in game.cards):
        numbers = [str(card.grand_total) for card in game.cards]
        totals = (" ".join(numbers), " · ".join(game.players)), (numbers[game.seat], game.player)
    elif shown.faces and shown.seat != game.seat and not player.typed:
        caption = _("{player}'s last roll", player=shown.player)
    return DiceView(
        player.show_typed() if player.typed else shown.faces,
        held,
        is_down,
        mark,
        hints.keep,
        may_pick,
        player.die,
        shows_faces,
        is_sorted,
        caption,
        totals,
    )


@cache
def name_mark(dice_click: str | None) -> str:
    """Return the word on the plates of the picked dice."""
    # Translators: below a die; at most 5 cells
    held = pgettext("below a die", "held")
    # Translators: below a die; at most 5 cells
    return pgettext("below a die", "roll") if dice_click == "reroll" else held


def race_view(
    table: Table,
    unsaved: bool = False,
    best: int | None = None,
    target: int | None = None,
    chances: tuple[str, ...] = (),
) -> RaceView:
    """Return what the header shows.

    Of a player alone, `best` is the best earlier total and `target` the one that the coach plays
    for. `chances` are the seats' chances of winning, none if they aren't shown.
    """
    game = table.game
    totals = tuple(map(attrgetter("grand_total"), game.cards))
    return RaceView(
        round=game.round,
        rounds=game.rounds,
        game=_game_name(table),
        players=game.players,
        totals=totals,
        turn=None if game.is_over else game.seat,
        scale=max(totals) if len(totals) > 1 and max(totals) else target or best or _SOLO_SCALE,
        margin=_solo_margin(game, best, target) if len(totals) == 1 else _margin(game),
        unsaved=unsaved,
        chances=chances,
    )


_SOLO_SCALE = 300
"""The points of a full bar where nobody else plays: more than most games."""


def turn_view(game: Game) -> TurnView:
    """Return whose turn it is, and which roll."""
    if game.is_over:
        return TurnView(_("Game over"))
    most, roll = game.ruleset.rolls, game.roll
    pips = "●" * min(roll, most) + "○" * (most - roll)
    saved = game.saved_left if game.saved else None
    return TurnView(game.player, game.seat, _describe_roll(roll, most), pips, saved)


@cache
def _describe_roll(roll: int, most: int) -> str:
    if not roll:
        return ngettext("{count} roll left", "{count} rolls left", most)
    if roll > most:  # a saved one
        return _("roll {roll}", roll=roll)
    return _("roll {roll} of {rolls}", roll=roll, rolls=most)


def button_view(
    table: Table, options: Options, asks_faces: bool = False, scores_next: bool = False
) -> ButtonView:
    """Return the button; `scores_next` says that Enter is what comes next.

    While it `asks_faces` of real dice it has those to click.
    """
    game = table.game
    if game.is_over:
        return ButtonView(name_button("results"), pgettext("key", "Enter"), Next.NEXT)
    loose = game.ruleset.dice - len(game.held)
    if asks_faces:
        faces = [str(face) for face in range(1, game.ruleset.sides + 1)]
        return ButtonView((" ".join(faces), "".join(faces)), "", Next.NEXT)
    must_pick = options.dice_click == "reroll" and game.roll and not picked(table, options)
    if not game.rolls_left:
        return ButtonView(name_button("none"))
    if must_pick:
        return ButtonView(name_button("choose"), main_key("hold-all", options), Next.POSSIBLE)
    if not loose:
        return ButtonView(name_button("held"))
    state = Next.POSSIBLE if scores_next else Next.NEXT
    labels = name_button("some" if game.roll else "all", loose)
    return ButtonView(labels, main_key("roll", options), state)


@cache
def name_button(what: str, loose: int = 0) -> tuple[str, ...]:
    """Return the words on the button, the longest first."""
    words = tuple(_(sentence, count=loose) for sentence in _BUTTON[what])
    # Translators: the button that rolls; the narrowest has 16 cells
    long = ngettext("ROLL {count} DIE", "ROLL {count} DICE", loose)
    return (long, *words) if what == "some" else words


_BUTTON = {
    # Translators: a button; at most 16 cells
    "results": (N_("SHOW RESULTS"), N_("RESULTS")),
    # Translators: a button; at most 16 cells
    "none": (N_("NO ROLLS LEFT"), N_("NO ROLLS")),
    # Translators: a button; at most 16 cells
    "choose": (
        N_("SELECT ALL"),
        # Translators: in place of that where there is little room; at most 7 cells
        N_("ALL"),
    ),
    # Translators: a button; at most 16 cells
    "held": (N_("ALL DICE HELD"), N_("ALL HELD")),
    "all": (
        # Translators: a button; at most 16 cells
        N_("ROLL ALL DICE"),
        # Translators: a button; at most 8 cells, for the key beside it
        N_("ROLL ALL"),
        # Translators: a button, a verb; at most 7 cells
        N_("ROLL"),
    ),
    "some": (N_("ROLL {count}"), N_("ROLL")),
}


def held_faces(game: Game) -> Faces:
    """Return the faces of the held dice."""
    return tuple(map(game.faces.__getitem__, game.held))


def describe_note(table: Table) -> tuple[str, ...]:
    """Return the dice that are kept, what the player before has scored, or the name of the game.

    The longest words come first. A narrow window may have no column of the player before.
    """
    game = table.game
    if game.roll and game.held and game.rolls_left:
        return _describe_kept(held_faces(game))
    if game.roll and len(game.players) > 1:  # before the roll the status line says it
        for event in reversed(table.history.past):
            if isinstance(event, Scored):
                return _describe_score(game.players[game.seat - 1], game.ruleset, event)
    name = _game_name(table)
    return ("" if name == game.ruleset.name and game.ruleset == OFFICIAL else name,)


@cache
def _describe_kept(faces: Faces) -> tuple[str, str]:
    kept = format_faces(faces)
    return _("keeping {faces}", faces=kept), kept


@cache
def _describe_score(player: str, ruleset: Ruleset, score: Scored) -> tuple[str, ...]:
    box, points = ruleset.box(score.box), score.points + score.bonus
    short = f"{box.short} {points}"
    return f"{player}: {box.name} {points}", f"{player}: {short}", f"{player} {short}", short


def find_another(game: Game) -> Chance | None:
    """Return the chance of one more die like the held ones, None if they are unlike."""
    held = {game.faces[at] for at in game.held}
    loose = game.ruleset.dice - len(game.held)
    if len(held) != 1 or not loose or not game.rolls_left:
        return None
    share = 1 - (1 - 1 / game.ruleset.sides) ** loose
    name = ngettext(
        "another {face} with {count} die", "another {face} with {count} dice", loose,
        face=held.pop(),
    )  # fmt: skip
    return Chance(name, "", share)


def rule_view(
    game: Game,
    box: str | None,
    is_marked: bool,
    posted: str | None,
    find_chances: Callable[..., dict[str, float]] | None,
) -> RuleView:
    """Return the rule of a box, and what these dice score there or why they may not.

    With `find_chances` a box that they score nothing in has its chance after the rolls left.
    """
    if box is None:
        return RuleView()
    found = game.ruleset.box(box)
    rule, now, chance = f" · {uncapitalise(explain_wants(found))}", "", ""
    points = _describe_points(found)
    if (scored := game.card[box]) is not None:
        now = f" · {_('scored {points}', points=scored)}"
    elif game.faces and box != posted:
        potential = game.potential(box)
        if potential.refusal is not None:
            return RuleView(found.name, (f" · {potential.refusal.sentence}",), is_marked)
        if potential.joker:
            rule, points = f" · {_('joker: these dice count in full')}", ""
        worth = f"{potential.points} + {potential.bonus}" if potential.bonus else potential.points
        # Translators: what the dice score in a box; with a bonus that it earns, such as "50 + 100"
        now = f" · {_('now {points}', points=worth)}"
        if not potential.worth and game.rolls_left and find_chances is not None:
            chances = find_chances(game.ruleset, game.faces, game.rolls_left, held_faces(game))
            chance = _describe_chance(game, chances.get(box))
    texts = (f"{rule}{points}{now}{chance}", f"{rule}{now}{chance}", f"{rule}{now}", rule, now)
    return RuleView(found.name, texts, is_marked, bool(chance))


def _describe_points(box: Box) -> str:
    """Return what a box pays, after what it wants."""
    fixed, dice, _first = box.points
    if dice is Counted.NONE:
        return f" · {add_first_roll(str(fixed), box)}"
    is_all = dice is Counted.ALL and box.section is Section.LOWER
    return f"; {_('all dice count')}" if is_all else ""


def _describe_chance(game: Game, chance: float | None) -> str:
    """Return how probable it is to get a box with the rolls left, nothing if that is not known."""
    if chance is None:
        return ""
    said = ngettext(
        "{percent} in {count} roll", "{percent} in {count} rolls", game.rolls_left,
        percent=format_share(chance),
    )  # fmt: skip
    return f" · {said}"


def format_share(chance: float) -> str:
    """Return a chance in whole percent, such as `38%` or `<1%`."""
    is_small = 0 < chance < _LEAST
    return _("{number}%", number="<1") if is_small else format_percent(chance, 1)


def card_view(
    table: Table,
    player: PlayerInput,
    found: tuple[str, ...] | None,
    tumbling: bool,
    hints: Hints,
    scores_next: bool,
    box_keys: bool,
) -> CardView:
    """Return what the card shows; no potential scores while dice are animated.

    The column of who may act here is live: of the player who has scored while the score can be
    moved, else of the one whose turn it is.
    """
    game, posted, scorer = table.game, table.history.posted, table.history.displayed
    shown = scorer if player.may_undo or game.is_over else game
    potentials = {} if tumbling else {p.box.id: p for p in shown.potentials}
    return CardView(
        cards=game.cards,
        players=game.players,
        live=shown.seat,
        turn=None if game.is_over else game.seat,
        potentials=potentials,
        cursor=None if tumbling or not shown.faces else player.cursor,
        posted=(scorer.seat, posted.box) if posted else None,
        found=found,
        losses=hints.losses,
        in_percent=hints.in_percent,
        scores_next=scores_next,
        box_keys=box_keys,
        saved=_list_saved(game),
    )


def _list_saved(game: Game) -> tuple[int, ...]:
    """Return the saved rolls of each seat, without those that this turn has used."""
    if not game.saved or game.is_over:
        return game.saved
    return (*game.saved[: game.seat], game.saved_left, *game.saved[game.seat + 1 :])


def _game_name(table: Table) -> str:
    if find_day(table.setup) is not None:
        return _("Daily game")
    if find_event(table.setup) is not None:
        return _("Event")
    name = table.game.ruleset.name
    same = table.setup.dice.startswith(_SAME_DICE)
    return _("{game}, same dice", game=name) if same else name


_LAST_BOXES = 3
"""The most open boxes with which a new best is said to be within reach."""

_TURNS_BEFORE_PACE = 3
"""Turns that are too few to tell what a game will come to."""


def _solo_margin(game: Game, best: int | None, target: int | None) -> str:
    """Return how the game compares with the best before, and what a new best takes near the end.

    With a target it is what is missing to that.
    """
    card = game.cards[0]
    if target is not None:
        to_go = target - card.grand_total
        if to_go <= 0:
            return _("target {points} reached", points=target)
        return f"{_('target {points}', points=target)} · {_('{points} to go', points=to_go)}"
    turns, missing = game.rounds - len(card.open), (best or 0) + 1 - card.grand_total
    # Translators: the best total before
    parts = [] if best is None else [_("best {points}", points=best)]
    if best is not None and missing <= 0:
        parts = [_("a new best")]
    elif not game.is_over and best is not None and missing <= _most_to_come(card):
        parts.append(_("{points} more for a new best", points=missing))
    elif not game.is_over and turns >= _TURNS_BEFORE_PACE:
        pace = round(card.grand_total / turns * game.rounds)
        parts.append(_("on pace for {points}", points=pace))
    return " · ".join(parts)


def _most_to_come(card: Card) -> int:
    """Return the most that the last few boxes can bring, 0 while more are open.

    Bonuses for further Yahtzees come on top.
    """
    if len(card.open) > _LAST_BOXES:
        return 0
    most = sum(max(attainable_points(card.ruleset, box.id)) for box in card.open)
    bonus = card.ruleset.upper_bonus if card.upper_bonus_in_reach else None
    return most + (bonus.tiers[-1][1] - card.upper_bonus if bonus else 0)


_MANY_TIED = 3
"""How many players at the same total are no longer named."""


def _margin(game: Game) -> str:
    """Return by how much the player whose turn it is leads, or is behind."""
    if game.is_over:
        first, second = game.ranking[0], game.ranking[1]
        lead = first.total - second.total
        winner = game.players[first.seat]
        return _("{player} won by {points}", player=winner, points=lead) if lead else _("a tie")
    totals = [card.grand_total for card in game.cards]
    lead = totals[game.seat] - max(total for at, total in enumerate(totals) if at != game.seat)
    if not lead and totals[game.seat]:
        level = (at for at, total in enumerate(totals) if total == totals[game.seat])
        others = [game.players[at] for at in level if at != game.seat]
        points = totals[game.seat]
        if len(others) < _MANY_TIED:
            return _("tied with {players} at {points}", players=join_words(others), points=points)
        return ngettext(
            "tied with {count} other at {points}", "tied with {count} others at {points}",
            len(others), points=points,
        )  # fmt: skip
    if not lead:
        return ""
    sentence = N_("{player} leads by {points}") if lead > 0 else N_("{player} {points} behind")
    return _(sentence, player=game.player, points=abs(lead))
