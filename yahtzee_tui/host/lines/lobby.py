"""The lobby of a host in lines of text: its tables, and the ways to games alone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from yahtzee_tui.host.lines.commands import LOBBY
from yahtzee_tui.host.lines.place import PlainPlace
from yahtzee_tui.host.lobby.change_feed import WHOLE_LOBBY
from yahtzee_tui.host.lobby.models import MIN_SEATS, TableOptions, TableStatus, TimeoutPolicy
from yahtzee_tui.host.lobby.notifications import Occasion
from yahtzee_tui.host.services.notification_sentences import (
    OCCASIONS,
    describe_limits,
    describe_receiver,
    describe_wishes,
    explain_no_receiver,
)
from yahtzee_tui.host.services.online_table import follow
from yahtzee_tui.host.services.table_descriptions import (
    describe_details,
    describe_present,
    describe_seats,
    explain_pace,
)
from yahtzee_tui.host.services.visit import ABOUT_LOBBY, TAKE_KEY
from yahtzee_tui.plain.listings import list_review
from yahtzee_tui.plain.practice import PracticeSession
from yahtzee_tui.plain.session import PlainSession
from yahtzee_tui.rules import MOST_PLAYERS, Malformed, find_ruleset
from yahtzee_tui.services.events import (
    describe_event_lines,
    find_finished,
    review_entries,
    share_event,
)
from yahtzee_tui.services.saved_games import find_unfinished
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.store.listing import unfinished_rows
from yahtzee_tui.table import TableConfig
from yahtzee_tui.table.judged import today
from yahtzee_tui.text import join_words
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.host.lines.place import PlayerVisit
    from yahtzee_tui.host.lobby.models import SharedTable
    from yahtzee_tui.plain.commands import CommandHandler, Question
    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.store.entries import Placing
    from yahtzee_tui.store.listing import SavedRow
    from yahtzee_tui.strategy import ValueTable
    from yahtzee_tui.strategy.bots import Rank
    from yahtzee_tui.table import Table
    from yahtzee_tui.table.judged import JudgedEvent

_Row = TypeVar("_Row")
_SHORTEST, _LONGEST = 10, 3600
"""The seconds of a turn that can be chosen."""

_NUMBERS = N_("A table has {least} to {most} seats, and a turn {shortest} to {longest} seconds.")
_BOUNDS = {
    "least": MIN_SEATS, "most": MOST_PLAYERS, "shortest": _SHORTEST, "longest": _LONGEST,
}  # fmt: skip


class RemotePlainSession(PlainSession):
    """Plays games alone or with computers, from the lobby of a host."""

    def __init__(self, visit: PlayerVisit) -> None:
        super().__init__(visit.context, visit.store)
        self._visit = visit

    def describe_resume(self, table: Table) -> str:  # noqa: ARG002 - the newest is continued
        return _("Saved. To continue, type {word} in the lobby.", word="resume")

    def check_config(self, config: TableConfig) -> None:
        self._visit.check_config(config)


class LobbyPlace(PlainPlace):
    """Lists the tables, and tells which are new and where it is the player's turn."""

    scope = LOBBY

    def __init__(self, visit: PlayerVisit) -> None:
        super().__init__(visit)
        self._tables: dict[str, SharedTable] = {}
        self._saved: list[SavedRow] = []  # as they were listed
        self._is_read = False
        self._problem = ""

    @property
    def commands(self) -> dict[str, CommandHandler]:
        return {
            **super().commands,
            "tables": lambda _: self._list(),
            "open": self._open,
            "join": partial(self._join, False),
            "watch": partial(self._join, True),
            "solo": self._play_alone,
            "saved": self._list_saved,
            "resume": self._resume,
            "daily": lambda _: self._play_event(today()),
            "event": self._play_event,
            "review": self._review_event,
            "share": self._share_event,
            "practice": self._practice,
            "games": self._list_games,
            "tell": self._tell,
            "key": self._show_keys,
            "help": self._help,
        }

    def _show_keys(self, number: str) -> Question | None:
        """Say how a key or a bot is added, and list the keys; or take one away by its number."""
        keys = self.visit.list_keys()
        if number:
            key = _pick(number, [*keys], _("Type the number of a key; key lists them."))
            take = partial(self.visit.take_key, key)
            return self.ask_first(_(TAKE_KEY, name=self.visit.user.name), take)
        listed = (f"{at}. {each}." for at, each in enumerate(keys.values(), 1))
        self._console.say(*self.visit.draw_word(), *listed)
        return None

    def _help(self, text: str) -> None:
        """Say how to come to the screens, what there is in a lobby, and what can be typed."""
        command = f"ssh -t {self.visit.visitor.destination}"
        self._console.say(_("For full screen: {command}", command=command), *map(_, ABOUT_LOBBY))
        super().commands["help"](text)

    async def follow(self) -> None:
        await follow(self.visit.lobby, WHOLE_LOBBY, self._look)

    async def _look(self) -> bool:
        before, self._problem = self._problem, ""
        try:
            self._read()
        except StoreProblem as problem:
            self._problem = problem.sentence
            if self._problem != before:
                self._console.say(self._problem)
        return not self._problem

    def _read(self) -> None:
        """Read the tables; say which are new and where it is the player's turn, or list them."""
        who, before = self.visit.user.who, self._tables
        self._tables = {each.id: each for each in self.visit.lobby.tables.list_for(who)}
        if not self._is_read:
            self._is_read = True
            people = describe_present(self.visit.lobby.count_present())
            self._console.say(_("Lobby: {people}. Type ? for the commands.", people=people))
            for text in self.visit.list_notices()[-1:]:
                self.visit.show_notice(text)
            self._list()
            return
        for each in self._tables.values():
            old = before.get(each.id)
            if old is None and each.status is TableStatus.WAITING:
                self._console.say(_("New table: {table}.", table=self._describe(each)))
            elif each.is_turn_of(who) and not (old and old.is_turn_of(who)):
                self._console.say(_("It's your turn at {code}.", code=each.code))
                self.ring()

    def _list(self) -> None:
        lines = [
            f"{at}. {self._describe(each)}." for at, each in enumerate(self._tables.values(), 1)
        ]
        self._console.say(*(lines or [_("No tables yet. Type open to open one.")]))

    def _describe(self, shared: SharedTable) -> str:
        who = self.visit.user.who
        turn = [_("YOUR TURN")] if shared.is_turn_of(who) else []
        parts = [shared.code, *turn, describe_seats(shared), describe_details(shared, who)]
        return ", ".join(parts).replace(" · ", ", ")

    def _open(self, text: str) -> None:
        options, ranks = self._read_words(text)
        table = self.visit.create_table(options, ranks)
        self._console.say(explain_pace(options))
        self.go_to_table(table)

    def _read_words(self, text: str) -> tuple[TableOptions, list[Rank]]:
        """Return the table and the computers that are typed behind `open` or `solo`.

        Raises `Malformed` for an unknown word.
        """
        from yahtzee_tui.strategy.bots import LEVELS

        options, ranks = TableOptions(self._find_rules("").key, MIN_SEATS), []
        levels = {rank.id: rank for rank in LEVELS}
        for word in text.casefold().split():
            if word.isascii() and word.isdigit() and len(word) <= len(str(_LONGEST)):
                number = int(word)
                if MIN_SEATS <= number <= MOST_PLAYERS:
                    options = options._replace(seats=number)
                elif _SHORTEST <= number <= _LONGEST:
                    options = options._replace(seconds=number)
                else:
                    raise Malformed("bad_number", _(_NUMBERS, **_BOUNDS))
            elif word in levels:
                ranks.append(levels[word])
            elif word == "private":
                options = options._replace(is_open=False)
            elif word == "bots":
                options = options._replace(bots=True)
            elif word == "best":
                options = options._replace(on_timeout=TimeoutPolicy.SCORE)
            else:
                options = options._replace(rules=self._find_rules(word).key)
        seats = max(options.seats, len(ranks) + 1)
        if seats > MOST_PLAYERS:
            raise Malformed("many_players", _("At most {count} players.", count=MOST_PLAYERS))
        return options._replace(seats=seats), ranks

    def _find_rules(self, word: str) -> Ruleset:
        offered = self.visit.visitor.rulesets
        if not word:
            return next(iter(offered.values()))
        found = find_ruleset(word)
        if found.key not in offered:
            raise Malformed(
                "rules_not_offered", _("{rules} isn't played on this server.", rules=found.name)
            )
        return found

    def _join(self, watch: bool, text: str) -> None:
        """Go to a table by its number in the list or by its code."""
        if text.isascii() and text.isdigit() and 0 < int(text[:9]) <= len(self._tables):
            self.go_to_table([*self._tables][int(text) - 1], watch)
        elif not text:
            raise Malformed("no_code", _("Type a table's number or code after the command."))
        else:
            self.go_to_table(self.visit.find_table(text), watch)

    def _play_alone(self, text: str) -> None:
        options, ranks = self._read_words(text)
        first = self.visit.user.name if self.context.options.first_player == "fixed" else None
        config = TableConfig((self.visit.user.name,), options.rules, first)
        for rank in ranks:
            config = config.with_computer(rank.id, rank.name)
        config.create_table()  # what is wrong with it is said here
        self.go(partial(self._leave_to_play, config))

    async def _leave_to_play(self, first: TableConfig | str) -> None:
        """Play games without other people, first a new or a saved one, until the player stops."""
        session = self.visit.alone = RemotePlainSession(self.visit)
        try:
            await session.play(first)
        except StoreProblem as problem:
            self._console.say(problem.sentence)
        finally:
            session.say_goodbye()
            session.release()
            self.visit.alone = None
        await self._come_back()

    async def _come_back(self) -> None:
        """Go where the word led with which a game alone was left: it may be out."""
        await (self.end() if self.context.word == "quit" else self.visit.enter_lobby())

    def _resume(self, number: str) -> None:
        """Continue the newest unfinished game, or that with a number in the list."""
        store = self.visit.store
        if number:
            self._saved = self._saved or unfinished_rows(store)
            game = _pick(number, self._saved, _("Type the number of a game; saved lists them.")).id
        elif (saved := find_unfinished(store)) is not None:
            game = saved.id
        else:
            raise StoreProblem(_("No unfinished games."))
        self.go(partial(self._leave_to_play, game))

    def _list_saved(self, _text: str) -> None:
        self._saved = unfinished_rows(self.visit.store)
        for at, each in enumerate(self._saved, 1):
            parts = filter(None, (each.players, each.game, each.where, each.when))
            self._console.say(f"{at}. {', '.join(parts)}.")
        if not self._saved:
            self._console.say(_("No unfinished games."))

    def _play_event(self, name: str) -> None:
        """Play the next game of an event that is open; else tell about it, or all."""
        visit, events = self.visit, self.visit.store.events
        shown = [events.find_judged(name)] if name else events.list_shown()
        for each in shown:
            view = events.look(each, visit.user.name)
            if name and view.may_play:
                self._find_rules(each.rules)  # else it says so
                game = events.enter(each, visit.user.name)
                self.go(partial(self._leave_to_play, game))
            else:
                self._console.say(*describe_event_lines(view))
        if not shown:
            self._console.say(_("There are no events."))

    def _review_event(self, name: str) -> None:
        """Print the review of each of the player's finished games of an event."""
        event, own = self._find_finished(name)
        entries = review_entries(self.visit.store, own, self._load_values(event))
        for each in entries:
            number = _("Game {number}", number=each.number)
            self._console.say(f"{number}.", *list_review(each.review))

    def _share_event(self, name: str) -> None:
        visit, (event, _own) = self.visit, self._find_finished(name)
        command = f"ssh -t {visit.visitor.destination}"
        values = self._load_values(event)
        text = share_event(visit.store, event, visit.user.name, values, command, ascii_only=True)
        self._console.say(*text.split("\n"))

    def _find_finished(self, name: str) -> tuple[JudgedEvent, Placing]:
        """Return an event by name, else the newest played; and the own line in its table."""
        store, me = self.visit.store, self.visit.user.name
        played = (line.event for line in store.events.list_lines(me) if line.own)
        event = store.events.find_judged(name) if name else next(played, None)
        if event is None:
            raise StoreProblem(_("Type the name of an event after the command."))
        return event, find_finished(store, event, me)[1]

    def _load_values(self, event: JudgedEvent) -> ValueTable:
        return self.context.value_tables.find(find_ruleset(event.rules)).load_now()

    def _practice(self, text: str) -> None:
        ruleset = self._find_rules(text)

        async def practice() -> None:
            await PracticeSession(self.context, self.visit.store).run(ruleset)
            await self._come_back()

        self.go(practice)

    def _list_games(self, _text: str) -> None:
        rules = self.visit.visitor.rulesets.values()
        self._console.say(*(f"{each.id}: {each.name}." for each in rules))

    def _tell(self, word: str) -> None:
        """List what the player is told while away, after changing one of it."""
        visit = self.visit
        if not visit.receiver:
            raise StoreProblem(explain_no_receiver(visit.is_guest))
        wishes = visit.lobby.notifications.read(visit.user.who)
        if word:
            found = next((each for each in Occasion if each.value == word.casefold()), None)
            if found is None:
                names = join_words((each.value for each in Occasion), "or")
                raise Malformed("unknown_word", _("Type one of these: {names}.", names=names))
            wishes = wishes._replace(occasions=wishes.occasions ^ {found}, was_refused=False)
            visit.keep_wishes(wishes, self.context.options)
        for each, words in OCCASIONS.items():
            value = _("on") if each in wishes.occasions else _("off")
            self._console.say(f"{each.value}: {_(words)}: {value}.")
        about = describe_receiver(wishes, visit.receiver).split("\n")
        refusal = describe_wishes(wishes)
        self._console.say(*about, describe_limits(), *([refusal] if refusal else []))


def _pick(number: str, rows: Sequence[_Row], otherwise: str) -> _Row:
    """Return the row with a number that was typed; raises `Malformed`, which says `otherwise`."""
    at = int(number[:9]) if number.isascii() and number.isdecimal() else 0
    if not 0 < at <= len(rows):
        raise Malformed("bad_number", otherwise)
    return rows[at - 1]
