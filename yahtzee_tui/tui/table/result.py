"""The end of a game: a poster with ranking and what was good about it, and what to do next."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.widgets import Static

from yahtzee_tui.rules.history import gather_turns, knows_rolls
from yahtzee_tui.services.game_summary import format_share
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.listing import name_game
from yahtzee_tui.table import describe_end
from yahtzee_tui.table.eligibility import find_lists
from yahtzee_tui.table.judged import describe_next, find_day, find_judged, score_best_play
from yahtzee_tui.text import format_ordinal
from yahtzee_tui.translation import N_, _, ngettext, pgettext
from yahtzee_tui.tui.keymap import REVIEW, bind, bind_arrows, describe_key, keys_of
from yahtzee_tui.tui.lifecycle import GameScreen, after_refresh, start_worker
from yahtzee_tui.tui.table.widgets.poster import Poster, PosterTurn, PosterView, RankedPlayer
from yahtzee_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Card, Game, Record, Ruleset, Setup
    from yahtzee_tui.rules.history import PlayedTurn
    from yahtzee_tui.services.game_summary import GameSummary
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.stats.scores import RankedTotal
    from yahtzee_tui.strategy import ValueTable


_ENTER_SECONDS = 1.0
"""How long Enter does nothing: a second Enter after the last score starts no game."""

_REVIEW = bind("v", "review", "Review", "result-review", REVIEW)

BY_PLAYER = N_("The game of the player above"), N_("The game of the player below")


class ResultScreen(GameScreen[str]):
    """The poster of a finished game; the result is what to do next."""

    DEFAULT_CSS = """
    ResultScreen {
        #next-daily { width: 100%; height: auto; text-align: center; color: $card-muted; }
    }
    """
    LEADS_ANYWHERE = False
    IS_PICTURE: ClassVar[bool] = False
    """Whether it has the line to share in place of keys."""
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("p", "dismiss('again')", "Play again", "again", "Play again with the same players"),
        bind("n", "dismiss('new')", "New game", "new", "Choose other players or rules"),
        bind("u", "dismiss('undo')", "Undo", "result-undo", "Undo the last score"),
        _REVIEW,
        bind("b", "show_board", "Board", "result-board", "All who played this game"),
        bind("c", "copy", "Share", "result-copy", "Copy the line to share"),
        bind("escape,e", "dismiss", "Cards", "look", "Look at the cards"),
        bind("m", "dismiss('title')", "Menu", "result-menu", "Go to the menu"),
        bind("s", "app.show_scores", "Scores", "result-scores", "High scores and statistics"),
        *bind_arrows("result-player", "step", BY_PLAYER, ("up,k", "down,j"), show=False),
        bind(
            "enter", "go_on", "Play again", "result-go-on", "Play again with the same players",
            show=False, key_display="Enter",
        ),
        bind("q", "app.quit", "Quit", "result-quit", "Quit the program"),
    ]  # fmt: skip

    poster = getters.query_one(Poster)

    def __init__(
        self,
        game: Game,
        record: Record,
        may_undo: bool = True,
        may_play_again: bool = True,
        *,
        seats: tuple[int, ...] = (),
        game_id: str | None = None,
    ) -> None:
        """Create the screen.

        `may_undo` says whether the last score was made at this screen, `seats` which ones are
        played here: the best of them is shown first, or of all if there is none; `game_id` is the
        id of the saved game.
        """
        super().__init__()
        self._game = game
        self._record = record
        self._may_undo = may_undo
        self._day = find_day(record.setup)
        self._event = find_judged(record.setup)
        self._may_play_again = may_play_again and self._event is None
        self._game_id = game_id
        ranked = [standing.seat for standing in game.ranking]
        self._seat = next((seat for seat in ranked if seat in seats), ranked[0])
        self._summaries: tuple[GameSummary, ...] = ()
        self._standings: dict[int, RankedTotal] = {}
        self._best: int | None = None
        self._streak = 0
        self._said: tuple[str, ...] = ()
        self._may_enter = False

    def compose(self) -> ComposeResult:
        yield Poster(self._create_view())
        if self._day:
            yield Static(_describe_daily(self._record.setup), id="next-daily", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        after_refresh(self, lambda: self.set_timer(_ENTER_SECONDS, self._allow_enter))
        if (store := self.context.navigator.store) is not None:
            start_worker(self, partial(self._load_standings, store), "standings")
        start_worker(self, self._load_review, "review")

    def _allow_enter(self) -> None:
        self._may_enter = True

    @property
    def ruleset(self) -> Ruleset:
        return self._game.ruleset

    def show_message(self, sentence: str, warning: bool = True) -> None:  # noqa: ARG002
        self._say(sentence)

    def allowed(self) -> dict[str, bool | None]:
        has_board = self._event is not None and self.context.navigator.store is not None
        return {
            "step": len(self._game.players) > 1,
            "show_board": has_board,
            "dismiss('undo',)": self._may_undo,
            "dismiss('again',)": self._may_play_again,
        }

    def on_key(self, event: events.Key) -> None:
        """Say why the game can't be undone or played again."""
        if event.key == "u" and not self._may_undo:
            self._say(_("The last score can't be undone here"))
        elif event.key == "p" and not self._may_play_again:
            said = _("Only its players can play again; the daily game and events have one try")
            self._say(said)

    def needs_fresh_press(self, key: str) -> bool:
        return key == "enter"  # which has just scored

    def action_go_on(self) -> None:
        """Play again, or go back where that can't be."""
        if self._may_enter:
            self.dismiss("again" if self._may_play_again else "cards")

    def action_review(self) -> None:
        self.context.show_review(lambda: self._record)

    def action_show_board(self) -> None:
        if self._event is not None:
            self.context.show_event(self._event, self._game.player)

    async def action_copy(self) -> None:
        text, store = self._format_share(), self.context.navigator.store
        said, lines = _("Copied the line below"), [text]
        if self._event is not None and store is not None:
            with suppress(StoreProblem):  # a game that isn't saved has the line
                text = await asyncio.to_thread(self._share, store, self._event)
                said, lines = _("Copied a text to share"), []
        self.app.copy_to_clipboard(text)
        self.context.copied = text
        again = _("printed again when you quit")
        self._say(f"{said} · {again}" if self.context.IS_AT_HOME else said, *lines)

    def _share(self, store: Store, event: str) -> str:
        from yahtzee_tui.services.events import share_event

        context = self.context
        return share_event(
            store, store.events.find_judged(event), self._game.player,
            context.value_tables.find(self._game.ruleset).values, context.daily_command,
            ascii_only=context.filters.coarse,
        )  # fmt: skip

    @property
    def _summary(self) -> GameSummary | None:
        return self._summaries[self._seat] if self._summaries else None

    def _format_share(self) -> str:
        return format_share(
            self._record.setup, self._game, self._seat, self._summary,
            best=self._best, streak=self._streak, ascii_only=self.context.filters.coarse,
        )  # fmt: skip

    def action_step(self, step: int) -> None:
        """Show the game of another player, in the order of the ranking."""
        ranked = [standing.seat for standing in self._game.ranking]
        self._show_player(ranked[(ranked.index(self._seat) + step) % len(ranked)])

    @on(Poster.PlayerPicked)
    def _player_picked(self, event: Poster.PlayerPicked) -> None:
        self._show_player(event.seat)

    def _show_player(self, seat: int) -> None:
        self._seat, self._said = seat, ()
        self._refresh()

    def _say(self, *sentences: str) -> None:
        self._said = sentences
        self._refresh()

    def _refresh(self) -> None:
        self.poster.show(self._create_view())

    def _create_view(self) -> PosterView:
        game, standing = self._game, self._standings.get(self._seat)
        total = game.cards[self._seat].grand_total
        turns = gather_turns(game, self._record.events)
        turns = [turn for turn in turns if turn.seat == self._seat]
        praise = [*describe_standing(total, standing)] if standing is not None else []
        end = describe_end(game).removesuffix(".")
        return PosterView(
            title=f"{name_game(self._record.setup, game)} · {end}".upper(),
            seat=self._seat,
            ranking=rank_players(game),
            praise=(*praise, *describe_best_turn(game, turns)),
            is_news=standing is not None and standing.best is not None and total > standing.best,
            turns=list_turns(game.ruleset, turns),
            foot=(self._format_share(),) if self.IS_PICTURE else self._said or (self._ask(),),
        )

    def _ask(self) -> str:
        """Return the question that the review answers, with its key."""
        key = describe_key(keys_of(_REVIEW, self.context.options.keys)[0])
        return f"{_('How well did I play?')}  {key} {_('Review')}"

    async def _load_standings(self, store: Store) -> None:
        """Read the totals of the players' other games, and the streak of daily games."""
        await self.context.shown.wait()
        with suppress(StoreProblem):  # the app reports it
            self._standings, self._streak = await asyncio.to_thread(self._read_store, store)
            self._refresh()

    def _read_store(self, store: Store) -> tuple[dict[int, RankedTotal], int]:
        game, setup = self._game, self._record.setup
        counts = not find_lists(setup)["best_scores"]
        standings = {
            seat: store.scores.rank_total(
                name.casefold(), setup.rules, game.cards[seat].grand_total, self._game_id
            )
            for seat, name in enumerate(game.players)
            if counts and not setup.computer(seat)
        }
        streak = store.events.find_streak(game.players[0], self._day) if self._day else 0
        return standings, streak

    async def _load_review(self) -> None:
        await self.context.shown.wait()
        loader = self.context.value_tables.find(self._game.ruleset)
        await loader.load(lambda: None)
        if (values := loader.values) is not None:
            self._summaries, self._best = await asyncio.to_thread(self._review, values)
        self._refresh()

    def _review(self, values: ValueTable) -> tuple[tuple[GameSummary, ...], int | None]:
        from yahtzee_tui.services.game_summary import summarise_review
        from yahtzee_tui.strategy import review_game

        setup = self._record.setup
        review = review_game(values, setup.start(), self._record.events)
        summaries = tuple(summarise_review(review, seat) for seat in range(len(setup.players)))
        return summaries, score_best_play(values, setup) if self._day else None


