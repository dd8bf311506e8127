"""`yahtzee-tui scores`: the high scores, and the statistics of a player.

Games without a review are reviewed first, the newest before the others, for a few seconds at most;
the next run continues there.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.database import open_store
from yahtzee_tui.cli.output import align, show, show_json
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import OFFICIAL, REAL_DICE, find_played, find_ruleset, name_rules
from yahtzee_tui.services.json_answers import list_ladder, list_scoreboards, pick
from yahtzee_tui.store.listing import format_day
from yahtzee_tui.text import escape_controls, format_number, join_words, quote
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from argparse import Namespace

    from yahtzee_tui.services.ladder import Rung
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.stats.fairness import Fairness
    from yahtzee_tui.store.stats.results import Person
    from yahtzee_tui.store.stats.scores import Scoreboard, Scores
    from yahtzee_tui.store.stats.statistics import Statistics

_NOTHING = N_("No finished games yet.")


def scores(args: Namespace) -> int:
    """Show the high scores, or a player's statistics."""
    if args.rules is not None:
        args.rules = find_ruleset(args.rules).key
    if args.dice is not None:
        args.rules = (args.rules or OFFICIAL.id) + REAL_DICE
    with open_store(args, reads=True) as store:
        if args.ladder:
            _show_ladder(store, args.rules or OFFICIAL.id, args.json)
        elif args.player is None:
            _show_scoreboards(store.scores, args.rules, args.json)
        else:
            _show_statistics(store, args.player, args.rules, args.json)
    return 0


def _show_scoreboards(scores: Scores, rules: str | None, as_json: bool) -> None:
    if as_json:
        show_json(list_scoreboards(scores, rules))
    elif boards := scores.scoreboards(rules):
        show("\n".join(map(_format_board, boards)))
    else:
        nothing = N_("No high scores of {game} yet.") if rules else N_("No high scores yet.")
        show(_(nothing, game=_format_rules(rules)) + "\n")


def find_ladder(store: Store, rules: str) -> list[Rung]:
    """Return the ladder of a rule set, after reviewing games for a few seconds at most."""
    from yahtzee_tui.services.ladder import read_ladder

    find = partial(store.scores.find_unrated, rules)
    if find():
        from yahtzee_tui.cli.progress import review_pending

        review_pending(store, find, counts_left=True)
    return read_ladder(store, rules)


def _show_ladder(store: Store, rules: str, as_json: bool) -> None:
    from yahtzee_tui.services.ladder import format_ladder

    rungs = find_ladder(store, rules)
    if as_json:
        show_json(list_ladder(rungs, rules))
    else:
        show("".join(f"{each}\n" for each in format_ladder(rungs, rules)))


def _show_statistics(store: Store, text: str, rules: str | None, as_json: bool) -> None:
    scores = store.scores
    people = scores.people()
    if not people:
        show_json({"statistics": None}) if as_json else show(_(_NOTHING) + "\n")
        return
    person = _choose(people, text)
    statistics = scores.statistics(person.player, rules)
    if statistics is not None and statistics.waiting:
        # It imports numpy, which is needed only here.
        from yahtzee_tui.cli.progress import review_pending

        find = partial(scores.find_unreviewed, person.player, statistics.rules)
        review_pending(store, find)
        statistics = scores.statistics(person.player, rules)
    fairness = None
    if statistics is not None:
        from yahtzee_tui.cli.progress import ProgressLine

        with ProgressLine(_("Reading the games")) as line:
            fairness = scores.fairness(person.player, statistics.rules, line.show)
    if as_json:
        show_json({"statistics": statistics and _statistics_to_json(statistics, fairness)})
    elif statistics is None:
        sentence = N_("{player} hasn't finished a game of {game} yet.")
        show(_(sentence, player=person.name, game=_format_rules(rules)) + "\n")
    else:
        show(_format_statistics(statistics, fairness))


