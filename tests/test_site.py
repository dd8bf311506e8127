"""The site that mkdocs builds of the pages, with addresses and without."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

import yahtzee_tui
from tests.source import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("mkdocstrings_handlers") is None, reason="the group publish isn't installed"
    ),
]

SITE, PLAY = "https://dice.example/site", "ssh -p 2222 play.dice.example"
_REQUESTS = re.compile(
    r"<(?:script|img|iframe|source|video|embed)[^>]*(?:src|srcset)=\W*(?:https?:)?//[^>]*"
    r"|<link(?![^>]*rel=\W(?:canonical|prev|next)\b)[^>]*href=\W*(?:https?:)?//[^>]*"
    r"|url\(\W*(?:https?:)?//[^)]*|@import[^;]*//[^;]*"
    r"|data-md-component=\Wsource\W"  # asks the host of the repository for its stars
)


def build(folder: Path, addresses: Mapping[str, str]) -> Path:
    env = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    env |= {f"YAHTZEE_TUI_{name}": addresses.get(name, "") for name in ("SITE", "SOURCE", "PLAY")}
    words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
    done = subprocess.run(
        [*words, "--site-dir", str(folder)], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = "https://github.com/dice/example"
    addresses = {"SITE": SITE, "SOURCE": source, "PLAY": PLAY}
    return build(tmp_path_factory.mktemp("site"), addresses)


@pytest.mark.exhaustive
def test_no_page_makes_a_request_to_another_host(site: Path) -> None:
    files = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert len(files) > 30
    for file in files:
        found = _REQUESTS.search(file.read_text(encoding="utf-8"))
        assert found is None, f"{file.relative_to(site)}: {found[0]}"


def test_every_public_object_has_an_anchor(site: Path) -> None:
    page = (site / "reference" / "index.html").read_text(encoding="utf-8")
    library = (site / "library" / "index.html").read_text(encoding="utf-8")
    for name in yahtzee_tui.__all__:
        assert f'id="yahtzee_tui.{name}"' in page
        assert f'href="../reference/#yahtzee_tui.{name}"' in library
    assert "&gt;&gt;&gt; </span>" in page, "examples are shown as code"


def test_every_page_describes_itself_and_leads_on(site: Path) -> None:
    for file in site.rglob("index.html"):
        page = file.read_text(encoding="utf-8")
        (described,) = re.findall(r'<meta name="description" content="([^"]*)"', page)
        assert 20 < len(described) <= 160, file
        assert f'property="og:image" content="{SITE}/screenshots/card.png"' in page
        assert "md-footer__link" in page, "previous and next"
    assert (site / "screenshots" / "card.png").is_file()


@pytest.mark.exhaustive
def test_the_first_page_says_what_to_type(site: Path, tmp_path: Path) -> None:
    alone = build(tmp_path, {})
    linked, unlinked = (
        re.sub(r"<[^>]*>", "", (folder / "index.html").read_text(encoding="utf-8"))
        for folder in (site, alone)
    )
    assert f"or play without installing:\n{PLAY}\n" in linked
    assert "without installing" not in unlinked
    assert "\npipx install yahtzee-tui &amp;&amp; yahtzee-tui\n" in linked
    assert "clone" not in linked
    assert "in a clone " in unlinked
    assert "\npython3 -m venv .venv &amp;&amp; .venv/bin/pip install ." in unlinked
    assert "og:image" not in (alone / "index.html").read_text(encoding="utf-8")
