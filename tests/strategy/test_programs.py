"""Programs that play: what they are told, what they may answer, and what is said when they fail."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from socket import socketpair

import pytest
from jsonschema import Draft202012Validator

from tests.source import ROOT, read_lines
from tests.waiting import wait_gone, wait_in_thread
from yahtzee_tui.rules import Game, Hold, Malformed, Position, Refusal, Rolled, Score, find_ruleset
from yahtzee_tui.strategy.bots import Bot, BotFailed, find_rank, make_bot, register_program
from yahtzee_tui.strategy.bots.programs import PROGRAMS, describe, is_command, read_choice
from yahtzee_tui.strategy.tournament import Simulation, run_simulation

OFFICIAL = find_ruleset("official")
PATIENCE = 600
EXAMPLES = ROOT / "examples" / "bots"


@pytest.fixture(autouse=True)
def programs() -> Iterator[None]:
    yield
    PROGRAMS.clear()


def rolled(faces: tuple[int, ...]) -> Game:
    return Game.start(OFFICIAL, ("Ann", "greedy")).play(Rolled(faces))


def start(code: str, folder: Path, seconds: float = PATIENCE) -> Bot:
    file = folder / "mybot.py"
    file.write_text(code)
    command = shlex.join((sys.executable, str(file)))
    return make_bot(register_program(command, seconds), OFFICIAL)


@cache
def schema(form: str) -> Draft202012Validator:
    text = (ROOT / "docs" / "bot.schema.json").read_text(encoding="utf-8")
    Draft202012Validator.check_schema(json.loads(text))
    return Draft202012Validator({**json.loads(text), "anyOf": [{"$ref": f"#/$defs/{form}"}]})


def test_what_a_program_is_told() -> None:
    for rules in ("official", "maxi-yatzy", "kismet"):
        game = Game.start(find_ruleset(rules), ("Ann", "mybot"))
        for _ in range(6):
            game = game.play(Rolled((3,) * game.ruleset.dice))
            told = json.loads(json.dumps(describe(game)))
            schema("position").validate(told)
            known = schema("position").schema["$defs"]["position"]["properties"]
            assert told.keys() <= known.keys()
            game = game.play(Score(next(iter(told["boxes"]))))
    told = json.loads(json.dumps(describe(rolled((3, 3, 3, 4, 4)))))
    assert Position.parse(told["position"]).faces == (3, 3, 3, 4, 4)
    assert told["dice"] == [3, 3, 3, 4, 4]
    assert (told["rules"], told["rolls_left"], told["seat"]) == ("official", 2, 0)
    assert told["boxes"]["full_house"] == 25
    assert told["cards"][1]["full_house"] is None
    assert told["totals"] == [0, 0]


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        ('{"hold": [5, 1]}', Hold((0, 4))),
        ('{"score": "ones"}', Score("ones")),
        *((line, None) for line in ("", "[]", "{}", "hold 1", '{"hold": [true]}', "[" * 900)),
        *((line, None) for line in ('{"hold": [NaN]}', '{"hold": [\u0661]}')),
        ('{"hold": [1], "score": "ones"}', None),
    ],
)
def test_what_it_may_answer(line: str, choice: object) -> None:
    assert read_choice(line) == choice
    with suppress(ValueError, RecursionError):
        assert schema("choice").is_valid(json.loads(line)) is (choice is not None)


@pytest.mark.parametrize(("code", "why"), read_lines(__file__, "failing_programs.jsonl"))
def test_why_it_failed(code: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="mybot") as failed:
        start(code, tmp_path).choose(rolled((1, 2, 3, 4, 6)))
    assert why in failed.value.sentence


def test_a_program_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    bot = start("import signal; signal.pause()", tmp_path, seconds=0.2)
    for _ in range(2):  # and isn't waited for twice
        with pytest.raises(Refusal, match=r"mybot (took longer than 0.2 seconds|ended)"):
            bot.choose(rolled((1, 2, 3, 4, 6)))


def test_a_program_that_answers_unasked(tmp_path: Path) -> None:
    bot = start("input(); print('{\"hold\": []}\\ndebug', flush=True); input()", tmp_path)
    bot.choose(rolled((1, 2, 3, 4, 6)))
    with pytest.raises(BotFailed, match=r"mybot (wrote|answered) 'debug'"):
        bot.choose(rolled((1, 2, 3, 4, 6)))


@pytest.mark.skipif(sys.platform != "linux", reason="asks how full a pipe is")
def test_a_program_that_reads_nothing(tmp_path: Path) -> None:
    """It answers each question in time, until the pipe to it is full."""
    bot = start(
        "import fcntl, struct, termios\n"
        "seen = 0\n"
        "while True:\n"
        "    unread, = struct.unpack('i', fcntl.ioctl(0, termios.FIONREAD, bytes(4)))\n"
        "    if unread > seen:\n"
        "        print('{\"hold\": []}', flush=True)\n"
        "        seen = unread\n",
        tmp_path,
    )

    def ask_often() -> None:
        for _ in range(1000):
            bot.choose(rolled((1, 2, 3, 4, 6)))

    with pytest.raises(BotFailed, match="mybot doesn't read its input"):
        ask_often()


def test_the_example_plays_also_while_it_writes_errors_without_end(tmp_path: Path) -> None:
    bot = start(
        "import sys, threading\n"
        "def complain():\n"
        "    while True: sys.stderr.write('e' * 100_000)\n"
        "threading.Thread(target=complain, daemon=True).start()\n"
        f"{(EXAMPLES / 'greedy.py').read_text()}",
        tmp_path,
    )
    for _ in range(3):
        assert bot.choose(rolled((3, 1, 3, 6, 5))) == Hold((0, 2))
        assert bot.choose(rolled((6, 6, 6, 6, 6))) == Score("yahtzee")


@pytest.mark.parametrize("leaves", ["0", "os.setpgid(0, 0)", "os.setsid()"])
def test_what_a_program_started_ends_with_it(leaves: str, tmp_path: Path) -> None:
    """Here a child that keeps its output open, in its group, or out of it, or of its session."""
    if sys.platform != "linux" and leaves != "0":
        pytest.skip("only Linux lets the supervisor find it")
    pids = tmp_path / "pid"
    bot = start(
        "import os, signal, sys\n"
        "if child := os.fork():\n"
        f"    open({str(pids)!r}, 'w').write(str(child))\n"
        "    input(); print('{\"hold\": []}', flush=True)\n"
        "    sys.exit()\n"
        f"{leaves}\n"
        "signal.pause()",
        tmp_path,
    )
    bot.choose(rolled((1, 2, 3, 4, 6)))
    with pytest.raises(BotFailed, match="mybot ended with exit code 0"):
        bot.choose(rolled((1, 2, 3, 4, 6)))
    wait_gone(int(pids.read_text()))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells what it started")
@pytest.mark.parametrize(("code", "why"), read_lines(__file__, "greedy_programs.jsonl"))
def test_all_that_a_program_started_is_limited(code: str, why: str, tmp_path: Path) -> None:
    bot = start(f"{code}\nimport signal; signal.pause()", tmp_path)
    with pytest.raises(BotFailed, match=f"mybot ended with exit code 1 .+{why}"):
        bot.choose(rolled((1, 2, 3, 4, 6)))


def test_a_program_gets_few_environment_variables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "secret")
    monkeypatch.setenv("MODEL", "large")
    file = tmp_path / "mybot.py"
    file.write_text("import os, sys; sys.exit(' '.join(sorted(os.environ)))")
    command = shlex.join((sys.executable, str(file)))
    bot = make_bot(register_program(command, PATIENCE, ("MODEL",)), OFFICIAL)
    with pytest.raises(BotFailed) as failed:
        bot.choose(rolled((1, 2, 3, 4, 6)))
    told = failed.value.sentence.split("'")[1].split()
    assert "MODEL" in told
    assert {*told} <= {"PATH", "HOME", "LANG", "TERM", "MODEL", "LC_CTYPE", "PWD"}


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.parametrize(
    ("command", "number"),
    [
        ("play --plain --first mybot --bot", signal.SIGKILL),
        ("simulate --games 20 --players", signal.SIGKILL),
        ("simulate --games 20 --players", signal.SIGINT),
        ("simulate --games 2 --players", None),
    ],
)
def test_no_program_outlives_the_game(
    command: str, number: signal.Signals | None, tmp_path: Path
) -> None:
    """Not even one that ignores the end of its input, when the game is killed or ends well."""
    bot = tmp_path / "mybot.py"
    bot.write_text(
        "import json, os, signal, sys\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "for line in sys.stdin:\n"
        f"    open(f'{tmp_path}/{{os.getpid()}}.pid', 'w').close()\n"
        f"    if {number is not None}: break\n"
        "    print(json.dumps({'score': next(iter(json.loads(line)['boxes']))}), flush=True)\n"
        "while True: signal.pause()"
    )
    words = [*command.split(), shlex.join((sys.executable, str(bot))), "--bot-seconds", "600"]
    with subprocess.Popen(
        [sys.executable, "-m", "yahtzee_tui", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    ) as game:
        wait_in_thread(lambda: [*tmp_path.glob("*.pid")])
        if number is not None:
            game.send_signal(number)
        game.wait(PATIENCE)
    for pid in tmp_path.glob("*.pid"):
        wait_gone(int(pid.stem))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no supervisor")
def test_a_program_ends_whose_game_was_gone_before_it_had_started() -> None:
    ours, theirs = socketpair()
    ours.close()
    fd = theirs.fileno()
    words = ["-m", "yahtzee_tui.strategy.bots.supervisor", str(fd), "PATH", "sleep", "3600"]
    # Its output ends with the program's.
    subprocess.run([sys.executable, *words], pass_fds=[fd], capture_output=True, timeout=PATIENCE)
    theirs.close()


def test_the_names_of_programs() -> None:
    assert is_command("./mybot")
    assert is_command("python mybot.py")
    assert not is_command("expert")
    python = shlex.quote(sys.executable)
    assert find_rank(register_program(f"{python} r2.py -x 'Ünique'", 5)).id == "program:-nique"
    assert find_rank(register_program(f"{python} ./MyBot.py", 5)).name == "mybot"
    with pytest.raises(Malformed, match="Two programs are called 'mybot'"):
        register_program(f"{python} other/mybot", 5)
    assert find_rank(register_program(f"New={python} other/mybot", 5)).name == "new"
    for command in ("./'", " ", "new= ", "-=./mybot"):
        with pytest.raises(Malformed, match="is not a command"):
            register_program(command, 5)
    for command in ("./no-such-bot", f"{Path(__file__)} --fast", "/tmp"):
        with pytest.raises(Malformed, match="is not a file that can be started"):
            register_program(command, 5)
    with pytest.raises(Malformed, match="The program 'rm' plays only if you give it again"):
        find_rank("program:rm")  # such as of a record from elsewhere


@pytest.mark.parametrize(("code", "why"), read_lines(__file__, "installed_bots.jsonl"))
def test_a_bot_of_an_installed_package(
    code: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "their_bot-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: their-bot\nVersion: 1\n")
    (folder / "entry_points.txt").write_text("[yahtzee_tui.bots]\ntheirs = their_bot:make\n")
    (tmp_path / "their_bot.py").write_text(
        "from yahtzee_tui.rules import Hold, Score\n"
        "class Bot:\n"
        f"    def choose(self, game):\n        {code}\n"
        "def make(ruleset):\n"
        "    return Bot() if ruleset.id == 'official' else 1 / 0\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "their_bot", raising=False)
    assert find_rank("theirs").name == "theirs"
    assert find_rank("Theirs").id == "Theirs"
    with pytest.raises(Malformed, match=r"did you mean theirs\?"):
        find_rank("thiers")
    bot = make_bot("theirs", OFFICIAL)
    if why:
        with pytest.raises(BotFailed, match=re.escape(why)):
            bot.choose(rolled((1, 2, 3, 4, 6)))
    else:
        assert bot.choose(rolled((1, 2, 3, 4, 6))) == Hold((0, 1, 2))
    with pytest.raises(Malformed, match="theirs can't be loaded: ZeroDivisionError"):
        make_bot("theirs", find_ruleset("yz"))


@pytest.mark.slow
def test_a_program_plays_in_simulations_in_every_process(tmp_path: Path) -> None:
    command = shlex.join((sys.executable, str(EXAMPLES / "greedy.py")))
    players = (register_program(command, PATIENCE), "beginner")
    simulation = Simulation(OFFICIAL, players, games=10, seed="1")
    alone, shared = (run_simulation(simulation, tmp_path, processes=count) for count in (1, 2))
    assert alone.totals.shape == (10, 2)
    assert (alone.totals == shared.totals).all()
    assert 80 < alone.totals[:, 0].mean() < 220
