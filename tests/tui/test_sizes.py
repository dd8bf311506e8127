"""Terminals of every size: what is seen, what is reachable, and that nothing breaks."""

import asyncio
from itertools import count
from time import monotonic
from types import SimpleNamespace

import pytest
from textual.geometry import Region

from tests.tui.app_driver import NO_TUMBLING, SIZES, AppDriver, run_table, run_title
from tests.tui.event_loop import LoopClock, drain_loop
from tests.waiting import wait_until
from yahtzee_tui.rules import MOST_PLAYERS, RULESETS
from yahtzee_tui.tui.table.base_screen import TableScreenBase
from yahtzee_tui.tui.table.values import CoachPanel

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
TOO_SMALL = [(59, 19), (1, 1), (59, 20), (60, 19), (40, 12), (10, 3)]
DICE = [
    ((60, 20), (7, 4)),
    ((80, 24), (9, 5)),
    ((100, 30), (13, 7)),
    ((130, 40), (17, 9)),
    ((200, 60), (25, 13)),
]
"""How large dice are at a size."""


def check_seen(ui: AppDriver) -> None:
    """Check that dice, boxes, totals and the two keys that must fit are on the screen."""
    width, height = ui.app.size
    assert len(ui.lines) == height
    card = ui.card
    for box in ui.game.ruleset.boxes:
        assert card.labels[box.id] in ui.text
        assert (box.id, ui.game.seat) in card.boxes
    assert "TOTAL" in ui.text
    assert all(region.right <= width for region in regions(ui))
    for line in range(ui.scorecard.size.height):
        y = ui.scorecard.region.y + line
        assert ui.scorecard.render_line(line).text.strip() in ui.lines[y]
    hides_players = ui.table_screen.scorecard.hides_players
    bar = " ".join(ui.lines[-1].split())
    assert "Esc Menu" in bar
    assert ("[] Cards" in bar) == hides_players
    assert bar.endswith("? ^P q" if width < 68 or hides_players else "q Quit")
    assert ui.status[:20] in ui.text


def regions(ui: AppDriver) -> list[Region]:
    """Return where the dice are, with their words."""
    tray = ui.table_screen.tray
    dice = map(tray.region_of, range(ui.game.ruleset.dice))
    return [die.translate(tray.region.offset) for die in dice]


HOLDING = NO_TUMBLING._replace(auto_roll=False, dice_click="hold")
"""Without the manners that some games have."""


def beside(ui: AppDriver) -> list[str]:
    """Return the lines of the coach beside the card that say something."""
    (panel,) = ui.table_screen.query(CoachPanel)
    x, y, width, height = panel.region
    lines = (line[x : x + width] for line in ui.lines[y + 1 : y + height])
    return [" ".join(line.strip(" │").split()) for line in lines if line.strip(" │╰─╯")]


@pytest.mark.slow
async def test_nothing_is_clipped_and_dice_grow_with_the_terminal() -> None:
    async with run_table(size=(60, 20)) as ui:
        for rules in RULESETS:
            dice = ("33344" * 2)[: RULESETS[rules].dice]
            await ui.open_table(dice, players=NAMES[:2], rules=rules, options=HOLDING)
            assert set(ui.card.boxes.values()) == {"·"}, rules
            await ui.press("down", "left", "slash")
            assert ui.card.marked == [], "there is nothing to mark before a roll"
            await ui.press("space")
            check_seen(ui)
            assert len(ui.game.potentials) == len(ui.game.ruleset.boxes)
            for potential in ui.game.potentials:
                said = ui.cell(potential.box.id).strip("‹›«»")
                none = "—" if potential.refusal else "·"
                assert said == str(potential.points) or (said == none and not potential.points)
        await ui.open_table("33344", players=NAMES[:4], rules="yatzy50", keys="space")
        for size in ((80, 24), (120, 40), (300, 100)):
            await ui.resize(*size)
            check_seen(ui)
            assert ui.card.seats == (0, 1, 2, 3)
        await ui.resize(120, 40)
        await ui.press("enter", "enter")
        line = next(line for line in ui.lines if "33344" in line)
        assert "Ann" in line, "a tall terminal lists the turns"
        await ui.open_table("13456", keys="space 1 5")  # where the dice grow with the terminal
        for size, (width, height) in DICE:
            await ui.resize(*size)
            await ui.wait_until(lambda: regions(ui)[0].size == (width, height + 2))  # noqa: B023


async def test_a_wide_terminal_has_the_coach_beside_the_card() -> None:
    throws = "33344", "33341"
    async with run_table(*throws, rules="yz", options=HOLDING, size=(120, 30)) as ui:
        await ui.press("space", "h")
        await ui.finish_workers()
        assert beside(ui)[:2] == ["loss", "Keep 3-3-3 best"]
        assert len(beside(ui)) == 1 + 3, "no other loses less than 2"
        await ui.press("1", "2", "3", "space")
        assert beside(ui)[1] == "Keep 3-3-3 · held best"
        await ui.resize(119, 30)
        await ui.wait_until(lambda: not beside(ui))
        await ui.resize(200, 30)
        await ui.wait_until(lambda: beside(ui))
        assert beside(ui)[1].startswith("Keep 3-3-3 · held ")
        assert beside(ui)[1].endswith(" best")
        await ui.resize(120, 40)
        await ui.wait_until(lambda: len(beside(ui)) == 1 + 3)
        await ui.press("enter", "enter")
        assert beside(ui) == []
        await ui.press("u", "h")
        assert beside(ui) == []


