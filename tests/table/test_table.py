"""A table: whose turn it is, who may take what back, what is stale, and who is told."""

from collections.abc import Callable

import pytest

from tests.rules.conformance import check_sentence
from tests.table.scripted import play_to_end, play_turn
from yahtzee_tui.dice import ScriptedDice, SeededDice, Throw
from yahtzee_tui.rules import Held, Hold, Refusal, Roll, Rolled, Score, Scored, Setup
from yahtzee_tui.table import EventKind, Table, TableEvent

ANN, BOB = 0, 1
SCRIPT = ["33344", "11111", "66666", "12345", "22222", "55555"]


@pytest.fixture
def table() -> Table:
    return Table(Setup("official", ("Ann", "Bob"), dice="scripted"), ScriptedDice(SCRIPT))


@pytest.fixture
def posted(table: Table) -> Table:
    """Ann rolled threes and fours and scored them as a full house."""
    play_turn(table, "full_house")
    return table


def check_refused(table: Table, code: str, call: Callable[[], object]) -> None:
    """Check that a call is refused with this code, and that it changed and told nothing."""
    told: list[TableEvent] = []
    stop = table.watch(told.append)
    before = table.history
    with pytest.raises(Refusal) as caught:
        call()
    stop()
    assert caught.value.code == code
    check_sentence(caught.value.sentence)
    assert table.history == before
    assert told == []


def test_actions_of_the_seat_whose_turn_it_is_become_events(table: Table) -> None:
    check_refused(table, "not_your_turn", lambda: table.apply(BOB, Roll()))
    check_refused(table, "not_your_turn", lambda: table.apply(7, Roll()))
    assert table.apply(ANN, Roll()) == Rolled((3, 3, 3, 4, 4))
    check_refused(table, "not_your_turn", lambda: table.apply(BOB, Hold((0,))))
    check_refused(table, "not_your_turn", lambda: table.apply(BOB, Score("ones")))
    assert table.apply(ANN, Hold((0, 1, 2))) == Held((0, 1, 2))
    assert table.apply(ANN, Roll()) == Rolled((3, 3, 3, 1, 1))
    assert table.apply(ANN, Score("threes")) == Scored("threes", 9)
    assert (table.game.player, len(table.history.events)) == ("Bob", 4)


def test_what_the_rules_refuse_uses_up_no_dice(table: Table) -> None:
    table.apply(ANN, Roll())
    table.apply(ANN, Hold((0, 1, 2, 3, 4)))
    check_refused(table, "all_held", lambda: table.apply(ANN, Roll()))
    check_refused(table, "unknown_box", lambda: table.apply(ANN, Score("eights")))
    table.apply(ANN, Hold(()))
    assert table.apply(ANN, Roll()) == Rolled((1, 1, 1, 1, 1))


def test_a_finished_game_refuses_every_seat() -> None:
    solo = Table(Setup("official", ("Ann",)), ScriptedDice(["12346"] * 13))
    play_to_end(solo)
    assert solo.game.turns == 13
    check_refused(solo, "game_over", lambda: solo.apply(ANN, Roll()))
    check_refused(solo, "game_over", lambda: solo.apply(BOB, Roll()))
    solo.undo(ANN)
    assert (solo.game.turns, solo.game.winners) == (12, ())
    solo.redo(ANN)
    assert (solo.game.turns, solo.game.winners) == (13, (ANN,))


def test_undo_and_redo_belong_to_whoever_did_it(posted: Table) -> None:
    assert (posted.undo_seat, posted.redo_seat) == (ANN, None)
    check_refused(posted, "not_yours", lambda: posted.undo(BOB))
    check_refused(posted, "nothing_to_redo", lambda: posted.redo(ANN))
    assert posted.undo(ANN) == Scored("full_house", 25)
    assert (posted.undo_seat, posted.redo_seat) == (None, ANN)
    assert posted.game.player == "Ann"
    check_refused(posted, "not_yours", lambda: posted.redo(BOB))
    check_refused(posted, "nothing_to_undo", lambda: posted.undo(ANN))
    assert posted.redo(ANN) == Scored("full_house", 25)
    assert posted.game.player == "Bob"


