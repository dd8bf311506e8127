"""The way in: help, version, exit codes, streams, signals, and what is imported for them."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.cli.conftest import Ask, ask_streams, check_refusal, save
from tests.rules.conformance import check_sentence
from tests.source import ROOT, read_lines, read_text
from tests.terminal.program import Program, yahtzee
from tests.waiting import wait_in_thread
from yahtzee_tui import __version__
from yahtzee_tui.cli import commands
from yahtzee_tui.cli.commands import build_parser
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.store import Store

GOLDEN = Path(__file__).parent / "golden"
COMMANDS = tuple(build_parser().commands)

# What commands bring into a fresh interpreter, of what takes long to import.
_IMPORTED = """
import argparse, json, sys
argparse.ArgumentParser().format_help()
needed = set(sys.modules)  # as dataclasses are by argparse in Python 3.14
for name in ("asyncssh", "textual_serve", "aiohttp"):
    sys.modules[name] = None  # as if it were not installed
from yahtzee_tui.cli import main
heavy = {"textual", "rich", "numpy", "dataclasses", "yahtzee_tui.rules", "yahtzee_tui.table",
         "sqlalchemy", "sqlite3", "tomlkit", "difflib"} - needed
for words in json.loads(sys.argv[1]):
    code = main(words)
    print(json.dumps([code, sorted(heavy & set(sys.modules))]), file=sys.stderr)
