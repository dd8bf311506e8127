"""The end of a game: who won, what to do next, and that the last score can still be undone."""

from itertools import product

import pytest

from tests.store.games import play_out, play_real
from tests.table.scripted import play_turn
from tests.tui.app_driver import NO_TUMBLING, SIZES, all_but_chance, run_app, run_table
from tests.tui.stopped_clock import StoppedClock
from yahtzee_tui.rules import Roll, find_ruleset
from yahtzee_tui.rules.history import gather_turns
from yahtzee_tui.store import Store
from yahtzee_tui.store.stats.scores import RankedTotal
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.review.screen import describe_share_below
from yahtzee_tui.tui.table.result import (
    ResultScreen,
    describe_best_turn,
    describe_standing,
    list_turns,
    rank_players,
)
from yahtzee_tui.tui.table.widgets.poster import (
    PosterTurn,
    PosterView,
    RankedPlayer,
    line_width,
    paint_poster,
)
from yahtzee_tui.tui.widgets.painted import Characters, TextRun

TWO = ("Ann", "Bob")
DRAWN = Characters()


def read_poster(
    view: PosterView, width: int, height: int, drawn: Characters = DRAWN
) -> tuple[list[list[TextRun]], list[str]]:
    """Return the lines of a poster as they are drawn, and as text."""
    lines = paint_poster(view, width, height, drawn)
    return lines, ["".join(run.text for run in line) for line in lines]


async def test_the_poster_shows_places_names_and_all_totals() -> None:
    async with run_table("12346", "66666", players=TWO, filled=all_but_chance(2)) as ui:
        await ui.finish_game()
        assert ui.screen_name == "ResultScreen"
        upper, lower = 1 + 2 + 3 + 4 + 6, 30
        shown = [" ".join(line.strip(" ║").split()[-6:]) for line in ui.lines]
        for place, name, chance in ((1, "Bob", 30), (2, "Ann", 16)):
            total = upper + lower + chance
            line = f"{place}. {name} {upper} 0 {lower + chance} {total}"
            assert any(line in each for each in shown), (line, ui.text)
        assert "BOB WINS WITH 76" in ui.text
        throws = ("11111", "66666", "66666")
        await ui.open_table(*throws, players=("Ann", "Bob", "Cy"), filled=all_but_chance(3))
        await ui.finish_game()
        ranking = [(each.place, each.name) for each in rank_players(ui.game)]
        assert ranking == [(1, "Bob"), (1, "Cy"), (3, "Ann")]
        assert "BOB AND CY" in ui.text
        players = tuple(f"Player {number} 太郎太郎" for number in range(1, 9))
        await ui.open_table(*["12346"] * 8, players=players, filled=all_but_chance(8))
        await ui.finish_game()
        for size in SIZES[:2]:
            await ui.resize(*size)
            assert "Play again" in ui.lines[-1], size
            for number in range(1, 9):
                assert f"Player {number}" in ui.text, size


async def test_the_poster_shows_each_players_game_and_its_line_is_copied() -> None:
    record, game = play_out("yz", ("Ann", "Bob"), 3)
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING)) as ui:
        ui.app.push_screen(ResultScreen(game, record))
        await ui.finish_workers()
        screen = ui.app.screen
        assert isinstance(screen, ResultScreen)
        winner = game.ranking[0].seat
        assert "How well did I play?  v Review" in ui.text
        assert not [each for each in ("ccuracy", "luck", "poor", "Expert") if each in ui.text]
        for steps in range(3):
            seat = (winner + steps) % 2
            view = screen.poster.view
            assert (view.seat, view.shown.name) == (seat, game.players[seat])
            assert len(view.turns) == game.rounds
            assert any(line.startswith("Best turn: ") for line in view.praise)
            await ui.press("down")
        await ui.press("c")
        assert ui.app.clipboard == ui.app.copied == screen.poster.view.foot[1]
        assert ui.app.copied.startswith(f"{game.ruleset.name}  ")
        assert "Copied" in ui.text
        await ui.click_text(game.players[winner], opens="ResultScreen")
        assert screen.poster.view.seat == winner
        # What the poster doesn't say is a key away.
        await ui.press("v", opens="ReviewScreen")
        await ui.wait_for_text("Luck", "Accuracy", " best", " poor", "Best moment", "Costliest")


