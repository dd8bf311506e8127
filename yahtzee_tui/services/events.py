"""Events and daily games: what is said of them, and where the players chose differently."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from functools import partial
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.rules import WIDEST_NAME, format_faces, gather_turns, name_rules
from yahtzee_tui.services.game_summary import format_grades
from yahtzee_tui.services.json_answers import pick
from yahtzee_tui.services.practice import describe_pause
from yahtzee_tui.services.reviews import review_briefly
from yahtzee_tui.store.entries import find_best_total
from yahtzee_tui.store.errors import StoreProblem
from yahtzee_tui.table.judged import number_day, score_best_play
from yahtzee_tui.text import (
    cell_width,
    escape_controls,
    format_number,
    format_ordinal,
    join_words,
    pad,
)
from yahtzee_tui.translation import N_, _, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from yahtzee_tui.rules import Card, Faces, Record
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.entries import EntryResult, EventLine, EventView, Placing
    from yahtzee_tui.strategy import Advice, Choice, Mistake, Review, ValueTable
    from yahtzee_tui.table.judged import JudgedEvent

_MOST_READ = 100
"""Of how many players of the table the choices are compared."""

_MOST_PARTINGS, _MOST_CHOICES, _MOST_REASONS = 3, 3, 2
_GAP, _WIDEST_RESULT = 2, 7
FINISH = N_("Finish a game of this event first.")
_WITH_COACH = N_("{result}, with the coach")
_LATER = N_("{result}, played later")


class Parting(NamedTuple):
    """A throw after which the players chose differently."""

    number: int  # of the game, from 1
    round: int  # from 1
    roll: int  # of the turn, from 1
    faces: Faces
    choices: tuple[tuple[str, int], ...]  # in words, and how many players; the most common first
    best: str  # what is best for most of them, in words
    agreed: int  # for how many it is
    players: int  # how many had these dice
    why: str  # what it brings more than the most common other choice; empty if that isn't known

    def to_json(self) -> dict[str, Any]:
        """Return it for programs, with choices in words."""
        choices = [{"choice": words, "players": count} for words, count in self.choices]
        form = "game=number round roll dice=faces best agreed players"
        return pick(self, form) | {"choices": choices}


class ReviewedEntry(NamedTuple):
    """A player's finished game of an event."""

    number: int  # of the game, from 1
    record: Record
    review: Review


def describe_line(line: EventLine) -> list[str]:
    """Return such as `closes in 2 days · 7 played · you: 2 of 3`, and shorter texts after it.

    Without a player it ends before `you`.
    """
    event, now = line.event, line.now
    if now < event.opens:
        return [_("opens {when}", when=describe_pause(event.opens - now))]
    when = pgettext("event", "over")
    if not line.is_over:
        when = _("closes {when}", when=describe_pause(event.closes - now))
    # Translators: how many players have finished a game of an event
    played = ngettext("{count} played", "{count} played", line.players)
    if line.own is None:
        return [" · ".join((when, played)), when]
    own = _("you: {count} of {games}", count=line.own, games=event.games)
    return [" · ".join((when, played, own)), " · ".join((when, own)), own]


def describe_terms(event: JudgedEvent) -> str:
    """Return the rules, the number of games and the window, such as `2026-11-29 18:00 – 20:00`."""
    opens, closes = (
        time.strftime("%Y-%m-%d %H:%M", time.localtime(each))
        for each in (event.opens, event.closes)
    )
    window = event.id if event.is_daily else f"{opens} – {closes.removeprefix(opens[:11])}"
    games = ngettext("{count} game", "{count} games", event.games)
    bots = [_("bots may join")] if event.bots else []
    return " · ".join((name_rules(event.rules), games, *bots, window))


def describe_state(line: EventLine) -> str:
    """Return the terms of an event, and how it stands."""
    return f"{describe_terms(line.event)} · {describe_line(line)[0]}"


