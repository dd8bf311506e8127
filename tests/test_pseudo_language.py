"""Screens, plain mode and commands in the pseudo-language: what is English or cut fails."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from textual.app import App
from textual.widget import Widget

from tests.plain.scripted_game import GAME, list_transcripts, make_table, play, talk_through
from tests.pseudo_language import CLOSING, OPENING, accent, speak
from tests.screenshots import SCENES, TWO, Scene, draw, scenes_of_host, seeded
from yahtzee_tui.cli import main
from yahtzee_tui.cli.commands import build_parser
from yahtzee_tui.plain.commands import TABLE
from yahtzee_tui.rules import BUILT_IN
from yahtzee_tui.rules.blank_card import PAPERS
from yahtzee_tui.settings import LANGUAGES
from yahtzee_tui.settings.options import COLORS
from yahtzee_tui.store import Store
from yahtzee_tui.strategy.bots.levels import LEVELS
from yahtzee_tui.table import TableConfig

LATE, OVER = seeded(TWO, "122", 12), seeded(TWO, "122", 26)
ALIKE = ("small", "wide", "light", "contrast")
"""Scenes that differ from others in size and colors only."""

ALL_SCENES = {name: scene for name, scene in SCENES.items() if name not in ALIKE} | {
    "keys": Scene(LATE, ("K",)),
    "palette": Scene(LATE, ("ctrl+p",)),
    "find": Scene(LATE, ("space", "slash")),
    "target": Scene(LATE, ("space", "b")),
    "zero": Scene(LATE, ("space", "down", "enter")),
    "menu": Scene(LATE, ("escape",)),
    "leave": Scene(LATE, ("q",)),
    "lesson": Scene(keys=("l",)),
    "practice": Scene(keys=("r",), games=3),
    "daily": Scene(keys=("d",), games=3),
    "turns": Scene(OVER, ("e", "v", "t")),
    "odds": Scene(OVER, ("e", "v", "w")),
    "numbers": Scene(keys=("s", "space"), games=30),
    "key-editor": Scene(LATE, ("o", "end", "enter", "end", "enter")),
    "computer": Scene(keys=("n", "ctrl+b")),
    **scenes_of_host("DIALOGS"),
}

SAME_IN_ALL_LANGUAGES = {
    "the program": "Yahtzee YAHTZEE yahtzee tui",
    "names of players": "Ann ANN Bob Cid Dee Hal",
    "codes of tables": "KESTREL OSPREY KITE WREN",
    "keys": "Enter Tab Esc Shift",
    "levels of computers": " ".join(rank.name for rank in LEVELS),
    "what friends type": "ssh HOST join",
}
"""Words without accents on screens and elsewhere, by what they are."""

TYPED = {
    "in plain mode": " ".join(each.word for each in TABLE.commands) + " coach always",
    "levels of computers": " ".join(rank.id for rank in LEVELS) + " chaser",
    "values of options": " ".join((*COLORS, *LANGUAGES)) + " games turns",
    "files that can be printed": "systemd compose container sshd config alerts sql",
    "sizes of paper": " ".join(PAPERS),
    "games and boxes": " ".join(
        f"{rules.id} {box.id}" for rules in BUILT_IN.values() for box in rules.boxes
    ),
    "boxes with a name of their game's own": "Yatzy YZ",
}
"""Words that plain mode and commands list, since they can be typed."""

ENDS_IN_ELLIPSES = {
    "options": "a value is shown in full where it is chosen",
    "lobby": "the last facts of a table matter least",
    "waiting-room": "a note beside a line that says by itself what it does",
    "palette": "a note, as there",
    "lesson": "what a box wants; the help says it in full",
    "practice": "what a box wants, as there",
    "zero": "beside large dice this question is too long in English, too",
}
"""Scenes in which a text may end in an ellipsis, and why; anywhere else it counts as cut."""

_ENOUGH = 40
"""The games with which every chart is shown."""

_WORD = re.compile(r"[A-Za-z]{2,}|(?<=[^\W\d_])[A-Za-z]|[A-Za-z](?=[^\W\d_])")


def find_english(text: str, *same: str) -> set[str]:
    """Return words without accents, and letters beside accented ones, but for the `same` ones."""
    allowed = " ".join((*SAME_IN_ALL_LANGUAGES.values(), *same))
    return {*_WORD.findall(text)} - {*_WORD.findall(allowed)}


@pytest.fixture(autouse=True)
def _pseudo() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:  # undone before English is spoken again
        speak(patch)
        yield


def list_parts(app: App[None]) -> Iterator[str]:
    strips = app.screen._compositor.render_strips()
    for part in app.screen.children:
        columns, rows = part.region.column_span, slice(*part.region.line_span)
        if part.display and part.region:
            yield "\n".join(strip.crop(*columns).text.rstrip() for strip in strips[rows])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [*ALL_SCENES])
async def test_screens(name: str) -> None:
    """All is translated, and what begins in a part of the screen ends there, unless that scrolls.

    A page that scrolls at 80x24 is also drawn in a window where most pages don't.
    """
    scene = replace(ALL_SCENES[name], games=min(ALL_SCENES[name].games, _ENOUGH))
    waits_for = tuple(word if word == "HOST" else accent(word) for word in scene.waits_for)
    whole: list[str] = []

    def draw_text(app: App[None]) -> str:
        scrolls = any(each.max_scroll_y > 0 for each in app.screen.query(Widget))
        whole[:] = [] if scrolls else list_parts(app)
        return "\n".join(list_parts(app))

    for size in ((130, 40), (80, 24), (80, 120)):
        if whole and size == (80, 120):
            break
        text = await draw(replace(scene, size=size, waits_for=waits_for), draw_text)
        assert OPENING in text
        assert not find_english(text), text
        for part in whole:
            kept = re.sub(r".*…", "", part) if name in ENDS_IN_ELLIPSES else part
            assert kept.count(OPENING) == kept.count(CLOSING), f"{size}\n{part}"


def test_plain_mode(store: Store) -> None:
    solo = TableConfig(("Ann",), seed="1")
    said = talk_through(store, *GAME, "card", "log", "rules", config=solo)
    for each in list_transcripts():
        said += play(make_table(**each.made), *each.typed).said
    for line in said:
        quoted = re.findall("'[^']*'", line)
        assert not find_english(line, *TYPED.values(), *quoted), line


def test_help() -> None:
    literal = re.compile(r"^ {2,4}\S.*?(?=  |$)|--?[a-z-]+|yahtzee-tui [a-z]+", re.MULTILINE)
    parser = build_parser()
    for each in (parser, *parser.commands.values()):
        assert not find_english(literal.sub("", each.format_help()), *TYPED.values())


@pytest.mark.parametrize(
    "words",
    [
        "score 33344", "rules", "rules yz", "scores", "score 99", "score", "web --port 99999",
        "score 33344 --rules", "score 33344 --json=1", "score --crd 1", "--seed 1", "nothing",
        "daily a b", "completion ksh", "replay /",
    ],
)  # fmt: skip
def test_commands(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(words.split())
    text = "".join(capsys.readouterr())
    assert OPENING in text
    literal = re.sub(r"--[a-z]+|'[^']*'|yahtzee-tui [a-z]+", "", text)
    assert not find_english(literal, *TYPED.values(), words, "zsh bash fish powershell"), text
