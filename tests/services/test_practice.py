"""Practice: what is asked, what an answer loses, and when a position comes back."""

from pathlib import Path

import pytest

from tests.store.games import fill_file
from yahtzee_tui.rules import OFFICIAL, Position, find_ruleset
from yahtzee_tui.services.practice import (
    EASY,
    INTERVALS,
    RIGHT,
    Theme,
    Trainer,
    find_lead,
    read_positions,
)
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.store import Store
from yahtzee_tui.strategy import ValueTable, load_value_table, review_game


@pytest.fixture(scope="module")
def table() -> ValueTable:
    return load_value_table(OFFICIAL, cache_folder()).table


def test_the_file_has_positions_of_each_theme_that_can_be_lost(table: ValueTable) -> None:
    themes = read_positions("official")
    assert {*themes.values()} == {*Theme} - {Theme.GAMES, Theme.GIVEN}
    trainer = Trainer(None, "Ann", table)
    is_easy: dict[Theme, list[bool]] = {theme: [] for theme in Theme}
    for text, theme in themes.items():
        position = Position.parse(text)
        assert str(position) == text
        advice = trainer.advise(position)
        assert advice.loss(advice.choices[-1]) > 1, text
        assert find_lead(advice) >= RIGHT, text
        is_easy[theme].append(find_lead(advice) > EASY)
        game = position.game("Ann")
        assert (theme is Theme.JOKERS) is any(each.joker or each.bonus for each in game.potentials)
        if theme is Theme.LAST_ROUNDS:
            assert len(position.card.open) <= 3
        if theme is Theme.FIRST_ROLL:
            assert position.roll == 1
    assert all(each == sorted(each) for each in is_easy.values()), "easy ones come last"
    for text in read_positions("yatzy"):
        assert Position.parse(text).card.ruleset == find_ruleset("yatzy")
    assert read_positions("crag") == {}


def test_a_wrong_answer_comes_back_until_it_was_right_often_enough(
    table: ValueTable, store: Store
) -> None:
    moment = 1000.0

    def clock() -> float:
        return moment

    trainer = Trainer(store, "Ann", table, clock)
    exercise = trainer.find_exercise(Theme.JOKERS)
    assert exercise is not None
    advice = trainer.advise(exercise.position)
    waiting, there = trainer.count(Theme.JOKERS)
    assert waiting == there > 10

    wrong = trainer.answer(exercise, advice.choices[-1])
    assert not wrong.is_right
    assert wrong.loss == advice.value - advice.choices[-1].value
    assert trainer.count(Theme.JOKERS).waiting == waiting - 1
    assert trainer.find_exercise(Theme.JOKERS) != exercise
    for seconds in INTERVALS:
        assert trainer.find_pause() == seconds
        moment += seconds - 1
        assert trainer.find_exercise(Theme.JOKERS) != exercise
        moment += 1
        assert trainer.find_exercise() == trainer.find_exercise(Theme.JOKERS) == exercise
        trainer = Trainer(store, "Ann", table, clock)  # the progress is in the store
        trainer.answer(exercise, advice.best)
    assert trainer.find_pause() is None
    moment += 1e9
    assert trainer.count(Theme.JOKERS).waiting == waiting - 1, "it is known"


def test_costly_decisions_of_own_games_are_asked_first(table: ValueTable, tmp_path: Path) -> None:
    store = Store(fill_file(tmp_path / "games.sqlite", 2, ("official",)))
    trainer = Trainer(store, "Ann", table)
    worst = 0.0
    for game in store.scores.find_practice_games("ann", "official", 9):
        record = store.games.read(game).load()[0]
        review = review_game(table, record.setup.start(), record.events)
        seat = record.setup.players.index("Ann")
        worst = max(worst, review.mistakes(seat)[0].loss)
    exercise = trainer.find_exercise()
    assert exercise is not None
    assert exercise.theme is Theme.GAMES
    position = exercise.position
    review_of = trainer.advise(position)
    assert any(review_of.loss(each) == pytest.approx(worst) for each in review_of.choices)
    assert Trainer(store, "Zoë", table).count(Theme.GAMES).all == 0
    store.close()