def describe_dice(line: EventLine) -> list[str]:
    """Return the hash of the secret of each game, or the secret once the event is over."""
    secrets, hashes = filter(None, line.event.secrets), line.event.hashes
    shown = [f"secret {each}" for each in secrets] if line.is_over else hashes
    return [
        _("Dice of game {number}: {hash}", number=at, hash=each) for at, each in enumerate(shown, 1)
    ]


def describe_winners(table: Sequence[Placing]) -> list[str]:
    """Return who lost the fewest points by decisions, and who has the most points."""
    first = [each for each in table if each.place == 1 and each.lost is not None]
    found = []
    if first:
        names, lost = join_words(each.name for each in first), format_number(first[0].lost or 0.0)
        found.append(_("Fewest points lost: {players}, {points}.", players=names, points=lost))
    if most := find_best_total(table):
        names = join_words(each.name for each in most)
        games = most[0].finished
        sentence = ngettext(
            "Most points in {count} game: {players}, {points}.",
            "Most points in {count} games: {players}, {points}.",
            games, players=names, points=most[0].total,
        )  # fmt: skip
        found.append(sentence)
    return found


def format_table(event: JudgedEvent, table: Iterable[Placing], columns: int = 80) -> Iterator[str]:
    """Yield the heading and the lines of a table, with the total of each game if they fit."""
    # Translators: two columns of a table, at most 18 cells together
    heads = [_("points lost"), _("total")]
    is_one = event.games == 1
    if is_one:
        heads[1] = pad(heads[1], _WIDEST_RESULT, right=True)
    games = (_("game {number}", number=at) for at in range(1, event.games + 1))
    numbers = [pad(each, _WIDEST_RESULT, right=True) for each in games]
    wide = sum(_GAP + cell_width(each) for each in (*numbers, *heads))
    if is_one or 5 + WIDEST_NAME + wide > columns:
        numbers = []
    heads = [*numbers, *heads]
    yield f"{'':5}{pad('', WIDEST_NAME)}{_row(heads, heads)}"
    has_place = True
    for line in table:
        if has_place and not line.competes:
            has_place = False
            yield _("Out of competition:")
        yield _format_line(line, heads, is_one)


def _format_line(line: Placing, heads: Sequence[str], is_one: bool) -> str:
    """Return a line of a table, with the total of each game if there are headings for them."""
    place = "" if line.place is None else f"{line.place}."
    lost = "–" if line.lost is None else format_number(line.lost)
    results = [*map(_describe_result, line.results)]
    shown = any(each is not None and each.total is not None for each in line.results)
    total = results[0] if is_one else str(line.total) if shown else "–"
    row = _row([*(results if len(heads) > 2 else ()), lost, total], heads)
    return f"{place:>4} {pad(line.name, WIDEST_NAME)}{row}"


def _row(cells: Sequence[str], heads: Sequence[str]) -> str:
    pairs = zip(cells, heads, strict=True)
    return "".join(f"{'':{_GAP}}{pad(cell, cell_width(head), right=True)}" for cell, head in pairs)


def _describe_result(result: EntryResult | None) -> str:
    if result is None:
        return "–"
    if result.total is not None:
        return str(result.total)
    # Translators: what a player did with a game of an event; at most 7 cells
    return _("played") if result.is_over else _("started")


def describe_own(view: EventView) -> list[str]:
    """Return for each game of an event what the player did with it, nothing without a player."""
    found: list[str] = []
    for at in range(view.event.games if view.line.own is not None else 0):
        result = view.own.results[at] if view.own is not None else None
        if result is None and view.may_be_late:
            said = _("missed; you can play it later, without a place")
        elif result is None:
            said = _("not played yet")
        elif result.total is None:
            said = _("started")
        else:
            said = ngettext("{count} point", "{count} points", result.total)
            if result.skill is not None:
                lost = _("{points} lost", points=format_number(abs(result.skill)))
                said = f"{said}, {lost}"
            if result.is_coached:
                said = _(_WITH_COACH, result=said)
        if result is not None and result.is_late:
            said = _(_LATER, result=said)
        if result is not None and result.is_repeat:
            said = _(
                "{result}, out of competition: your bot, or a guest with your name, has played it",
                result=said,
            )
        found.append(_("Game {number}: {result}", number=at + 1, result=said))
    return found


