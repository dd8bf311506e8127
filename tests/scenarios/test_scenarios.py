"""A game by two people on every front end: held, rolled, scored, taken back, left, gone on with.

After every action the front end must show what is saved: dice, holds, every box of both cards,
totals and turn.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.players import (
    FrontEnd,
    InProcess,
    OnLaterTextual,
    OnTerminal,
    Player,
    find_best,
)
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.rules import Hold, Roll, Score


@pytest.fixture(
    params=[InProcess, OnTerminal, pytest.param(OnLaterTextual, marks=pytest.mark.slow)]
)
def front_end(request: pytest.FixtureRequest, tmp_path: Path) -> FrontEnd:
    found: FrontEnd = request.param(UserFolders(tmp_path))
    return found


async def roll(player: Player) -> None:
    rolls = player.saved().game.roll
    await player.act(Roll())
    await player.see(lambda game: game.roll == rolls + 1)


async def hold(player: Player, *positions: int) -> None:
    await player.act(Hold(positions))
    await player.see(lambda game: game.held == positions)


async def score_best(player: Player) -> str:
    game = player.saved().game
    box = find_best(game)
    await player.act(Score(box))
    await player.see(lambda after: after.turns == game.turns + 1)
    return box


async def test_a_game_is_played_taken_back_left_resumed_and_finished(front_end: FrontEnd) -> None:
    async with front_end.play(resume=False) as player:
        await roll(player)
        await hold(player, 1, 3)
        before = player.saved().game.faces
        await roll(player)
        after = player.saved().game.faces
        assert (after[1], after[3]) == (before[1], before[3])
        await hold(player, 0, 3)
        await score_best(player)
        positions = [player.saved().game]
        while player.saved().undo_seat is not None:
            await player.undo()
            positions.append(await player.see(lambda game: game != positions[-1]))
        assert (positions[-1].roll, positions[-1].faces) == (2, after)
        await player.press("Ann", "u")  # which a roll can't be
        for position in reversed(positions[:-1]):
            await player.redo()
            await player.see(lambda game, again=position: game == again)  # type: ignore[misc]
        await roll(player)
        await hold(player, 2)
        left = player.saved()
        await player.leave()
    ahead = front_end.play_ahead()
    async with front_end.play(resume=True) as player:
        assert await player.see(lambda game: game.roll == 1) == ahead
        assert player.saved().history.events[: len(left.history.events)] == left.history.events
        await score_best(player)
        while not player.saved().game.is_over:
            await roll(player)
            await score_best(player)
        await player.see_end()
        await player.leave()