@pytest.mark.parametrize("drawn", [DRAWN, Characters(plain=True), Characters(grounds=False)])
def test_a_poster_fills_any_size(drawn: Characters) -> None:
    for players, total in product((1, 2, 8), (0, 48, 1575)):
        sums = {"Upper": 70, "Bonus": 35, "Lower": total, "Total": total}
        ranking = tuple(
            RankedPlayer(seat + 1, seat, f"Player {seat} 太郎太郎", sums) for seat in range(players)
        )
        for rounds in (20, 13, 0):
            turns = (PosterTurn("Three of a kind", "3 of a kind", 20),) * rounds
            view = PosterView("WON", 0, ranking, ("a", "b"), turns=turns, foot=("Yz  1",))
            paint_poster(view, 12, 10, drawn)
            for width, height in product((60, 80, 130, 200), (18, 22, 38, 58)):
                lines, text = read_poster(view, width, height, drawn)
                assert len(lines) <= height
                assert max(map(line_width, lines)) <= width
                assert all(any(f"{at + 1}. " in line for line in text) for at in range(players))
                assert any("Yz  1" in line for line in text)
                shown = sum(line.count(" of a kind") for line in text)
                assert shown == rounds or (rounds, width) == (20, 60)


def test_the_box_and_the_points_of_each_turn_are_shown() -> None:
    record, game = play_out("official", ("Ann",), 1)
    played = gather_turns(game, record.events)
    turns = list_turns(game.ruleset, played)
    assert sum(turn.points for turn in turns) == game.card.grand_total - game.card.upper_bonus
    (best,) = describe_best_turn(game, played)
    real = play_real()
    turns_of = gather_turns(real.game, real.record.events)
    assert [*describe_best_turn(real.game, turns_of[::2])] == ["Best turn: Sixes on roll 2"]
    assert [*describe_best_turn(real.game, turns_of[1::2])] == ["Best turn: YZ"]
    most = max(turn.points for turn in turns)
    assert any(f"Best turn: {turn.box} on" in best for turn in turns if turn.points == most)
    for is_long in (True, False):
        shown = turns if is_long else [turn._replace(box=turn.box * 9) for turn in turns]
        view = PosterView("WON", 0, rank_players(game), turns=tuple(shown))
        lines, text = read_poster(view, 80, 24)
        for turn in turns:
            name = turn.box if is_long else turn.short
            assert any(f"{name} " in line and str(turn.points) in line for line in text)
        assert len({line_width(line) for line in lines}) == 1, "the frame is straight"


def test_the_poster_has_a_column_for_each_sum_of_the_rules() -> None:
    for rules, columns in (
        ("official", ["Upper", "Bonus", "Lower", "Total"]),
        ("crag", ["Upper", "Lower", "Total"]),
    ):
        (player,) = rank_players(play_out(rules, ("Ann",), 1).game)
        view = PosterView("WON", 0, (player,))
        heading = next(line for line in read_poster(view, 80, 24)[1] if "Total" in line)
        assert heading.strip("║ ").split()[-len(columns) :] == columns
        assert list(player.sums) == columns


async def test_at_the_cards_the_bar_says_results_and_the_line_is_copied_too() -> None:
    async with run_table("12346", filled=all_but_chance()) as ui:
        await ui.finish_game()
        for size in SIZES:
            await ui.resize(*size)
            await ui.press("escape", opens="TableScreen")
            assert "Enter Results" in ui.lines[-1]
            await ui.press("c", opens="ResultScreen")
            assert ui.app.clipboard.startswith("Yahtzee")


def test_a_total_is_ranked_among_the_players_other_games(store: Store) -> None:
    for seed in range(4):
        store.games.add(*play_out("yz", ("Ann",), seed))
    others = [play_out("yz", ("Ann",), seed).game.card.grand_total for seed in range(4)]
    record, game = play_out("yz", ("Ann",), 5)
    total, game_id = game.card.grand_total, store.games.add(record, game).game
    place = 1 + sum(other > total for other in others)
    standing = store.scores.rank_total("ann", "yz", total, game_id)
    assert standing == RankedTotal(place, 5, max(others), sum(others) / 4)
    for total, standing, said in (
        (901, RankedTotal(1, 5, 900, 890.4), ["New personal best", "11 above your average"]),
        (300, RankedTotal(2, 5, 900, 299.6), ["2nd best of 5 games"]),
        (300, RankedTotal(4, 5, 900, 800.0), []),
        (900, RankedTotal(1, 2, 900, 900.0), ["Ties the best of 2 games"]),
        (9, RankedTotal(1, 1, None), ["First finished game"]),
    ):
        found = [*describe_standing(total, standing)]
        assert len(found) == len(said)
        assert all(each.startswith(part) for each, part in zip(found, said, strict=True))
    odds = (0.001, 0.0, 0.499, 0.5)
    below = [describe_share_below(odds, total) for total in (1, 3, 9)]
    assert below == ["0.1%", "50%", "99.9%"]