def describe_parts(
    view: EventView, partings: Sequence[Parting] = (), sees_all: bool = False
) -> dict[str, list[str]]:
    """Return what is said of an event besides its terms and its table."""
    heads = [_("Where the players chose differently")] if partings else []
    return {
        "own": describe_own(view),
        "winners": describe_winners(view.table) if sees_all or view.line.is_over else [],
        "partings": [*heads, *map(describe_parting, partings)],
        "dice": describe_dice(view.line),
    }


def print_event(
    view: EventView, partings: Sequence[Parting] = (), sees_all: bool = False
) -> Iterator[str]:
    """Yield all that is said of an event, a line each."""
    yield f"{escape_controls(view.event.name)}: {describe_state(view.line)}"
    parts = describe_parts(view, partings, sees_all)
    yield from parts.pop("own")
    for each in chain(format_table(view.event, view.table), *parts.values()):
        yield each.rstrip()


def describe_event_lines(view: EventView) -> Iterator[str]:
    """Yield how an event stands for a player, and its places if nothing is hidden, a line each."""
    line, table = view.line, view.table
    yield f"{view.event.name}: {describe_state(line)}.".replace(" · ", ", ")
    if not line.is_over:
        yield from (f"{each}." for each in describe_own(view))
        if not any(each.place for each in table):
            return
    yield from describe_winners(table)
    for each in (line for line in table if line.finished):
        place = "–" if each.place is None else format_ordinal(each.place)
        points = ngettext("{count} point", "{count} points", each.total)
        lost = "–" if each.lost is None else format_number(each.lost)
        yield f"{place}: {each.name}, {points}, {_('{points} lost', points=lost)}."


def review_entries(store: Store, own: Placing, table: ValueTable) -> Iterator[ReviewedEntry]:
    """Yield a player's finished games of an event, reviewed, some hundredths of a second each."""
    from yahtzee_tui.strategy import review_game

    for at, result in enumerate(own.results, 1):
        if result is not None and result.game is not None and result.is_over:
            record = store.games.read(result.game).load()[0]
            review = review_game(table, record.setup.start(), record.events)
            yield ReviewedEntry(at, record, review)


def find_costliest(entries: Iterable[ReviewedEntry]) -> tuple[ReviewedEntry, Mistake] | None:
    """Return the costliest decision in some games with its game, None without one."""
    found = [(each, mistake) for each in entries for mistake in each.review.mistakes()[:1]]
    return max(found, key=lambda pair: pair[1].loss, default=None)


def describe_costliest(entry: ReviewedEntry, mistake: Mistake) -> str:
    """Return a player's costliest decision of an event in a sentence."""
    from yahtzee_tui.strategy import describe_comparison

    return _(
        "Your costliest decision: game {number}, round {round}: {decision}, {points} lost.",
        number=entry.number, round=mistake.turn.round, points=format_number(mistake.loss),
        decision=describe_comparison(mistake.roll, mistake.best),
    )  # fmt: skip


class _Decision(NamedTuple):
    card: Card  # before the turn
    faces: Faces
    rolls_left: int
    choice: Faces | str  # the dice that were kept, or the box that was filled


def find_partings(store: Store, table: Iterable[Placing], values: ValueTable) -> list[Parting]:
    """Return the throws after which the most pairs of players chose differently.

    The dice after the first roll of a turn are the same for all; later ones are compared among
    those who have the same. It reads the games of the first hundred players of the table.
    """
    groups: dict[tuple[int, int, int, Faces], list[_Decision]] = defaultdict(list)
    for line in [*table][:_MOST_READ]:
        for number, result in enumerate(line.results, 1):
            if result is not None and result.game is not None and result.is_over:
                for place, decision in _read_decisions(store, result.game):
                    groups[(number, *place, decision.faces)].append(decision)
    apart = sorted(groups.items(), key=lambda found: -_count_pairs(found[1]))
    found: list[Parting] = []
    rounds: set[tuple[int, int]] = set()
    for (number, round_, roll, faces), decisions in apart:
        if len(found) == _MOST_PARTINGS or not _count_pairs(decisions):
            break
        if (number, round_) not in rounds:  # one of a turn says enough
            rounds.add((number, round_))
            found.append(_judge(values, (number, round_, roll, faces), decisions))
    return found


