"""From a table to what its screen shows, without a screen."""

from __future__ import annotations

from tests.rules.positions import position
from tests.table.scripted import create_scripted_table
from tests.tui.app_driver import NO_TUMBLING
from yahtzee_tui.rules import Roll, Score
from yahtzee_tui.services.player_input import best_box, zero_question
from yahtzee_tui.tui.table import view_model


def test_the_best_box_is_the_one_that_pays_most_and_of_equal_ones_a_lower_one() -> None:
    cases: list[tuple[str, str, dict[str, int], tuple[str | None, ...]]] = [
        ("official", "33344", {}, ("full_house",)),
        ("official", "12345", {}, ("large_straight",)),
        ("official", "44444", {}, ("yahtzee",)),
        ("official", "44444", {"yahtzee": 50}, ("fours",)),
        ("official", "44444", {"yahtzee": 0, "fours": 8}, ("large_straight",)),
        ("macintosh", "66666", {"yahtzee": 50, "sixes": 30}, ("large_straight",)),
        ("yatzy", "55331", {}, ("chance",)),
        ("official", "33344", {"full_house": 0}, ("three_of_a_kind", "chance")),
        ("official", "", {}, (None,)),
    ]
    for rules, faces, filled, best in cases:
        assert best_box(position(rules, faces, filled)) in best, (rules, faces, filled)


def test_a_zero_is_asked_about_only_where_points_could_be_had() -> None:
    game = position("official", "33344")
    question = zero_question(game, "ones") or ""
    assert "Ones" in question
    assert "25" in question
    assert zero_question(game, "threes") is None
    zeros = {box.id: 0 for box in game.ruleset.boxes if box.id not in ("ones", "yahtzee")}
    assert zero_question(position("official", "33344", zeros), "ones") is None
    # A joker that must be a zero, but earns its bonus.
    lower = {box.id: 0 for box in game.ruleset.lower}
    game = position("official", "44444", lower | {"yahtzee": 50, "fours": 8})
    assert zero_question(game, "ones") is None


def test_the_panel_names_the_leader() -> None:
    players = ("Ann", "Bob")
    table = create_scripted_table("33344", players=players)
    assert "leads" not in view_model.turn_view(table, NO_TUMBLING).standing
    table = create_scripted_table("33344", players=players, filled=[("33344", "full_house")])
    standing = view_model.turn_view(table, NO_TUMBLING).standing
    assert "Ann" in standing
    assert "25" in standing
    table.apply(1, Roll())
    table.apply(1, Score("full_house"))
    assert "Ann" not in view_model.turn_view(table, NO_TUMBLING).standing
    alone = create_scripted_table(filled=[("33344", "full_house")])
    assert "25" in view_model.turn_view(alone, NO_TUMBLING).standing