async def test_a_second_enter_after_the_last_score_leaves_the_poster_open(
    clock: StoppedClock,
) -> None:
    async with run_table("12346", "66666", filled=all_but_chance()) as ui:
        await ui.press("space", "enter", "enter", opens="ResultScreen")
        await ui.press("enter", opens="ResultScreen")
        assert ui.game.is_over
        await clock.move(1, ui)
        await ui.press("enter", opens="TableScreen")
        assert not ui.table.history.events, "a new game"


async def test_undo_takes_the_last_score_back_and_the_game_goes_on() -> None:
    async with run_table() as ui:
        for way in ("mouse", "key"):
            await ui.open_table("12346", "66666", filled=all_but_chance())
            await ui.finish_game()
            await (ui.click_text("Undo") if way == "mouse" else ui.press("u"))
            assert ui.screen_name == "TableScreen", way
            assert not ui.game.is_over
            assert ui.game.card["chance"] is None
            assert ui.game.faces == (1, 2, 3, 4, 6)
        await ui.press("space")
        assert ui.game.faces == (6, 6, 6, 6, 6)
        await ui.press("enter", opens="ResultScreen")
        assert ui.game.card["chance"] == 30
        # The cards can be seen, and the result again.
        for again in ("e", "enter"):
            await ui.press("escape", opens="TableScreen")
            assert ui.cell("chance") == "30"
            await ui.press("space", "1", "a", opens="TableScreen")
            assert ui.game.is_over
            await ui.press(again, opens="ResultScreen")
        await ui.press("e", opens="TableScreen")
        await ui.click_text("SHOW RESULTS", opens="ResultScreen")
        await ui.press("escape", "u")
        assert not ui.game.is_over


@pytest.mark.slow
async def test_play_again_and_new_game_know_the_players() -> None:
    async with run_table() as ui:
        for way in ("p", "Play again", "n", "New game"):
            await ui.open_table(
                *["12346"] * 2, players=TWO, rules="free-joker", filled=all_but_chance(2)
            )
            await ui.finish_game()
            old = ui.table
            await (ui.press(way) if len(way) == 1 else ui.click_text(way))
            if way in ("n", "New game"):
                assert ui.screen_name == "NewGameScreen"
                await ui.wait_for_text("Ann", "Bob")
                await ui.press("ctrl+s")
            assert ui.screen_name == "TableScreen", way
            assert ui.table is not old
            assert ui.game.players == TWO
            assert ui.game.ruleset.id == "free-joker"
            assert ui.table.history.events == ()


async def test_a_seeded_game_is_no_best_and_play_again_has_new_dice(store: Store) -> None:
    config = TableConfig(("Ann",), seed="7")
    app = YahtzeeApp(config, "Ann", NO_TUMBLING, store=store)
    assert app.table is not None
    for _ in range(12):
        play_turn(app.table)
    async with run_app(app) as ui:
        await ui.press("space", "enter", "enter", opens="ResultScreen")
        await ui.finish_workers()
        assert "First finished game" not in ui.text
        await ui.press("p", "space")
        assert ui.app.config == config.next_game()
        again = config.create_table()
        again.apply(0, Roll())
        assert ui.game.faces != again.game.faces


@pytest.mark.slow
async def test_a_game_with_saved_rolls_has_a_ranking_and_says_why_it_has_no_review() -> None:
    maxi = find_ruleset("maxi-yatzy")
    filled = [("123456", box.id) for box in maxi.boxes if box.id != "chance"]
    async with run_table("666666", rules="maxi-yatzy", filled=filled) as ui:
        await ui.finish_game()
        assert ui.screen_name == "ResultScreen"
        assert str(ui.game.card.grand_total) in ui.text
        await ui.press("v", opens="ReviewScreen")
        await ui.wait_for_text("Saved rolls make Maxi Yatzy too large")
