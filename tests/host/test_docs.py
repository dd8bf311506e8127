"""The pages for hosts: their limits and settings are those of the program."""

import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

from tests.host.ssh.openssh import OPTIONS
from tests.host.ssh.server_process import THIS_USER
from tests.source import ROOT
from tests.test_commands_of_pages import Typed
from tests.test_docs import read
from yahtzee_tui.cli.commands import build_parser
from yahtzee_tui.host.lobby.servers import WIDEST_NOTICE
from yahtzee_tui.host.services.online_table import SUBSTITUTE_RANK
from yahtzee_tui.host.ssh import Limits, ServerSettings
from yahtzee_tui.host.ssh.config import read_example
from yahtzee_tui.strategy.bots import find_rank


def test_every_setting_of_a_server_is_named_with_its_default() -> None:
    page = read("hosting.md")
    limits = re.findall(r"^\| `(\w+)` \| (\d+) \|", page, re.MULTILINE)
    assert limits == [(name, str(most)) for name, most in Limits()._asdict().items()]
    for name, value in ServerSettings()._asdict().items():
        row = re.search(rf"^\|.*`{name}`.*\|.*\|$", page, re.MULTILINE)
        assert name == "limits" or f"`{name}`" in page
        if isinstance(value, int):
            assert row is not None
            default = re.search(r"\(default:? [^)]*", row[0])
            assert default is not None, name
            assert str(value).lower() in re.findall(r"\w+", default[0]), name


def test_the_pages_tell_who_plays_for_the_absent_and_how_much_a_host_can_say() -> None:
    limit = f"at most {WIDEST_NOTICE} columns"
    assert limit in " ".join(build_parser().commands["host"].format_help().split())
    assert limit in read("operating.md")
    rank = find_rank(SUBSTITUTE_RANK)
    assert f"a {rank.name} computer" in read("ssh.md")
    assert not rank.needs_table, "nobody waits until best play is solved"


def test_the_image_has_all_that_the_package_is_built_from() -> None:
    """The Containerfile copies it, and the file of what is ignored lets it pass."""
    project = tomllib.loads(read("../pyproject.toml"))
    hatch = project["tool"]["hatch"]
    needed = {"pyproject.toml", "README.md", hatch["metadata"]["hooks"]["custom"]["path"]}
    needed |= {*project["project"]["license-files"], hatch["version"]["path"].partition("/")[0]}
    needed |= {*hatch["build"]["targets"]["wheel"]["shared-data"]}
    copies = re.findall(r"^COPY (?!--)(.*) /source", read_example("container"), re.MULTILINE)
    assert needed == set(" ".join(copies).split())
    ignored = read("../.dockerignore").splitlines()
    assert needed == {line.removeprefix("!") for line in ignored if line.startswith("!")}


@pytest.mark.exhaustive
def test_a_host_is_set_up_as_it_is_written(tmp_path: Path) -> None:
    """With the libraries of the tests instead of the network, and another port."""
    section = read("hosting.md").partition("## In five minutes")[2].partition("\n## ")[0]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    venv, install, serve, check, *visits = re.findall(r"^    (.*)$", section, re.MULTILINE)
    ignored = shutil.ignore_patterns(".*", "tests", "screenshots")
    shutil.copytree(ROOT, tmp_path, ignore=ignored, dirs_exist_ok=True)
    settings = tmp_path / "home" / ".config" / "yahtzee-tui" / "server.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'port = {port}\nuser = "{THIS_USER}"\n')
    (tmp_path / "ssh").write_text(
        f'#!/bin/sh\nexec {shutil.which("ssh")} {" ".join(OPTIONS)} "$@"\n'
    )
    (tmp_path / "ssh").chmod(0o755)
    env = {
        "HOME": str(tmp_path / "home"), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
        "PATH": f"{tmp_path}:{Path(sys.executable).parent}:/usr/bin:/bin",
        "PYTHONPATH": sysconfig.get_path("purelib"), "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
    }  # fmt: skip
    for command in (venv, install):
        subprocess.run(["sh", "-c", command], cwd=tmp_path, env=env, check=True)
    with subprocess.Popen(
        ["sh", "-c", f"exec {serve}"], cwd=tmp_path, env=env, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        said = [server.stderr.readline()]
        while '"event": "open"' not in said[-1]:
            said.append(server.stderr.readline())
            assert said[-1].startswith("{"), said
        assert '"event": "starting"' in said[0]
        done = subprocess.run(["sh", "-c", check], cwd=tmp_path, env=env, capture_output=True)
        assert done.stdout.startswith(b"OK: players can connect")
        seen = []
        for visit in visits:
            with Typed(f"exec {visit.replace('2222', port)}", size=(80, 24), **env) as console:
                console.wait_for("Choose a name.")
                seen.append(console.text)
        server.send_signal(signal.SIGINT)
        server.stderr.read()
    assert (server.returncode, len(seen)) == (0, 2)
