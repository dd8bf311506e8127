"""A game's turns and seats, each refusal, recorded events, and undo until the next roll."""

import copy
import pickle
from typing import Any

import pytest

from tests.rules.conformance import check_sentence, malformed_code
from tests.rules.positions import dice, fill_lower, position
from tests.source import read_lines
from yahtzee_tui.rules import (
    OFFICIAL,
    RULESETS,
    Action,
    Card,
    Event,
    Forbidden,
    Game,
    Held,
    History,
    Hold,
    Malformed,
    NotNow,
    PlayedRoll,
    PlayedTurn,
    Position,
    Refusal,
    Roll,
    Rolled,
    Score,
    Scored,
    find_ruleset,
    parse_move,
)
from yahtzee_tui.rules.game import WrongPoints
from yahtzee_tui.text import cell_width

TRIO = Game.start(OFFICIAL, ("Ann", "Bob", "Cleo"), first=2)
OPENED = TRIO.play(Rolled(dice("33344")))
SPENT = OPENED.play(Rolled(dice("33345"))).play(Rolled(dice("33346")))
HELD = OPENED.play(Hold((0, 1, 2)))
HOLDING = OPENED.play(Held((0, 1, 2, 3, 4)))
OVER = position("official", "", {box.id: 0 for box in OFFICIAL.boxes})

REFUSALS: list[tuple[Game, Action, type[Refusal], str]] = [
    (TRIO, Hold((0,)), NotNow, "roll_first"),
    (TRIO, Score("ones"), NotNow, "roll_first"),
    (OPENED, Hold((5,)), Malformed, "bad_hold"),
    (OPENED, Hold((1, 0)), Malformed, "bad_hold"),
    (OPENED, Hold((1, 1)), Malformed, "bad_hold"),
    (OPENED, Hold((-1,)), Malformed, "bad_hold"),
    (OPENED, Score("one_pair"), Malformed, "unknown_box"),
    (OPENED, Score("\x1b[31m" * 50), Malformed, "unknown_box"),
    (SPENT, Roll(), NotNow, "no_rolls_left"),
    (SPENT, Hold((0,)), NotNow, "no_rolls_left"),
    (HOLDING, Roll(), NotNow, "all_held"),
    (position("official", "11111", {"ones": 3}), Score("ones"), Forbidden, "box_filled"),
    (OVER, Roll(), NotNow, "game_over"),
    (OVER, Hold(()), NotNow, "game_over"),
    (OVER, Score("ones"), NotNow, "game_over"),
]