def test_what_was_posted_for_somebody_or_before_a_roll_stands(posted: Table) -> None:
    assert posted.undo_seat == ANN
    posted.undo_floor = len(posted.history.events)
    assert posted.undo_seat != ANN
    check_refused(posted, "stands", lambda: posted.undo(ANN))
    check_refused(posted, "stands", lambda: posted.repost(ANN, "threes"))
    posted.apply(BOB, Roll())
    assert posted.undo_seat not in (ANN, BOB)
    check_refused(posted, "nothing_to_undo", lambda: posted.undo(ANN))
    check_refused(posted, "nothing_to_move", lambda: posted.repost(ANN, "threes"))
    posted.apply(BOB, Score("yahtzee"))
    assert posted.undo_seat == BOB
    assert posted.undo(BOB) == Scored("yahtzee", 50)


def test_a_posting_is_moved_and_a_refused_move_changes_nothing(posted: Table) -> None:
    check_refused(posted, "unknown_box", lambda: posted.repost(ANN, "eights"))
    check_refused(posted, "not_yours", lambda: posted.repost(BOB, "threes"))
    assert posted.repost(ANN, "threes") == Scored("threes", 9)
    assert posted.game.cards[ANN]["threes"] == 9
    assert posted.game.cards[ANN]["full_house"] is None
    assert posted.game.player == "Bob"
    assert posted.repost(ANN, "chance") == Scored("chance", 17)
    posted.undo(ANN)
    check_refused(posted, "nothing_to_move", lambda: posted.repost(ANN, "threes"))
    posted.apply(ANN, Hold((0,)))  # a hold is no posting
    check_refused(posted, "nothing_to_move", lambda: posted.repost(ANN, "ones"))
    solo = Table(Setup("official", ("Ann",)), ScriptedDice(["66666", "66666"]))
    for box in ("yahtzee", "sixes"):
        play_turn(solo, box)
    check_refused(solo, "joker_forced", lambda: solo.repost(ANN, "chance"))
    check_refused(solo, "box_filled", lambda: solo.repost(ANN, "yahtzee"))
    assert solo.game.card.grand_total == 180


def test_watchers_get_every_change_until_they_stop(table: Table) -> None:
    told: list[TableEvent] = []
    others: list[bool] = []
    stop = table.watch(told.append)
    table.watch(lambda change: others.append(table.game == change.game))
    play_turn(table, "threes")
    table.repost(ANN, "fours")
    table.undo(ANN)
    table.redo(ANN)
    stop()
    table.apply(BOB, Roll())
    kinds = [EventKind.ACT, EventKind.ACT, EventKind.MOVE, EventKind.UNDO, EventKind.REDO]
    assert [(each.kind, each.seat, each.player) for each in told] == [
        (kind, ANN, "Ann") for kind in kinds
    ]
    posted = [(each.event, each.game.player) for each in told[1:3]]
    assert posted == [(Scored("threes", 9), "Bob"), (Scored("fours", 8), "Bob")]
    assert others == [True] * 6, "a watcher sees the table as it now is"


def test_undo_can_never_roll_again() -> None:
    """Taking a posting back and rolling gives the dice that rolling at once would have given."""
    setup = Setup("official", ("Ann",), dice="seed:1")
    straight, detour = Table(setup, SeededDice("1")), Table(setup, SeededDice("1"))
    for table in (straight, detour):
        table.apply(ANN, Roll())
        table.apply(ANN, Hold((0, 1)))
    detour.undo(ANN)
    detour.redo(ANN)
    for _ in range(5):
        detour.apply(ANN, Score("chance"))
        detour.undo(ANN)
    assert detour.apply(ANN, Roll()) == straight.apply(ANN, Roll())
    check_refused(detour, "nothing_to_undo", lambda: detour.undo(ANN))
    detour.apply(ANN, Hold((4,)))
    straight.apply(ANN, Hold((2, 3, 4)))
    for table in (detour, straight):
        table.apply(ANN, Roll())
    assert detour.game.faces[:2] == straight.game.faces[:2]
    assert detour.game.faces[:4] == SeededDice("1").roll(Throw(ANN, 1, 3))[:4]


def test_a_watcher_that_raises_keeps_no_later_change_from_anybody(table: Table) -> None:
    told: list[TableEvent] = []

    def fail(_: TableEvent) -> None:
        raise ZeroDivisionError

    stop = table.watch(fail)
    with pytest.raises(ZeroDivisionError):
        table.apply(ANN, Roll())
    stop()
    table.watch(told.append)
    table.apply(ANN, Score("threes"))
    assert [change.event for change in told] == [Scored("threes", 9)]