def _describe_daily(setup: Setup) -> str:
    """Return when the next daily game comes, whether the coach was used, and the dice's proof."""
    digest = setup.dice.partition("sha256:")[2]
    parts = [
        _("Next daily game {when}", when=describe_next()),
        _("played with the coach") if setup.coached else "",
        _("dice SHA-256 {digest}…", digest=digest[:16]) if digest else "",
    ]
    return " · ".join(filter(None, parts))


def describe_standing(total: int, standing: RankedTotal) -> Iterator[str]:
    """Yield what is good about a total among the player's games of these rules."""
    if standing.best is None:
        yield _("First finished game")
        return
    games, place = standing.games, standing.place
    if total > standing.best:
        said = ngettext(
            "New personal best in {count} game", "New personal best in {count} games", games
        )
        yield f"{said} · {_('{points} before', points=standing.best)}"
    elif place == 1:
        said = ngettext("Ties the best of {count} game", "Ties the best of {count} games", games)
        yield said
    elif place <= min(_PRAISED, games // 2):
        # Translators: place is such as "2nd"
        yield ngettext(
            "{place} best of {count} game", "{place} best of {count} games", games,
            place=format_ordinal(place),
        )  # fmt: skip
    if (above := round(total - standing.average)) > 0:
        yield ngettext("{count} above your average", "{count} above your average", above)


_PRAISED = 10
"""The last place among a player's games that is told."""


def describe_best_turn(game: Game, turns: Sequence[PlayedTurn]) -> Iterator[str]:
    """Yield the turn that scored most, the one with the fewest rolls of several."""
    scored = [(turn.scored, len(turn.rolls), turn) for turn in turns if turn.scored]
    best = max(scored, key=lambda each: (each[0].points + each[0].bonus, -each[1]), default=None)
    if best is not None and best[0].points:
        # Translators: such as "Best turn: Large straight on roll 2"
        on_roll = N_("Best turn: {box} on roll {roll}")
        sentence = on_roll if knows_rolls(game, best[2]) else N_("Best turn: {box}")
        yield _(sentence, box=game.ruleset.box(best[0].box).name, roll=best[1])


def rank_players(game: Game) -> tuple[RankedPlayer, ...]:
    """Return the players by place, with the sums of their cards."""
    return tuple(
        RankedPlayer(
            standing.place,
            standing.seat,
            game.players[standing.seat],
            _sum_card(game.cards[standing.seat]),
        )
        for standing in game.ranking
    )


def list_turns(ruleset: Ruleset, turns: Sequence[PlayedTurn]) -> tuple[PosterTurn, ...]:
    """Return the box and the points of each of some turns."""
    scores = [turn.scored for turn in turns if turn.scored]
    boxes = [ruleset.box(score.box) for score in scores]
    return tuple(
        PosterTurn(box.name, box.short, score.points + score.bonus)
        for box, score in zip(boxes, scores, strict=True)
    )


def _sum_card(card: Card) -> dict[str, int]:
    """Return the sums that a card has by its rules, and its total."""
    rules = card.ruleset
    sums = (
        # Translators: the upper section; at most 5 cells
        (_("Upper"), rules.upper, card.upper_total),
        # Translators: the upper bonus; at most 5 cells
        (pgettext("column", "Bonus"), rules.upper_bonus, card.upper_bonus),
        # Translators: the lower section; at most 5 cells
        (_("Lower"), rules.lower, card.lower_total),
    )
    # Translators: the total of a card; at most 5 cells
    total = _("Total")
    return {name: points for name, part, points in sums if part} | {total: card.grand_total}
