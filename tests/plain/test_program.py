"""The whole program in lines of text: how it begins and how it ends, whatever it runs on."""

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.plain.programs import folders, hear, run
from tests.terminal.program import ROOT, Program, yahtzee
from tests.terminal.user_folders import UserFolders
from yahtzee_tui.strategy.bots.programs import PROGRAMS

PLAIN = ("play", "--plain", "Ann", "--seed", "1")
BEGINS = "Ann goes first. Press Enter to roll; type digits to hold, s to score, ? for help.\n"
SAVED = "Saved. To continue, run yahtzee-tui resume --plain.\n"


def begin(home: UserFolders, *words: str) -> subprocess.Popen[str]:
    """Start the program with pipes at both ends, and wait for its first question."""
    process = subprocess.Popen(
        yahtzee(*words), stdin=PIPE, stdout=PIPE, cwd=ROOT, env=folders(home), encoding="utf-8"
    )
    wait_for_question(process)
    return process


def wait_for_question(process: subprocess.Popen[str]) -> str:
    """Read up to the next question, and return what was said before it."""
    assert process.stdout is not None
    said = ""
    while not (line := process.stdout.readline()).endswith(":\n"):
        assert line, said
        said += line
    return said


def tell(process: subprocess.Popen[str], line: str) -> str:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    return wait_for_question(process)


def test_the_end_of_the_input_leaves_with_the_game_saved(home: UserFolders) -> None:
    said = hear(home, *PLAIN, lines="\n12\n")
    assert BEGINS in said
    assert said.endswith(f"Ann's turn:\nGame paused in round 1 of 13: Ann 0.\n{SAVED}")
    assert home.read_table().game.held == (0, 1)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_a_signal_ends_it_and_the_game_goes_on(home: UserFolders, number: signal.Signals) -> None:
    with begin(home, *PLAIN) as process:
        assert tell(process, "").startswith("Ann rolled ")
        assert tell(process, "1 2").startswith("Ann holds dice 1 and 2: ")
        process.send_signal(number)
        assert process.stdout is not None
        said = process.stdout.read()
        # Whoever interrupts is still there to hear it.
        assert said.endswith(SAVED) == (number is signal.SIGINT)
    assert process.returncode == (-number if number is signal.SIGKILL else 128 + number)
    game = home.read_table().game
    assert (game.roll, game.held) == (1, (0, 1))


def test_the_command_that_continues_names_the_program_that_plays_and_all_options(
    home: UserFolders, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(PROGRAMS.clear)
    bot = tmp_path / "my bot.py"
    bot.write_text((ROOT / "examples" / "bots" / "greedy.py").read_text(encoding="utf-8"))
    typed = f"new={shlex.join((sys.executable, str(bot)))}"
    database = str(tmp_path / "my games.sqlite")
    options = "--bot-seconds 60 --bot-env X --bot-env Y"
    given = ("--ascii", "--database", database, *options.split())
    done = run(home, *PLAIN, *given, "--bot", typed, "--bot", "beginner", lines="\n")
    command = done.stdout.decode().splitlines()[-1].removeprefix("Saved. To continue, run ")
    words = shlex.split(command.removesuffix("."))
    assert words == ["yahtzee-tui", "resume", "--plain", *given, "--bot", typed]
    PROGRAMS.clear()
    assert "new scored " in hear(home, *words[1:], lines="s 13\n\n")


def test_nobody_listens_any_more(home: UserFolders) -> None:
    with begin(home, *PLAIN) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write("\n\n")
        process.stdin.close()
    assert process.returncode == 141
    assert home.read_table().game.roll


def test_no_input_at_all(home: UserFolders) -> None:
    command = ["sh", "-c", 'exec "$0" "$@" <&-', *yahtzee(*PLAIN)]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=folders(home), check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith(f"{BEGINS}Ann's turn:\n")


def test_names_are_said_in_what_the_terminal_understands(home: UserFolders) -> None:
    assert "Zoë 李's turn:" in hear(home, "--plain", lines="Zoë 李\n\n")
    posix = {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    for env, words, name in (({}, (), "Zoë 李"), ({}, ("--ascii",), "Zoe ?"), (posix, (), "Zoe ?")):
        lines = b"s \xc3\xab\n\xff\x1b[2J\nq\n"
        done = run(home, "resume", "--plain", *words, lines=lines, **env)
        assert (done.returncode, done.stderr) == (0, b"")
        said = done.stdout.decode()
        assert said.count(f"{name}'s turn:\n") == 3
        assert "\x1b" not in said


def test_nothing_of_the_screen_is_imported(home: UserFolders) -> None:
    code = (
        "import json, sys\n"
        "from yahtzee_tui.cli import main\n"
        "assert main(sys.argv[1:]) == 0\n"
        "print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *PLAIN, "--bot", "beginner"], input="\n12\nh\nU\ns 13\n\nq\n",
        stdout=PIPE, check=True, cwd=ROOT, env=folders(home), encoding="utf-8",
    )  # fmt: skip
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert not loaded & {"textual", "rich", "asyncssh"}
    assert "Beginner rolled" in done.stdout


def await_text(program: Program, text: bytes) -> None:
    assert program.read_until(lambda: text in program.output)


@pytest.mark.parametrize(("setting", "variable"), [("plain = true\n", ""), ("", "1")])
def test_lines_are_chosen_for_every_start(home: UserFolders, setting: str, variable: str) -> None:
    home.settings.write_text(setting)
    with Program(yahtzee(), **home.env, YAHTZEE_TUI_PLAIN=variable) as program:
        await_text(program, b" solo as ann: ")
        assert b"\x1b" not in program.output


def test_a_terminal_that_shows_nothing_is_played_on_in_lines(home: UserFolders) -> None:
    with Program(yahtzee(), **home.env, TERM="dumb") as program:
        await_text(program, b" solo as ann: ")
        program.write("Ann\n")
        await_text(program, b"Ann's turn: ")
        program.write("\n")
        await_text(program, b" rolls left.")
        program.write("\x04")  # the end of the input, from a keyboard
        assert program.wait() == 0
        lines = program.output.decode().split("\r\n")
    assert lines[0] == "TERM is dumb, so the game runs in plain text."
    assert lines[-2] == SAVED.rstrip()
    assert b"\x1b" not in program.output
    assert home.read_table().game.roll == 1


@pytest.mark.slow
def test_the_interrupt_key_leaves_a_terminal_as_it_was(home: UserFolders) -> None:
    with Program(yahtzee(*PLAIN), **home.env) as program:
        await_text(program, b"Ann's turn: ")
        program.write("\n")
        await_text(program, b" rolls left.")
        program.write("s 1\x03")
        assert program.wait() == 130
        assert program.settings() == program.modes
        assert program.output.decode().endswith(f"{SAVED[:-1]}\r\n")
        assert b"\x1b" not in program.output


def test_the_settings_hold_and_what_is_wrong_with_them_is_said(home: UserFolders) -> None:
    home.settings.write_text('auto_roll = true\ncoach = "off"\nconfirm_zero = 7\n')
    done = run(home, *PLAIN, lines="h\n")
    said = done.stdout.decode().splitlines()
    assert said[0].startswith("settings.toml: confirm_zero must be false or true")
    assert said[3].startswith("Ann rolled ")
    assert said[5] == "The coach is off in your settings."
