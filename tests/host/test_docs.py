"""The pages for hosts: their limits and settings are those of the program."""

from __future__ import annotations

import re
import tomllib

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
