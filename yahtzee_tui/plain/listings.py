"""What is listed beside a game: options, scores, statistics, the values of choices, reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yahtzee_tui.plain.game_lines import describe_boxes, format_list, separate_dice
from yahtzee_tui.rules import Malformed, explain_bonuses, explain_joker, explain_turn, name_rules
from yahtzee_tui.settings import OPTIONS
from yahtzee_tui.settings.options import parse_option
from yahtzee_tui.store.listing import format_day
from yahtzee_tui.text import (
    capitalise,
    end_sentence,
    fold,
    format_accuracy,
    format_number,
    format_signed,
    join_words,
    quote,
)
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.stats.scores import Scores
    from yahtzee_tui.strategy import Advice, Review

_COSTLIEST = 5


def list_options(options: Options) -> Iterator[str]:
    """Yield a line for each option."""
    for key in OPTIONS:
        yield end_sentence(f"{key}: {_format_option(options, key)}")


def _format_option(options: Options, key: str) -> str:
    choices, value = OPTIONS[key], getattr(options, key)
    # Translators: an option and its value, such as "Coach is on request"
    return _(
        "{option} is {value}",
        option=_(choices.name),
        value=_(choices.values[value]) if value in choices.values else f"{value:g}",
    )


def describe_option(options: Options, key: str) -> Iterator[str]:
    """Yield an option's value, and those that it can have."""
    key = fold(key)
    yield end_sentence(_format_option(options, key))
    values = (f"{_write(value)} ({_(word)})" for value, word in OPTIONS[key].values.items())
    # Translators: values are such as "off (never), ask (on request)"
    yield _("Values of {option}: {values}.", option=key, values=format_list(values))
    if key == "sound":
        # Translators: bell is typed, a value of the option
        yield _(
            "In lines of text, {value} rings only when your turn comes.",
            value="bell",
        )


def change_option(options: Options, key: str, word: str) -> Options | None:
    """Return the options with another value, None if there is no word for one.

    Raises `Malformed` if there is no such option or value.
    """
    key, typed = fold(key), fold(word.strip())
    if key not in OPTIONS:
        names = join_words(OPTIONS)
        sentence = _("{word} is not an option. Options: {names}.", word=quote(key), names=names)
        raise Malformed("unknown_option", sentence)
    if not typed:
        return None
    for value, name in OPTIONS[key].values.items():
        if typed in (_write(value), fold(_(name))):
            return options._replace(**{key: value})
    try:
        value = parse_option(key, float(typed) if key == "pause" and typed.isdecimal() else typed)
    except ValueError as allowed:
        words = join_words(map(_write, OPTIONS[key].values), "or")
        values = str(allowed) if key == "pause" else words
        sentence = _("{option} must be {values}.", option=key, values=values)
        raise Malformed("bad_option", sentence) from None
    return options._replace(**{key: value})


def _write(value: Any) -> str:
    return "default" if value is None else str(value).lower()


def list_scores(scores: Scores, text: str) -> list[str]:
    """Return the high scores of all rule sets, or of the player that a text names statistics.

    Raises `Malformed` if it names no player.
    """
    if text:
        return _list_statistics(scores, text)
    return [
        end_sentence(f"{name_rules(board.rules)}, {at}. {name} {total}, {format_day(ended)}")
        for board in scores.scoreboards()
        for at, name, total, ended, _game in board.lines
    ]


def _list_statistics(scores: Scores, text: str) -> list[str]:
    from yahtzee_tui.store.stats.results import likeliest_people
    from yahtzee_tui.store.stats.statistics_text import describe_statistics

    found = likeliest_people(scores.people(), text)
    statistics = scores.statistics(found[0].player) if len(found) == 1 else None
    if statistics is None:
        sentence = _("{player} hasn't finished a game here.", player=quote(text))
        raise Malformed("unknown_player", sentence)
    return [
        f"{statistics.name}, {chapter.title}, {name}: {value}."
        for chapter in describe_statistics(statistics)
        for name, value in chapter.rows
    ]


def list_ladder(store: Store, rules: str) -> list[str]:
    """Return a line for each player of a rule set's ladder, who loses least first."""
    from yahtzee_tui.services.ladder import describe_rung, review_ladder

    return [
        f"{at}. {each.label}: {describe_rung(each)}.".replace(" · ", ", ")
        for at, each in enumerate(review_ladder(store, rules), 1)
    ]


def list_values(advice: Advice) -> Iterator[str]:
    """Yield what every choice is worth, the best first."""
    from yahtzee_tui.strategy import describe_choice

    for number, choice in enumerate(advice.choices, 1):
        # Translators: choice is such as "Keep 4, 4" or "Score 12 in Chance"
        line = _(
            "{number}. {choice}, average final total {points}.",
            number=number,
            choice=capitalise(describe_choice(choice)),
            points=format_number(choice.value),
        )
        yield separate_dice(line)


def list_review(review: Review, text: str = "") -> Iterator[str]:
    """Yield luck and skill of all players, and the costliest decisions; or those of a round.

    Raises `Malformed` if the text names no round that was played.
    """
    from yahtzee_tui.strategy import describe_decision, describe_extent

    if text:
        yield from _list_round(review, text)
        return
    for player in (each for each in review.players if each.turns):
        yield _(
            "{player}: luck {luck}, skill {skill}, {accuracy} of decisions best.",
            player=player.name,
            luck=format_signed(player.luck),
            skill=format_signed(player.skill),
            accuracy=format_accuracy(player.accuracy),
        )
    mistakes = review.mistakes()
    if extent := describe_extent(review):
        yield extent
    elif not mistakes:
        yield _("Every decision was the best one.")
    for mistake in mistakes[:_COSTLIEST]:
        # Translators: decision is such as "kept 4, 6; better: keep 5, 6"
        line = _(
            "{points} points lost by {player} in round {round} with {dice}: {decision}.",
            points=format_number(mistake.loss),
            player=mistake.turn.player,
            round=mistake.turn.round,
            dice=format_list(mistake.roll.faces),
            decision=describe_decision(mistake.roll),
        )
        yield separate_dice(line)


def _list_round(review: Review, text: str) -> Iterator[str]:
    """Yield every decision of a round, and what a better one would have brought."""
    from yahtzee_tui.strategy import describe_decision, describe_extent

    turns = [turn for turn in review.turns if text == str(turn.round)]
    rounds = review.game.rounds
    if text not in map(str, range(1, rounds + 1)):
        sentence = _("Type the number of a round, 1 to {rounds}.", rounds=rounds)
        raise Malformed("unknown_round", sentence)
    for turn in turns:
        for number, roll in enumerate(turn.rolls, 1):
            # Translators: decision is such as "kept 4, 6; better: keep 5, 6"
            line = _(
                "{player}, roll {roll} with {dice}: {decision}.",
                player=turn.player,
                roll=number,
                dice=format_list(roll.faces),
                decision=describe_decision(roll),
            )
            if roll.is_mistake:
                lost = _("{points} lost", points=format_number(roll.loss))
                line = f"{line.removesuffix('.')}, {lost}."
            yield separate_dice(line)
    if len(turns) < len(review.players):
        yield describe_extent(review)


def list_rules(ruleset: Ruleset) -> list[str]:
    """Return how to play."""
    sentences = (*explain_turn(ruleset), *describe_boxes(ruleset))
    bonuses = (*explain_bonuses(ruleset), *explain_joker(ruleset))
    return [_("Rules of {game}.", game=ruleset.name), *sentences, *bonuses]