@pytest.mark.slow
async def test_the_live_column_is_seen_and_one_can_look_aside_at_every_card() -> None:
    async with run_title() as ui:
        for size in SIZES[:2]:
            await ui.resize(*size)
            for players in range(1, 9):
                names = NAMES[:players]
                filled = [("12346", "chance")] * (players - 1)
                await ui.open_table("33344", players=names, filled=filled, keys="space")
                assert ui.game.seat == players - 1
                check_seen(ui)
                assert ui.cell("full_house") == "«25»"
                assert names[-1] in ui.card.names
                assert f"▸{names[-1][:2]}" in ui.lines[0]
            seen = set(ui.card.seats)
            assert len(seen) < MOST_PLAYERS
            for _ in NAMES:
                await ui.press("left_square_bracket")
                seen.update(ui.card.seats)
            assert seen == set(range(MOST_PLAYERS))
            await ui.click_text("more ▸" if "more ▸" in ui.text else "→")
            assert ui.game.turns == MOST_PLAYERS - 1
        await ui.resize(60, 20)
        await ui.open_table("33344", "33344", players=NAMES)
        await ui.press("space", *["right_square_bracket"] * 8)
        assert 0 not in ui.card.seats
        await ui.press("enter", "space")
        assert 1 in ui.card.seats, "a new turn brings its column back"


async def test_too_small_names_the_size_and_keeps_the_game() -> None:
    async with run_table("33344", keys="space 1") as ui:
        before, picture = ui.table.history, ui.lines
        for size in TOO_SMALL:
            await ui.resize(*size)
            await ui.press("2", "space", "enter", "u", "a", "escape", "slash")
            assert ui.table.history == before, size
            if size[0] >= 20:
                await ui.wait_for_text("60x20", "q")
            await ui.resize(80, 24)
            assert ui.lines == picture
        for keys in ("q", "question_mark", "ctrl+c", "ctrl+q n"):
            await ui.resize(50, 15)
            await ui.press(*keys.split())
            await ui.resize(80, 24)
            if ui.screen_name != "TableScreen":
                await ui.press("escape")
            assert ui.screen_name == "TableScreen", keys
    async with run_title(size=(40, 12)) as ui:
        assert "60x20" in ui.text
        await ui.resize(80, 24)
        await ui.press("enter", "enter")
        assert ui.game.roll == 1, "started too small, it opens once grown"
        await ui.open_title()
        await ui.resize(40, 12)
        await ui.press("q")
        assert ui.app.return_code == 0


async def test_a_table_is_styled_for_its_size_from_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    classes: list[frozenset[str]] = []
    monkeypatch.setattr(TableScreenBase, "on_mount", lambda self: classes.append(self.classes))
    for size in (*SIZES, (104, 34), (200, 60)):
        async with run_table(size=size) as ui:
            assert classes == [ui.app.screen.classes], size
            classes.clear()


async def test_a_size_is_followed_on_a_machine_whose_timers_are_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    often = count()
    late = SimpleNamespace(get_time=lambda: monotonic() + 0.02 * next(often))
    async with run_table() as ui:
        for keys in ((), ("o",), ("K",)):
            await ui.open_table("33344")
            await ui.press("space", *keys)
            with monkeypatch.context() as patch:
                patch.setattr("textual.timer._time", late)
                for size in ((120, 40), (60, 20), (100, 30)):
                    ui.resize_at_once(*size)
                    await wait_until(lambda size=size: ui.app.screen.size == size)  # type: ignore[misc]


async def test_sizes_that_change_fast_are_drawn_ten_times_a_second_and_the_last_always() -> None:
    async with run_table("33344") as ui:
        with LoopClock() as clock:
            await clock.move(1)
            for last in ((70, 30), (60, 20)):
                drawn = set()
                for columns in range(100, 140):
                    ui.resize_at_once(columns, 40)
                    await drain_loop()
                    drawn.add(ui.app.screen.size)
                assert len(drawn) <= 2, "that before, and one new size"
                ui.resize_at_once(*last)
                await clock.move(0.1)
                await clock.move(0.1)
                assert ui.app.screen.size == last
            # While the app is busy, a size that has waited is due after a newer one has come.
            busy = asyncio.Event()
            for columns in (100, 110):
                ui.resize_at_once(columns, 30)
                await drain_loop()
            ui.app.call_later(busy.wait)
            await drain_loop()
            ui.resize_at_once(120, 40)
            await clock.move(0.1)
            busy.set()
            for _ in range(2):
                await clock.move(0.1)
            assert ui.app.screen.size == (120, 40)