def _choose(people: list[Person], text: str) -> Person:
    """Return the player that a text means. Raises `UserError` if it fits no player, or several."""
    from yahtzee_tui.store.stats.results import likeliest_people

    found = likeliest_people(people, text)
    if len(found) == 1:
        return found[0]
    if found:
        likely = join_words((person.name for person in found[:5]), "or")
        raise UserError(
            _("{name} could be {names}. Write the full name.", name=quote(text), names=likely)
        )
    by_key = {person.player: person.name for person in people}
    close = get_close_matches(text[:40].casefold(), by_key, n=3, cutoff=0.5)
    if close:
        sentence = N_("No finished games by {name}; did you mean {names}?")
        names = join_words((by_key[key] for key in close), "or")
    else:
        sentence = N_("No finished games by {name}. Players: {names}.")
        names = join_words(person.name for person in people[:5])
    raise UserError(_(sentence, name=quote(text), names=names))


def _format_board(board: Scoreboard) -> str:
    title = f"{_format_rules(board.rules)} ({escape_controls(board.rules)})"
    if board.since is not None:
        title = _("{title}, since {day}", title=title, day=format_day(board.since))
    if not board.lines:
        nothing = _("No games finished since.")
        return f"{title}\n{nothing}\n"
    rows = [
        (f"{line.place}.", line.name, str(line.total), format_day(line.ended))
        for line in board.lines
    ]
    return f"{title}\n{align(rows, right=(0, 2))}"


def _format_statistics(statistics: Statistics, fairness: Fairness | None) -> str:
    from yahtzee_tui.services.value_tables import read_best_play
    from yahtzee_tui.store.stats.statistics_text import describe_fairness, describe_statistics

    title = _(
        "{player}, {game}, {first} to {newest}", player=statistics.name,
        game=_format_rules(statistics.rules), first=format_day(statistics.first),
        newest=format_day(statistics.newest),
    )  # fmt: skip
    parts = [f"{escape_controls(title)}\n"]
    chapters = [*describe_statistics(statistics)]
    chapters += [describe_fairness(fairness)] if fairness is not None else []
    parts += [
        f"{chapter.title}\n{_indent(align(chapter.rows, right=(1,)))}" for chapter in chapters
    ]
    if statistics.opponents:
        rows = [(other.name, *map(str, other.balance)) for other in statistics.opponents]
        table = align([("", _("Won"), _("Lost"), _("Drawn")), *rows], right=(1, 2, 3))
        parts.append(_("Opponents") + f"\n{_indent(table)}")
    if statistics.boxes and (ruleset := find_played(statistics.rules)) is not None:
        best = read_best_play(ruleset)
        columns = [statistics.boxes, *([best.boxes] if best else [])]
        rows = [
            (box.name, *map(format_number, means))
            for box, *means in zip(ruleset.boxes, *columns, strict=True)
        ]
        heading = [("", statistics.name, _("best play"))] if best else []
        table = align([*heading, *rows], right=(1, 2))
        parts.append(_("Average points per box") + f"\n{_indent(table)}")
    return "\n".join(parts)


def _indent(table: str) -> str:
    return "".join(f"  {line}\n" for line in table.splitlines())


def _statistics_to_json(statistics: Statistics, fairness: Fairness | None) -> dict[str, Any]:
    ruleset = find_played(statistics.rules)
    boxes = [box.id for box in ruleset.boxes] if ruleset else []
    return {
        **pick(statistics, "player=name rules first@ newest@ unfinished alone"),
        **statistics.summary._asdict(),
        **statistics.balance._asdict(),
        "opponents": statistics.opponents,
        "upper_bonus_rate": statistics.bonuses.upper,
        "yahtzee_rate": statistics.bonuses.yahtzee,
        "yahtzee_bonuses": statistics.bonuses.repeats,
        "boxes": dict(zip(boxes, statistics.boxes, strict=True)),
        **pick(statistics, "solo waiting reviewed totals"),
        "dice": fairness,
    }


def _format_rules(rules: str | None) -> str:
    """Return the name of a rule set; None means all."""
    return _("all rules") if rules is None else name_rules(rules)
