"""The README and the pages under docs: their links lead somewhere, and their commands exist."""

import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.manual_page import PAGE, format_page
from tests.pages import NO_SOURCE
from tests.pages import PAGES as MADE
from tests.source import ROOT, needs_host
from yahtzee_tui.cli.commands import build_parser, list_groups
from yahtzee_tui.rules import RULESETS, Scored
from yahtzee_tui.rules.records import read_either
from yahtzee_tui.settings import MANNERS, Manners
from yahtzee_tui.strategy.bots import LEVELS

PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))
_LINK = re.compile(r"\]\(([^)]+)\)")
_COMMAND = re.compile(r"(?:^    (?:.*\| )?|`)(?:\.venv/bin/)?yahtzee-tui ([^`#|\n]*)", re.MULTILINE)


def read(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def find_commands() -> Iterator[list[str]]:
    for page in PAGES:
        for command in _COMMAND.findall(page.read_text(encoding="utf-8")):
            yield shlex.split(re.split(" (?:<|>>?) ", command)[0])


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as they are made from their words."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).casefold().replace(" ", "-") for heading in headings}


def test_every_link_leads_somewhere() -> None:
    for page in PAGES:
        for link in _LINK.findall(page.read_text(encoding="utf-8")):
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.is_file(), f"{page.name}: {link}"
            assert not anchor or anchor in anchors(target), f"{page.name}: {link}"


def test_every_command_is_understood() -> None:
    parser, found = build_parser(), 0
    for words in find_commands():
        if words and words[0] in parser.commands:
            parser.commands[words[0]].parse_args(words[1:])
            found += 1
    assert found > 40


def test_the_records_of_the_page_are_right() -> None:
    page = read("records.md")
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", page, re.MULTILINE)
    records = [read_either(dedent(block).strip()) for block in blocks if "players" in block]
    assert len(records) == 2
    for record in records:
        replay = record.replay()
        assert replay is not None
        assert replay.faults == ()
        assert replay.history.turns[0].scored == Scored("fives", 10)


def test_every_level_of_computers_is_named() -> None:
    page = read("coach.md")
    about = build_parser().commands["play"].format_help()
    for rank in LEVELS:
        assert rank.strength is not None
        mean, won = f"{rank.strength.mean:.1f}", f"{100 * rank.strength.share:.1f}"
        won = won.removesuffix(".0")
        row = rf"^\| {rank.name} \| {mean} ± [\d.]+ \| {won}( ± [\d.]+)?% \| "
        assert re.search(row, page, re.MULTILINE), rank.name
        assert f" {rank.id}," in " ".join(about.split())


def test_the_manners_of_games_are_those_of_the_page() -> None:
    page = read("rules.md")
    rows = re.findall(
        r"^\| (.*) \| (reroll|hold)s it \| (\w+).* \| (\w+).* \|$", page, re.MULTILINE
    )
    told = {
        name.strip("`"): Manners(click, first == "automatic", zero == "asks")
        for name, click, first, zero in rows
    }
    assert told.pop("all others") == Manners()
    assert told == {name: Manners(**manners) for name, manners in MANNERS.items()}
    assert all(f"`{name}`" in page for name in RULESETS)


def test_the_pages_made_from_data_are_as_the_data() -> None:
    for name, make_page in MADE.items():
        page = read(name)
        assert page == make_page(), f"{name}: run python -m tests.pages"
        assert NO_SOURCE not in page


@needs_host
def test_the_manual_page_is_as_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "")  # which making the page sets
    page = PAGE.read_text(encoding="utf-8")
    assert page == format_page(), "run python -m tests.manual_page"
    assert re.search(r"^\.SH NAME\n[^.\n]*terminal\n\.SH SYNOPSIS$", page, re.MULTILINE), "whatis"
    parts = re.findall(r"^\.S([HS]) ([A-Z]\w*(?: [A-Z]+)?)$", page, re.MULTILINE)
    assert [*list_groups().values()] == [name for kind, name in parts if kind == "S"]
    ends = ["EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"]
    assert [name for kind, name in parts if kind == "H"][-len(ends) :] == ends


def test_the_changes_have_the_form_of_keep_a_changelog() -> None:
    text = read("../CHANGELOG.md")
    versions = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert versions[0] == "[Unreleased]"
    for version in versions[1:]:
        assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", version), version
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= kinds


def test_without_an_address_nothing_leads_astray() -> None:
    hook = load_hook()
    readme, metadata = read("../README.md"), dict[str, Any]()
    hook["CustomMetadataHook"](str(ROOT), {}).update(metadata)
    text = metadata["readme"]["text"]
    assert (metadata["urls"], metadata["authors"]) == ({}, [{"name": "yahtzee-tui contributors"}])
    assert not re.search(r"\]\(|screenshots|<!--|install yahtzee-tui", text)
    assert "pipx install ." in text
    assert "pip install -e '.[dev]'" in readme, "which is there for who has a clone"


def test_with_addresses_each_text_that_has_use_for_one_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The site has a folder for each page of the README's links."""
    site, source = "https://dice.example/site", "https://dice.example/code"
    for name, address in (("SITE", f"{site}/"), ("SOURCE", source), ("ISSUES", f"{source}/issues")):
        monkeypatch.setenv(f"YAHTZEE_TUI_{name}", address)
    monkeypatch.setenv("YAHTZEE_TUI_EMAIL", "ann@dice.example")
    hook, metadata = load_hook(), dict[str, Any]()
    hook["CustomMetadataHook"](str(ROOT), {}).update(metadata)
    assert metadata["authors"][0]["email"] == "ann@dice.example"
    assert metadata["urls"] == {
        "Homepage": site, "Source": source, "Issues": f"{source}/issues",
        "Documentation": f"{site}/", "Changelog": f"{site}/changelog/",
    }  # fmt: skip
    text = metadata["readme"]["text"]
    assert re.search(r"^    pipx install yahtzee-tui$", text, re.MULTILINE)
    assert "pipx install --force 'yahtzee-tui[server]'" in text
    assert not re.search(r"<!--|clone|pip install|install \.", text)
    links = _LINK.findall(text)
    assert len(links) > 30
    for link in links:
        path = link.partition("#")[0].removeprefix(f"{site}/")
        sources = (path, f"docs/{path[:-1]}.md", f"{path[:-1].upper()}.md", f"docs/{path}index.md")
        assert any((ROOT / source).is_file() for source in sources), link
    citation = MADE["../CITATION.cff"]()
    assert f"\nurl: {site}\nrepository-code: {source}\n" in citation
    assert f"\n.SH BUGS\n{source}/issues\n\n.SH SEE ALSO\n{site}\n" in format_page()
    monkeypatch.setenv("YAHTZEE_TUI_SITE", "")
    hook["CustomMetadataHook"](str(ROOT), {}).update(metadata)
    assert metadata["urls"]["Homepage"] == source
    assert "Documentation" not in metadata["urls"]
    assert not re.search(r"\]\(|screenshots|clone", metadata["readme"]["text"])


def load_hook() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "package_metadata.py"))
