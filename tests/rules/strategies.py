"""Random games: dice that favour what the rules care about, and walks that use undo and redo.

A walk is decided by one seed that Hypothesis draws. Drawing every choice through Hypothesis would
shrink further, but a game has hundreds of choices and would take a hundred times as long.
"""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from yahtzee_tui.dice import Dice, Throw
from yahtzee_tui.rules import (
    RULESETS,
    Action,
    Faces,
    Game,
    History,
    Hold,
    Record,
    Roll,
    Ruleset,
    Score,
    Setup,
)

NAMES = ("Ann", "Bob Ray", "李雷", "Zoë|2.", "e", "k1", "=ones", "1.")
"""Names chosen to trip up a reader of the text form."""

seeds = st.integers(0, 2**32 - 1)
setups = st.builds(
    lambda rules, names, first, dice, began, computers, coached: Setup(
        rules,
        tuple(names),
        first % len(names),
        dice,
        began,
        tuple(computers[: len(names)]),
        tuple(sorted(seat for seat in coached if seat < len(names))),
    ),
    st.sampled_from(list(RULESETS)),
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True),
    st.integers(0, 3),
    st.sampled_from(["system", "seed:42", "duplicate:a b", "unknown"]),
    st.sampled_from(["", "2026-11-21T20:15:00Z"]),
    st.sampled_from([(), ("", "expert", "", "chaser:250")]),
    st.sets(st.integers(0, 3)),
)


def throw(rng: Random, ruleset: Ruleset) -> Faces:
    """Throw dice of which many are all equal or in a row, which fair dice too seldom are."""
    dice, sides = ruleset.dice, ruleset.sides
    kind = rng.random()
    if kind < 0.4:
        return (rng.randint(1, sides),) * dice
    if kind < 0.5:
        run = rng.sample(range(1, sides + 1), min(dice, sides))
        return (*run, *rng.choices(run, k=dice - len(run)))
    if kind < 0.7:
        pair = rng.sample(range(1, sides + 1), 2)
        return tuple(rng.choice(pair) for _ in range(dice))
    return tuple(rng.randint(1, sides) for _ in range(dice))


def choose(game: Game, rng: Random) -> Action:
    """Choose a legal action, a kind first, so that holds don't crowd out the rest."""
    scores = [action for action in game.legal_actions if isinstance(action, Score)]
    kind = rng.random()
    if Roll() in game.legal_actions and (kind < 0.35 or not scores):
        return Roll()
    if game.rolls_left and scores and kind < 0.65:
        return Hold(tuple([at for at in range(game.ruleset.dice) if rng.random() < 0.5]))
    return rng.choice(scores) if scores else Hold(())


def walk(
    game: Game, seed: int, *, most_steps: int = 100_000, dice: Dice | None = None
) -> Iterator[History]:
    """Play a game to its end, taking things back on the way, and yield every state of it."""
    rng = Random(seed)
    history = History(game)
    yield history
    for _ in range(most_steps):
        if history.game.is_over:
            return
        if history.undone and rng.random() < 0.4:
            history = history.redo()
        elif history.done and rng.random() < 0.1:
            history = history.undo()
        else:
            action = choose(history.game, rng)
            fresh: Faces = ()
            if isinstance(action, Roll):
                fresh = roll(history.game, dice) if dice else throw(rng, game.ruleset)
            history = history.play(action, fresh)
        yield history


def roll(game: Game, dice: Dice) -> Faces:
    """Return what dice show in the next roll of a game."""
    ruleset = game.ruleset
    return dice.roll(Throw(game.seat, game.round, game.roll + 1, ruleset.dice, ruleset.sides))


def play_some(setup: Setup, seed: int, steps: int, dice: Dice | None = None) -> Record:
    """Return the record of a game after so many steps."""
    *_, last = walk(setup.start(), seed, most_steps=steps, dice=dice)
    return Record.of(setup, last)


records = st.builds(play_some, setups, seeds, st.integers(0, 300))
