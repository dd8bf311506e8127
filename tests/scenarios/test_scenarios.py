"""A game by two people on every front end: held, rolled, scored, taken back, left, gone on with.

After every action the front end must show what is saved: dice, holds, every box of both cards,
totals and turn.
"""

from pathlib import Path

import pytest

from tests.scenarios.players import FrontEnd, OnLaterTextual, OnTerminal, Player, find_best
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.rules import Hold, Roll, Score


@pytest.fixture(params=[OnTerminal, pytest.param(OnLaterTextual, marks=pytest.mark.slow)])
def front_end(request: pytest.FixtureRequest, tmp_path: Path) -> FrontEnd:
    found: FrontEnd = request.param(UserFolders(tmp_path))
    return found


def roll(player: Player) -> None:
    rolls = player.saved().game.roll
    player.act(Roll())
    player.see(lambda game: game.roll == rolls + 1)


def hold(player: Player, *positions: int) -> None:
    player.act(Hold(positions))
    player.see(lambda game: game.held == positions)


def score_best(player: Player) -> None:
    game = player.saved().game
    player.act(Score(find_best(game)))
    player.see(lambda after: after.turns == game.turns + 1)


def test_a_game_is_played_taken_back_left_resumed_and_finished(front_end: FrontEnd) -> None:
    with front_end.play(resume=False) as player:
        roll(player)
        hold(player, 1, 3)
        before = player.saved().game.faces
        roll(player)
        after = player.saved().game.faces
        assert (after[1], after[3]) == (before[1], before[3])
        hold(player, 0, 3)
        score_best(player)
        positions = [player.saved().game]
        while player.saved().undo_seat is not None:
            player.undo()
            positions.append(player.see(lambda game: game != positions[-1]))
        assert (positions[-1].roll, positions[-1].faces) == (2, after)
        player.consoles["Ann"].press("u")  # which a roll can't be
        for position in reversed(positions[:-1]):
            player.redo()
            player.see(lambda game, again=position: game == again)  # type: ignore[misc]
        roll(player)
        hold(player, 2)
        left = player.saved()
        player.leave()
    ahead = front_end.play_ahead()
    with front_end.play(resume=True) as player:
        assert player.see(lambda game: game.roll == 1) == ahead
        assert player.saved().history.events[: len(left.history.events)] == left.history.events
        score_best(player)
        while not player.saved().game.is_over:
            roll(player)
            score_best(player)
        player.see_end()
        player.leave()
