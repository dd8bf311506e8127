"""A user with a store and random settings who sends random input, quits and starts again."""

import socket
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from sqlalchemy import create_engine, update

from tests.store.games import play_out
from tests.tui.app_driver import run_app
from tests.tui.event_loop import drain_loop
from tests.tui.random_input import RandomInput
from tests.tui.table_checks import check_table
from yahtzee_tui.rules import RULESETS, Record, Roll, Score
from yahtzee_tui.rules.records import read_record, write_record
from yahtzee_tui.settings import COLORS, OPTIONS, Options, read_settings, write_settings
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.store.schema import GAMES
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp

_ELSEWHERE = f"1 feedface0000 {socket.gethostname()}"


class RandomUser:
    """Plays with choices of their own, by themselves or with others and computers."""

    def __init__(self, seed: int, folder: Path) -> None:
        """Prepare a store with some games, and a file of settings, in an empty folder.

        The seed decides everything that is random here, and the rules and colors in turn.
        """
        self.rng = rng = Random(seed)
        self.rules = list(RULESETS)[seed % len(RULESETS)]
        self.people = tuple("ABCDEFGH"[: rng.randint(1, 7)])
        self.ascii_only, self.animated = seed % 4 == 1, seed % 3 == 2
        self.file, self.settings = str(folder / "games.sqlite"), folder / "settings.toml"
        self.random_input = RandomInput(rng)
        self.next_screen = seed
        options = Options(
            dice_click=rng.choice([*OPTIONS["dice_click"].values]),
            dice_speed=rng.choice([*OPTIONS["dice_speed"].values]),
            auto_roll=rng.random() < 0.5,
            confirm_zero=rng.random() < 0.5,
            colors=COLORS[seed % len(COLORS)],
            coach=rng.choice([*OPTIONS["coach"].values]),
        )
        write_settings(self.settings, options, Options())
        with closing(Store(self.file)) as store:
            self.fill(store)

    def fill(self, store: Store) -> None:
        """Put games into the store: finished, almost finished, and one open elsewhere."""
        for seed, missing in enumerate((0, 0, 4, 8, 20)):
            record, _ = play_out(self.rules, self.people[:3], seed)
            cut = Record(record.setup, record.events[: len(record.events) - missing])
            played = read_record(write_record(cut)).replay()
            version = store.games.add(cut, played.game)
            store.games.release(version)
        engine = create_engine(f"sqlite:///{self.file}")
        with engine.begin() as connection:
            held = GAMES.c.id == version.game
            connection.execute(update(GAMES).where(held).values(holder=_ELSEWHERE))
        engine.dispose()

    async def play(self, events: int) -> Counter[str]:
        """Send so many events, and return how often which screen was on top.

        At the end, every game that is in the store by then is played through.
        """
        seen: Counter[str] = Counter()
        with closing(Store(self.file)) as store:
            while self.random_input.sent < events:
                try:
                    await self.run(store, events, seen)
                except BaseException as error:
                    error.add_note("\n".join(self.random_input.newest))
                    raise
            for saved in store.games.by_status(*Status):
                saved.load()  # which plays it through
        return seen

    async def run(self, store: Store, events: int, seen: Counter[str]) -> None:
        options, notices = read_settings(self.settings)
        assert notices == []
        games = store.games.by_status(Status.UNFINISHED)
        resumed = self.rng.choice(games).id if games and self.rng.random() < 0.5 else None
        app = YahtzeeApp(
            self.draw_config(), "A", options, store=store, resume=resumed,
            settings=self.settings, ascii_only=self.ascii_only,
        )  # fmt: skip
        async with run_app(app, animated=self.animated) as ui:
            seen[ui.screen_name] += 1
            self.open_something(app)
            await drain_loop()
            while self.random_input.sent < events and app.return_code is None:
                check_table(app, self.ascii_only)
                assert not self.ascii_only or ui.text.isascii(), ui.text
                seen[ui.screen_name] += 1
                self.random_input.send_some(ui)
                await drain_loop()
        saved_table = app.navigator.saved_table
        if saved_table is not None and saved_table.game_id is not None and not saved_table.is_stale:
            assert saved_table.problem is None
            text = store.games.read(saved_table.game_id).text
            assert text == write_record(saved_table.table.record), text

    def draw_config(self) -> TableConfig | None:
        """Return a configuration of a new game, or none for the title screen."""
        rng = self.rng
        if rng.random() < 0.5:
            return None
        seed = str(rng.random())
        config = TableConfig(self.people, self.rules, seed=seed, duplicate=rng.random() < 0.3)
        rank = rng.choice(("", "beginner", "casual"))
        return config.with_computer(rank, "Computer") if rank else config

    def open_something(self, app: YahtzeeApp) -> None:
        """Open a screen that one gets to by chance only seldom."""
        ways: tuple[Callable[[], object], ...] = (
            app.show_new_game,
            app.action_show_options,
            app.action_show_scores,
            lambda: app.show_statistics("A"),
            lambda: app.show_review(lambda: play_out(self.rules, self.people[:2], 0).record),
            app.action_show_help,
            app.action_show_key_map,
            lambda: _play_to_the_end(app),
        )
        ways[self.next_screen % len(ways)]()
        self.next_screen += 1


def _play_to_the_end(app: YahtzeeApp) -> None:
    while app.table is not None and not app.table.game.is_over:
        game = app.table.game
        allowed = [each.box.id for each in game.potentials if each.refusal is None]
        app.table.apply(game.seat, Score(allowed[0]) if game.roll else Roll())
