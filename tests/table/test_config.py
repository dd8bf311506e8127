"""What people agree on before they sit down: names, rules, who begins, and the dice."""

import pytest

from tests.rules.conformance import check_sentence
from yahtzee_tui.dice import is_commitment
from yahtzee_tui.rules import RULESETS, Malformed, Roll, Rolled, Score, Setup
from yahtzee_tui.table import Table, TableConfig

TRIO = ("Ann", "Bob", "Cleo")
HASH = f"sha256:{'0' * 64}"


def rolls(table: Table, turns: int = 6) -> list[tuple[str, Rolled]]:
    """Return who rolled what in the first turns, each scoring the next box at once."""
    found = []
    for turn in range(turns):
        seat, name = table.game.seat, table.game.player
        event = table.apply(seat, Roll())
        assert isinstance(event, Rolled)
        found.append((name, event))
        table.apply(seat, Score(table.game.ruleset.boxes[turn // len(table.game.players)].id))
    return found


def test_every_rule_set_can_be_played() -> None:
    setup = TableConfig(("  Ann   Lee ",)).create_table().setup
    assert (setup.rules, setup.players) == ("official", ("Ann Lee",))
    assert setup.first == 0
    assert is_commitment(setup.dice)
    for rules, ruleset in RULESETS.items():
        assert TableConfig(("Ann",), rules=rules).create_table().game.ruleset is ruleset


def test_who_begins_is_named_or_drawn() -> None:
    for first, seat in {"Ann": 0, "cleo": 2, "BOB": 1, " Bob ": 1}.items():
        table = TableConfig(TRIO, first=first, seed="x").create_table()
        assert table.setup.first == table.game.seat == seat
    config = TableConfig(("Ann", "Zoe\u0308"), first="Zoe\u0308")
    assert config.create_table().game.player == "Zo\u00eb"
    drawn, again = (
        [TableConfig(TRIO, seed=str(seed)).create_table().setup.first for seed in range(60)]
        for _ in range(2)
    )
    assert set(drawn) == {0, 1, 2}
    assert drawn == again


BAD = {
    "an unknown first": (TableConfig(TRIO, first="Dan"), "bad_first"),
    "a first with escapes": (TableConfig(TRIO, first="\x1b[31mAnn"), "bad_name"),
    "the same name": (TableConfig(("Ann", " ann")), "same_name"),
    "a skin tone": (TableConfig(("👍🏽",)), "bad_name"),
    "a sentence": (TableConfig(("Ann", "Game over")), "bad_name"),
    "unknown rules": (TableConfig(TRIO, rules="chess"), "unknown_rules"),
    "the hash of a secret": (TableConfig(TRIO, seed=HASH, duplicate=True), "bad_seed"),
    "an empty seed": (TableConfig(TRIO, seed=""), "bad_seed"),
    "a blank seed": (TableConfig(TRIO, seed="  "), "bad_seed"),
    "a seed with escapes": (TableConfig(TRIO, seed="a\x1bb"), "bad_seed"),
    "a seed of two lines": (TableConfig(TRIO, seed="a\nb"), "bad_seed"),
    "a seed with half a surrogate": (TableConfig(TRIO, seed="\ud800"), "bad_seed"),
    "a long seed": (TableConfig(TRIO, seed="x" * 65), "bad_seed"),
}


def test_what_makes_no_sense_is_refused(subtests: pytest.Subtests) -> None:
    for name, (config, code) in BAD.items():
        with subtests.test(name):
            with pytest.raises(Malformed) as caught:
                config.create_table()
            assert caught.value.code == code
            check_sentence(caught.value.sentence)


def test_names_of_older_versions_play_on() -> None:
    old = ("👍🏽", "Game over")
    again = TableConfig.from_setup(Setup("yz", old)).next_game()
    assert again.create_table().setup.players == old


def test_duplicate_dice_are_the_same_for_every_seat_by_a_seed_or_by_a_secret() -> None:
    tables = [TableConfig(TRIO, seed="bridge", duplicate=True).create_table()]
    assert tables[0].setup.dice == "duplicate:bridge"
    tables += [TableConfig(TRIO, duplicate=True).create_table() for _ in range(3)]
    tables.append(TableConfig.from_setup(tables[1].setup).create_table())
    sources = {table.setup.dice for table in tables[1:]}
    assert len(sources) == 4
    assert all(source.startswith("duplicate:sha256:") for source in sources)
    for table in tables[:2]:
        faces = [event.faces for _, event in rolls(table)]
        assert len(set(faces[:3])) == len(set(faces[3:])) == 1


def test_one_more_game_has_new_dice_in_the_same_order_each_time() -> None:
    first = TableConfig(TRIO, rules="yz", first="Bob", seed="evening")
    second = first.next_game()
    third = second.next_game()
    assert (second.games, third.games) == (1, 2)
    assert (second.players, second.rules, second.first) == (TRIO, "yz", "Bob")
    tables = [config.create_table() for config in (first, second, third)]
    assert len({table.setup.dice for table in tables}) == 3
    games = [rolls(table) for table in tables]
    assert games[0] != games[1] != games[2] != games[0]
    assert rolls(first.next_game().create_table()) == games[1]
    longest = TableConfig(TRIO, seed="x" * 64).next_game().create_table()
    assert longest.setup.dice == f"seed:{'x' * 64}#2"