import yahtzee_tui.cli.commands, yahtzee_tui.tui.app
from yahtzee_tui.cli.arguments import find_players
find_players([], None)
assert "numpy" not in sys.modules, "the first screen comes without it"
"""


def test_help_and_version(ask: Ask) -> None:
    assert ask("--version") == (0, f"yahtzee-tui {__version__}\n", "")
    assert ask("--help")[::2] == (0, "")
    assert f"[default: {OFFICIAL.id}]" in ask("score", "--help").out


def test_the_help_lists_each_command_in_its_group() -> None:
    """Wherever its row stands; what only other programs start is in none."""
    out = build_parser(reversed(commands.list_commands())).format_help()
    parts = re.findall(r"^  ([A-Z]\w+)\n((?:    .*\n)+)", out, re.MULTILINE)
    used = {each.group for each in commands.list_commands()}
    groups = {group: words for group, words in commands.list_groups().items() if group in used}
    assert [heading for heading, _ in parts] == [*groups.values()]
    for group, (heading, lines) in zip(groups, parts, strict=True):
        names = re.findall(r"^    (\w+)  ", lines, re.MULTILINE)
        listed = {
            each.name for each in commands.list_commands() if each.group == group and each.listed
        }
        assert set(names) == listed, heading
    assert not re.search(r"\bvisit\b", out)


def test_the_version_names_the_home_page_if_there_is_one(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / f"yahtzee_tui-{__version__}.dist-info" / "METADATA"
    package.parent.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    links = "Name: yahtzee-tui\nProject-URL: Issues, https://dice.example/issues\n"
    package.write_text(links)
    assert ask("--version").out == f"yahtzee-tui {__version__}\n"
    package.write_text(f"{links}Project-URL: Homepage, https://dice.example\n")
    assert ask("play", "-V").out == f"yahtzee-tui {__version__}\nhttps://dice.example\n"


@pytest.mark.parametrize("words", read_lines(__file__, "commands_without_home.jsonl"))
def test_a_home_that_cannot_be_read_is_no_traceback(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """A name that is too long fails like a folder of another user, also for root."""
    home = f"/{'x' * 300}"
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.delenv(f"XDG_{name}_HOME", raising=False)
    monkeypatch.delenv("YAHTZEE_TUI_DATABASE", raising=False)
    monkeypatch.setenv("HOME", home)
    code, out, err = ask(*words.format(home=home).split())
    assert code in (0, 1, 2)
    assert (out + err).endswith(("\n", "?"))


@pytest.mark.parametrize(("library", "words", "extra"), read_lines(__file__, "libraries.jsonl"))
def test_without_its_library_a_command_says_how_to_get_it(
    ask: Ask, database: str, monkeypatch: pytest.MonkeyPatch, library: str, words: str, extra: str
) -> None:
    save(database, ())
    monkeypatch.setitem(sys.modules, library, None)
    code, _, err = ask(*words.split())
    assert code == 2
    assert "not installed" in err
    assert f"To get it, run pip install '.[{extra}]'" in err
    check_sentence(err.strip())


def test_help_of_a_command_has_examples_and_is_the_same_alone(ask: Ask) -> None:
    among_all = build_parser().commands
    for command in commands.list_commands():
        name = command.name
        out = ask.text(name, "--help")
        assert ask.text(name, "-h") == out, name
        assert ask(name, "-V") == ask("-V"), name
        assert f"\n  yahtzee-tui {name}" in out.partition("for example:")[2], name
        alone = build_parser([command]).commands[name]
        assert alone.format_help() == among_all[name].format_help(), name


@pytest.mark.parametrize(("words", "is_list"), read_lines(__file__, "without_games.jsonl"))
def test_an_empty_list_is_an_answer_and_a_game_that_is_missing_is_none(
    ask: Ask, words: str, is_list: bool, database: str
) -> None:
    with closing(Store(database, makes_folder=True)) as store:
        assert store.games.newest() is None
    code, out, err = ask(*words.split(), *(["--database", database] if "host" in words else []))
    assert code == (0 if is_list else 2)
    assert bool(out) is (is_list and "export" not in words)
    assert len(err.splitlines()) == (1 if not is_list or "export" in words else 0)


def test_commands_import_little(tmp_path: Path) -> None:
    """Also where there are settings to be read."""
    (tmp_path / "yahtzee-tui").mkdir()
    (tmp_path / "yahtzee-tui" / "settings.toml").write_text("pause = 2\n")
    light = [["--version"], ["--help"], ["play", "--help"], ["paths"], ["export", "--help"]]
    light.append(["--language", "de", "--help"])
    rules = [["rules"], ["score", "33344"], ["play", "Ann", "Ann"]]
    found = find_imports(light + rules, XDG_CONFIG_HOME=str(tmp_path))
    assert found[: len(light)] == [[0, []]] * len(light)
    assert [code for code, _ in found[len(light) :]] == [0, 0, 2]
    assert not {"textual", "rich", "sqlalchemy", "sqlite3", "tomlkit"} & set(found[-1][1])


def find_imports(commands: list[list[str]], then: str = "", **env: str) -> list[Any]:
    """Return the exit code and heavy imports of commands, one after the other in one process."""
    done = subprocess.run(
        [sys.executable, "-c", _IMPORTED + then, json.dumps(commands)],
        capture_output=True, check=True, cwd=ROOT, text=True, env=os.environ | env,
    )  # fmt: skip
    return [json.loads(line) for line in done.stderr.splitlines() if line.startswith("[")]


def test_golden_sessions(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    sessions = read_text(__file__, "golden/sessions.txt").split("$ ")[1:]
    monkeypatch.chdir(GOLDEN)
    for words, _, expected in (session.partition("\n") for session in sessions):
        with subtests.test(words):
            code, out, err = ask(*words.split())
            errors = "".join(f"! {line}\n" for line in err.splitlines())
            assert out + errors + (f"exit {code}\n" if code else "") == expected


def test_a_clock_that_python_cannot_read(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """As from the year 2262 on, up to 9999."""

    def read() -> float:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")

    with monkeypatch.context() as patched:
        patched.setattr("time.time", read)
        answer = ask("daily", "--list")
    check_refusal(answer)
    assert answer.err == "This computer's clock is set after the year 2262. Correct it.\n"


_INTERRUPTED_IMPORT = """
import sys
class Finder:
    def find_spec(self, name, *_):
        if name == "yahtzee_tui.cli.main":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder())
from yahtzee_tui.cli import main
"""


_INTERRUPTED_CLOSE = """
import sys
from sqlalchemy.engine.default import DefaultDialect
def interrupt(*_):
    raise KeyboardInterrupt
