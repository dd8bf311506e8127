"""The sources of dice: what a seed decides, what keeping leaves alone, and that all is fair."""

import hashlib
import hmac
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yahtzee_tui.dice import (
    CommittedDice,
    SeededDice,
    SystemDice,
    Throw,
    derive_secret,
    draw_secret,
    find_dice,
)

pytestmark = pytest.mark.unforced

throws = st.builds(
    Throw,
    seat=st.integers(0, 7),
    round=st.integers(1, 20),
    roll=st.integers(1, 3),
    dice=st.integers(1, 9),
    sides=st.integers(2, 9),
)
PINNED = ["16344", "16414", "22514", "42351", "44315", "12521"]
PINNED_FIRST = [2, 3, 1, 1]
CRITICAL_999 = 20.52
"""The chi-square value of six faces that chance exceeds once in a thousand times."""


def test_pinned_throws() -> None:
    """Saved games and daily games name only the seed: a new algorithm would change them all."""
    dice = SeededDice("42")
    assert dice.source == "seed:42"
    rolls = [dice.roll(Throw(0, 1, roll)) for roll in (1, 2, 3)] + [dice.roll(Throw(1, 13, 3))]
    rolls.append(SeededDice("42", duplicate=True).roll(Throw(5, 1, 1)))
    rolls.append(SeededDice("Zoë 🎲").roll(Throw(0, 1, 1)))
    assert ["".join(map(str, roll)) for roll in rolls] == PINNED
    assert [SeededDice(seed).draw(4) for seed in ("42", "43", "44", "45")] == PINNED_FIRST


@given(
    throws,
    st.sampled_from(["", "duplicate", "daily 2026-11-22"]),
    st.sampled_from([(), ("otter", ""), ("", "Größe 9")]),
)
def test_a_secret_decides_as_its_description_says(
    throw: Throw, label: str, words: tuple[str, ...]
) -> None:
    """Anybody can compute the dice of a finished game without this program."""
    secret = "0123456789abcdef" * 4
    dice = CommittedDice(secret, label, words)
    digest = hashlib.sha256(secret.encode()).hexdigest()
    assert dice.source == f"{label}:sha256:{digest}".removeprefix(":")
    seat = "all" if label == "duplicate" else throw.seat
    for at, face in enumerate(dice.roll(throw)):
        added = "".join(word + "\n" for word in words)
        message = f"{added}{seat}/{throw.round}/{throw.roll}/{at}".encode()
        number = int(hmac.new(secret.encode(), message, "sha256").hexdigest(), 16)
        assert face == 1 + number % throw.sides
    assert find_dice(dice.source, secret, words) == dice
    for unknown in ("", "0" * 64):
        assert isinstance(find_dice(dice.source, unknown), SystemDice)


def test_the_hash_of_a_table_binds_the_secrets_of_all_its_games() -> None:
    root = draw_secret()
    secrets = [derive_secret(root)]
    while following := derive_secret(root, secrets[-1]):
        assert CommittedDice(following).hash == f"sha256:{secrets[-1]}"
        secrets.append(following)
    assert (len(set(secrets)), secrets[-1]) == (1000, root)
    assert derive_secret(root, "0" * 64) == "", "of another table"


@given(st.text(st.characters(codec="utf-8")), throws, throws)
def test_a_seed_decides_all_whatever_was_asked_before(seed: str, one: Throw, other: Throw) -> None:
    dice = SeededDice(seed)
    first = dice.roll(one)
    dice.roll(other)
    dice.draw(3)
    assert dice.roll(one) == first == SeededDice(seed).roll(one)
    assert len(first) == one.dice
    assert all(1 <= face <= one.sides for face in first)


@given(st.text(st.characters(codec="utf-8"), max_size=9), throws)
def test_more_dice_never_shift_the_others(seed: str, throw: Throw) -> None:
    longer = SeededDice(seed).roll(Throw(*throw[:3], throw.dice + 1, throw.sides))
    assert longer[:-1] == SeededDice(seed).roll(throw)


@given(st.integers(0, 7), throws)
def test_duplicate_gives_every_seat_the_same_dice(seat: int, throw: Throw) -> None:
    dice = SeededDice("bridge", duplicate=True)
    assert dice.source == "duplicate:bridge"
    assert dice.roll(throw) == dice.roll(Throw(seat, *throw[1:]))


def test_seeded_faces_are_uniform() -> None:
    dice = SeededDice("fair")
    keys = [Throw(*key) for key in product(range(8), range(1, 101), range(1, 4))]
    columns = [*zip(*map(dice.roll, keys), strict=True)]
    for faces in (*columns, [SeededDice(str(seed)).draw(6) for seed in range(3000)]):
        expected = len(faces) / 6
        counts = Counter(faces).values()
        assert len(counts) == 6
        assert sum((count - expected) ** 2 / expected for count in counts) < CRITICAL_999


def test_system_dice_show_every_face_and_draw_every_seat() -> None:
    dice = SystemDice()
    faces = Counter(face for turn in range(400) for face in dice.roll(Throw(0, turn, 1)))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert {dice.draw(3) for _ in range(400)} == {0, 1, 2}
    assert dice.source == "system"
    assert len(dice.roll(Throw(0, 1, 1, dice=6))) == 6