def _count_pairs(decisions: Sequence[_Decision]) -> int:
    """Return how many pairs of players chose differently, each counted twice."""
    counts = Counter(each.choice for each in decisions).values()
    return len(decisions) ** 2 - sum(count * count for count in counts)


def _read_decisions(store: Store, game: str) -> Iterator[tuple[tuple[int, int], _Decision]]:
    """Yield the round, the roll and the decision after each roll of a solo game."""
    try:
        record, _history = store.games.read(game).load()
    except StoreProblem:
        return
    start = record.setup.start()
    card = start.card
    for turn in gather_turns(start, record.events):
        for roll, (this, following) in enumerate(zip_longest(turn.rolls, turn.rolls[1:]), 1):
            choice: Faces | str = turn.scored.box if turn.scored is not None else ""
            if following is not None:
                choice = tuple(sorted(this.faces[at] for at in following.kept))
            faces, left = tuple(sorted(this.faces)), card.ruleset.rolls - roll
            yield (turn.round, roll), _Decision(card, faces, left, choice)
        if turn.scored is not None:
            card = card.write(turn.scored.box, turn.scored.points, turn.scored.bonus)


def _judge(
    values: ValueTable, place: tuple[int, int, int, Faces], decisions: Sequence[_Decision]
) -> Parting:
    """Return what the players chose after a throw, and what is best for most of their cards."""
    from yahtzee_tui.strategy import (
        Advice,
        can_explain,
        compare_choices,
        describe_choice,
        describe_reasons,
    )

    advised: dict[Card, Advice] = {}
    words: Counter[str] = Counter()
    best: Counter[str] = Counter()
    samples: dict[str, tuple[Advice, Choice]] = {}
    for decision in decisions:
        if decision.card not in advised:
            advised[decision.card] = Advice(
                values, decision.card, decision.faces, decision.rolls_left
            )
        advice = advised[decision.card]
        said, choice = describe_choice(advice.best), _find_choice(advice, decision.choice)
        best[said] += 1
        words[describe_choice(choice)] += 1
        if choice != advice.best and said not in samples:
            samples[said] = advice, choice
    ((most, agreed),) = best.most_common(1)
    why = ""
    if most in samples and can_explain(values, samples[most][0].card):
        advice, other = samples[most]
        reasons = compare_choices(values, advice, advice.best, other)
        why = _(
            "Why not {choice}? {reasons}.",
            choice=describe_choice(other), reasons=describe_reasons(reasons, _MOST_REASONS),
        )  # fmt: skip
    number, round_, roll, faces = place
    choices = tuple(words.most_common(_MOST_CHOICES))
    return Parting(number, round_, roll, faces, choices, most, agreed, len(decisions), why)


def _find_choice(advice: Advice, choice: Faces | str) -> Choice:
    """Return the choice of an advice that keeps these dice, or fills the box with this id."""
    if isinstance(choice, str):
        return next(each for each in advice.boxes if each.box.id == choice)
    return next(each for each in advice.holds if each.faces == choice)


def describe_parting(parting: Parting) -> str:
    """Return a throw, what the players chose, and what is best, in sentences."""
    chosen = join_words(f"{words} ({count})" for words, count in parting.choices)
    where = _(
        "Game {number}, round {round}, roll {roll}, {dice}: {choices}.",
        number=parting.number, round=parting.round, roll=parting.roll,
        dice=format_faces(parting.faces), choices=chosen,
    )  # fmt: skip
    best = _(
        "Best for {agreed} of {count}: {choice}.",
        agreed=parting.agreed, count=parting.players, choice=parting.best,
    )  # fmt: skip
    return " ".join(filter(None, (where, best, parting.why)))