DefaultDialect.do_close = interrupt
from yahtzee_tui.cli import main
sys.exit(main(["resume", "--list"]))
"""


@pytest.mark.parametrize("program", [_INTERRUPTED_IMPORT, _INTERRUPTED_CLOSE])
def test_an_interruption_before_and_after_the_work_is_silent(database: str, program: str) -> None:
    save(database, ())
    words = (sys.executable, "-c", program)
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (130, b"")


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="not on Windows")
def test_an_interruption_while_the_program_is_loaded_is_silent(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(name: str) -> ModuleType:
        with suppress(KeyboardInterrupt):  # as numpy does
            signal.raise_signal(signal.SIGINT)
        return import_module(name)

    monkeypatch.setattr(commands, "import_module", load)
    # Where the tests run in the background, the signal is ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert ask("paths") == (130, "", "")
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "result"),
    [
        (("solve", "--rules", "yatzy"), 130, rb""),
        (
            ("simulate", "--players", "beginner,casual", "--games", "100000"),
            0,
            rb"\d+ games of Yahtzee .+, stopped before 100000:\s+player .+\n",
        ),
    ],
)
def test_an_interrupted_calculation_clears_its_line(
    tmp_path: Path, words: tuple[str, ...], code: int, result: bytes
) -> None:
    """It ends all its processes, each of which the terminal interrupts; `simulate` shows results.

    Those are of the games played so far.
    """
    with Program(yahtzee(*words), XDG_CACHE_HOME=str(tmp_path)) as program:
        assert program.read_until(lambda: b"%" in program.output)
        program.write("\x03")
        assert program.wait() == code
        progress = rb"(\r[A-Z][\w ]+: +\d+%|\^C|\r +\r)+"
        assert re.fullmatch(progress + result, program.output, re.DOTALL)
        with suppress(ProcessLookupError):  # once there is none left
            wait_in_thread(lambda: os.killpg(program.pid, 0))
    if words[0] == "solve":
        assert list(tmp_path.rglob("*")) == []


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    header = '{"format":"yahtzee-tui","version":1,"rules":"yz","players":["Ann"],"first":0}\n'
    path.write_text(header * 5_000)  # says more of them than a pipe takes
    with subprocess.Popen(
        yahtzee("replay", str(path)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.wait(60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full here")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            yahtzee("--version"), stdout=full, stderr=subprocess.PIPE, check=False, cwd=ROOT
        )
    assert done.returncode == 2
    assert done.stderr == b"Can't write the output: the disk is full.\n"


def test_words_and_terminals_without_the_characters() -> None:
    for word in (b"\xff\xfe", b"--\xff", b"\x1b[31m"):
        done = ask_streams(os.fsdecode(word))
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1
        assert not any(each in done.stderr for each in (b"Traceback", b"\x1b"))
    for words in (["rules", "yz"], ["score", "44444", "--rules", "yz"]):
        done = ask_streams(*words, encoding="ascii")
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii()


def test_streams_that_are_closed() -> None:
    for words, code in (("rules", 0), ("solve --rules yz", 0), ("rules nonesuch", 2)):
        shell = ("sh", "-c", '"$@" >&- 2>&-', "sh", *yahtzee(*words.split()))
        assert subprocess.run(shell, cwd=ROOT, check=False).returncode == code


def test_words_that_people_try_first(ask: Ask) -> None:
    for word in ("version", "-v"):
        assert ask(word) == ask("--version")
    assert "visit" not in ask("vist").err, "what isn't listed is not suggested"


_ENDED_BY_SIGNAL = """
import sys
from yahtzee_tui.cli import main, solve

def end(_):
    sys.stdout.buffer.write(b"what is left to be written")
    raise SystemExit(129)

solve.solve = end
main(["solve"])
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has it")
def test_a_terminal_that_is_gone_changes_no_exit_code() -> None:
    words, buffered = [sys.executable, "-c", _ENDED_BY_SIGNAL], {"PYTHONUNBUFFERED": ""}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, stdout=full, check=False, env=os.environ | buffered)
    assert done.returncode == 129