@pytest.mark.parametrize(("game", "action", "kind", "code"), REFUSALS, ids=lambda v: str(v)[:20])
def test_refusals(game: Game, action: Action, kind: type[Refusal], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        game.play(action, (1, 1, 1, 1, 1))
    refusal = caught.value
    assert (type(refusal), refusal.code, refusal.game) == (kind, code, game)
    assert str(refusal) == refusal.sentence
    check_sentence(refusal.sentence)


def test_play_goes_round_from_the_seat_that_began() -> None:
    game, seats = TRIO, []
    for turn in range(6):
        assert game.round == turn // 3 + 1
        seats.append(game.seat)
        game = game.play(Roll(), dice("12346")).play(Score(OFFICIAL.boxes[turn // 3].id))
    assert seats == [2, 0, 1, 2, 0, 1]
    assert game.player == "Cleo"
    assert game.turns == 6


def test_a_turn_has_three_rolls_and_the_first_rolls_all() -> None:
    assert [TRIO.rolls_left, OPENED.rolls_left, SPENT.rolls_left] == [3, 2, 0]
    assert [*TRIO.legal_actions] == [TRIO.legal_actions[0]] == [Roll()]
    assert (OVER.rolls_left, OVER.round) == (0, 13)
    for fresh in ((), (1, 2, 3, 4), (1, 2, 3, 4, 7)):
        with pytest.raises(Malformed):
            TRIO.play(Roll(), fresh)


def test_held_dice_stay_until_they_are_let_go_or_scored() -> None:
    game = OPENED.play(Hold((0, 3))).play(Roll(), dice("56666"))
    assert (game.faces, game.held) == (dice("36646"), (0, 3))
    game = game.play(Hold((1, 2))).play(Roll(), dice("11111"))
    assert game.faces == dice("16611")
    game = HELD.play(Score("threes"))
    assert (game.roll, game.faces, game.held) == (0, (), ())
    assert game.cards[2]["threes"] == 9
    assert game.play(Roll(), dice("12345")).faces == dice("12345")
    one, other = OPENED.play(Hold((0,))).play(Hold((1, 2))), OPENED.play(Hold((1, 2)))
    assert one == other != OPENED
    assert hash(one) == hash(other)


def test_recorded_events_that_cannot_have_happened_and_some_that_can() -> None:
    odd: list[tuple[Event, str]] = [
        (Rolled(dice("44444")), "held_die_changed"),
        (Rolled(dice("3334")), "bad_dice"),
        (Scored("threes", 10), "wrong_points"),
        (Scored("threes", 9, 100), "wrong_points"),
        (Scored("twos", 9), "wrong_points"),
        (Scored(["threes"], 9), "unknown_box"),  # type: ignore[arg-type]
        (Held((7,)), "bad_hold"),
    ]
    for event, code in odd:
        with pytest.raises(Refusal) as caught:
            HELD.play(event)
        assert caught.value.code == code
        check_sentence(caught.value.sentence)
    assert HELD.play(Rolled(dice("33366"))).faces == dice("33366")
    assert HELD.play(Scored("full_house", 25)).cards[2]["full_house"] == 25
    assert HELD.play(Held(())).held == ()


def test_a_game_is_played_by_its_texts() -> None:
    game = TRIO.play("roll 3 3 3 4 4").play(" Hold 1, 2 3").play("roll", dice("11155"))
    assert game.faces == dice("33355")
    assert game.play("score FH") == game.play("SCORE full house") == game.play(Score("full_house"))
    assert game.play("hold 0") == game.play(Hold(()))
    for text, code, said in read_lines(__file__, "refused_moves.jsonl"):
        with pytest.raises(Refusal) as caught:
            game.play(text)
        assert (caught.value.code, said in caught.value.sentence) == (code, True), caught.value
        check_sentence(caught.value.sentence)


def test_every_legal_action_is_written_and_read_back() -> None:
    actions = list(OPENED.legal_actions)
    assert [parse_move(OFFICIAL, str(action)) for action in actions] == actions
    assert repr(TRIO.legal_actions) == "LegalActions(roll)"


def test_games_that_cannot_start() -> None:
    for players, first, code in ((("Ann", "ann"), 0, "same_name"), (("Ann",), -1, "bad_first")):
        assert malformed_code(Game.start, OFFICIAL, players, first) == code
    assert malformed_code(Game.start, OFFICIAL, ("Ann",), 1) == "bad_first"


def test_unknown_names_are_refused_in_one_short_sentence() -> None:
    for ask in (find_ruleset, OFFICIAL.box, OPENED.potential, Card.empty(OFFICIAL).__getitem__):
        for name in ("", "x" * 5000, "\udb40" * 60, "\x1b]0;title\x07", "\u202eseno"):
            assert malformed_code(ask, name)


def test_a_zero_gives_up_what_the_best_box_would_bring() -> None:
    game = position("official", "33344")
    assert game.points_given_up("ones") == 25
    assert game.points_given_up("threes") == 0
    filled = {"threes": 9, "fours": 8, **fill_lower("official")}
    assert position("official", "33344", filled).points_given_up("ones") == 0
    # A zero that earns a bonus is none.
    free = position("free-joker", "44444", {"yahtzee": 50})
    assert (free.potential("ones").points, free.potential("fours").points) == (0, 20)
    assert free.points_given_up("ones") == 0


def test_junk_is_refused() -> None:
    game = Game.start(OFFICIAL, ("Ann",)).play(Roll(), (1, 2, 3, 4, 5))
    history = History(game)
    values: list[Any] = [None, [0, 1], (0, "1"), ["chance"]]
    junk: list[Any] = ["roll", None, 5, *map(Hold, values), *map(Score, values)]
    for action in junk:
        for play in (game.play, history.play):
            with pytest.raises(Malformed):
                play(action)
    anything: list[Any] = [None, 5, "12345", [5]]
    for value in anything:
        for refuse in (
            lambda value=value: Game.start(OFFICIAL, ("Ann",), value),
            lambda value=value: Game.start(OFFICIAL, value),
            lambda value=value: game.potential(value),
            lambda value=value: game.play(Roll(), value),
        ):
            with pytest.raises(Malformed):
                refuse()


def test_games_and_refusals_are_pickled_and_copied() -> None:
    game = Game.start(OFFICIAL, ("Ann", "Bob")).play(Roll(), (1, 2, 3, 4, 5)).play(Score("chance"))
    assert game.legal_actions
    assert game.ranking, "what was worked out is pickled, too"
    for each in (game, game.cards[0], Position.of(game), game.ruleset):
        for same in (pickle.loads(pickle.dumps(each)), copy.deepcopy(each)):
            assert same == each
            assert hash(same) == hash(each)
            assert (repr(same), str(same)) == (repr(each), str(each))
    with pytest.raises(NotNow) as refused:
        game.play(Score("chance"))
    refusal = pickle.loads(pickle.dumps(refused.value))
    assert (str(refusal), refusal.code) == (str(refused.value), "roll_first")
    assert refusal.game == game
    posted = Scored("chance", 16, 0)
    with pytest.raises(WrongPoints) as wrong:
        Game.start(OFFICIAL, ("Ann",)).play(Roll(), (1, 2, 3, 4, 5)).play(posted)
    assert pickle.loads(pickle.dumps(wrong.value)).right == wrong.value.right


def test_games_and_cards_are_drawn_and_named_in_short() -> None:
    game = Game.start(find_ruleset("yz"), ("Ann", "\u674e\u96f7"))
    game = game.play(Rolled((3, 3, 3, 4, 4))).play(Score("full_house"))
    game = game.play(Rolled((1, 2, 3, 4, 6))).play(Hold((1, 3)))
    first, *_, last = str(game).splitlines()
    assert first == "             Ann  \u674e\u96f7"
    assert last == "\u674e\u96f7, roll 1 of 3: 1-2-3-4-6, holding 2-4"
    assert {"Full house    25     .", "YZ bonus       0     0", "Total         25     0"} <= {
        *str(game).splitlines()
    }
    assert repr(game) == "Game(yz, 'Ann': 25, '\u674e\u96f7': 0, 1 turn, roll 1: 1-2-3-4-6)"
    assert repr(game.cards[0]) == "Card(yz .,.,.,.,.,.,.,.,25,.,.,.,.)"
    assert repr(game.ruleset) == "Ruleset('yz')"
    for ruleset in RULESETS.values():
        card = Card.empty(ruleset)
        drawn = str(card).splitlines()
        assert len({cell_width(line) for line in drawn}) == 1
        assert [line.split("  ")[0] for line in drawn if line.endswith("  .")] == [
            box.name for box in ruleset.boxes
        ]


def test_a_posting_can_be_taken_back_and_made_elsewhere() -> None:
    """All else about undo and redo holds in every random game."""
    fresh = History(Game.start(OFFICIAL, ("Ann", "Bob")))
    assert (fresh.posted, fresh.before, fresh.turns) == (None, fresh.game, [])
    posted = fresh.play(Roll(), dice("33344")).play(Score("threes"))
    assert posted.posted == Scored("threes", 9)
    assert (posted.before.player, posted.game.player) == ("Ann", "Bob")
    moved = posted.undo().play(Score("full_house"))
    assert moved.game.cards[0]["full_house"] == 25
    assert moved.game.cards[0]["threes"] is None
    assert moved.events == (Rolled(dice("33344")), Scored("full_house", 25))
    for refuse, code in ((fresh.undo, "undo"), (fresh.redo, "redo"), (moved.redo, "redo")):
        with pytest.raises(NotNow) as refused:
            refuse()
        assert refused.value.code == f"nothing_to_{code}"
    assert moved.play(Roll(), dice("12345")).posted is None


def test_the_turns_of_a_game_from_its_events() -> None:
    game = Game.start(OFFICIAL, ("Ann", "Bob"), first=1)
    history = History(game)
    for event in (
        Rolled(dice("33344")),
        Held((0, 1)),
        Held((0, 1, 2)),
        Rolled(dice("33356")),
        Rolled(dice("33322")),
        Scored("full_house", 25),
        Rolled(dice("12345")),
        Held((4,)),
    ):
        history = history.play(event)
    kept = (0, 1, 2)
    rolls = (
        PlayedRoll(dice("33344"), ()),
        PlayedRoll(dice("33356"), kept),
        PlayedRoll(dice("33322"), kept),
    )
    assert history.turns == [
        PlayedTurn(1, "Bob", 1, rolls, None, Scored("full_house", 25)),
        PlayedTurn(0, "Ann", 1, (PlayedRoll(dice("12345"), ()),), (4,), None),
    ]
    assert rolls[1].kept_faces == (3, 3, 3)
    later = History(history.game.play(Score("chance")), past=())
    later = later.play(Rolled(dice("55555"))).play(Scored("yahtzee", 50))
    assert [(turn.player, turn.round) for turn in later.turns] == [("Bob", 2)]


def test_unused_rolls_are_saved_and_taken_back_with_the_score() -> None:
    maxi = find_ruleset("maxi-yatzy")
    ann = History(Game.start(maxi, ("Ann", "Bob"))).play(Roll(), dice("111234"))
    bob = ann.play(Score("ones"))
    assert (bob.game.saved, bob.game.rolls_left) == ((2, 0), 3)
    assert bob.undo().game == ann.game
    bob = bob.play(Roll(), dice("222345")).play(Roll(), dice("222345")).play(Score("twos"))
    again = bob
    for rolls_left in range(4, -1, -1):
        assert again.game.most_rolls == 5
        again = again.play(Roll(), dice("123456"))
        assert again.game.rolls_left == rolls_left
    with pytest.raises(NotNow):
        again.play(Roll(), dice("123456"))
    assert again.play(Score("chance")).game.saved == (0, 1)
    # Two of the five rolls are used, and three stay.
    some = bob.play(Roll(), dice("123456")).play(Roll(), dice("123456"))
    assert some.play(Score("full_straight")).game.saved == (3, 1)