def find_finished(store: Store, event: JudgedEvent, name: str) -> tuple[EventView, Placing]:
    """Return an event as who has finished a game of it sees it, and the own line of its table."""
    view = store.events.look(event, name)
    if view.own is None or not view.own.finished:
        raise StoreProblem(_(FINISH))
    return view, view.own


def share_event(
    store: Store, event: JudgedEvent, name: str, values: ValueTable | None, command: str,
    *, ascii_only: bool,
) -> str:  # fmt: skip
    """Return the lines that a player posts after games of an event, or the game of a day.

    `values` judge the games, a square or with `ascii_only` a letter for each turn: green if it lost
    next to nothing, yellow for a slip, red for a poor one. `command` is how others play.
    """
    if values is not None:
        review_briefly(store, partial(store.events.find_unreviewed, event))
    view, own = find_finished(store, event, name)
    title, yours = event.name, _("Your turn: {command}", command=command)
    if event.is_daily:
        # Translators: "Yahtzee daily #326"; as short as possible, since players post it
        title = _("{game} daily {number}", game="Yahtzee", number=number_day(event.id))
        if streak := store.events.find_streak(name, event.id):
            played = ngettext("{count} day in a row.", "{count} days in a row.", streak)
            yours = f"{played} {yours}"
    lines = [f"{title}: {_describe_total(view, own)}"]
    if any(each and each.is_coached for each in own.results):
        lines[0] = _(_WITH_COACH, result=lines[0])
    if any(each and each.is_late for each in own.results):
        lines[0] = _(_LATER, result=lines[0])
    if values is not None:
        lines += _describe_play(store, event, own, values, ascii_only)
    return "\n".join([*lines, yours])


def _describe_total(view: EventView, own: Placing) -> str:
    """Return the points, after the place of a player once all games are reviewed."""
    points = ngettext("{count} point", "{count} points", own.total)
    ranked = [each for each in view.table if each.place]
    if not own.place or len(ranked) < 2 or any(each.lost is None for each in ranked):
        return points
    # Translators: such as "2nd of 7", the place among the players
    place = _("{place} of {count}", place=format_ordinal(own.place), count=len(ranked))
    return f"{place}, {points}"


def _describe_play(
    store: Store, event: JudgedEvent, own: Placing, values: ValueTable, ascii_only: bool
) -> Iterator[str]:
    """Yield what best play scores with a day's dice, the marks of each game, and what was lost."""
    if event.is_daily:
        setup = event.configure(1, own.name).create_table().setup
        best = score_best_play(values, setup._replace(secret=event.secrets[0]))
        yield _(
            "Everyone gets the same dice; best play, not knowing them, scores {total}.", total=best
        )
    lost = 0.0
    for entry in review_entries(store, own, values):
        grades = [turn.grade for turn in entry.review.turns]
        yield format_grades(grades, ascii_only=ascii_only)
        lost -= entry.review.players[0].skill
    yield _("Points lost by decisions: {points}.", points=format_number(lost))


def list_events(views: Iterable[EventView]) -> dict[str, Any]:
    """Return events as a player may see them, or as a guest may."""
    return {"events": [*map(show_event, views)]}


def show_event(view: EventView) -> dict[str, Any]:
    """Return an event with its table, and its secrets once it is over."""
    event, line = view.event, view.line
    return {
        **pick(event, "id name rules games opens@ closes@ weekly=is_weekly bots hashes"),
        "open": event.is_open(line.now),
        "over": line.is_over,
        "secrets": event.secrets if line.is_over else None,
        "players": line.players,
        "table": [
            {
                **pick(each, "place player=name competes finished lost total"),
                "games": [result and pick(result, _RESULT) for result in each.results],
            }
            for each in view.table
        ],
    }


_RESULT = "game finished=is_over total skill coached=is_coached"
