"""The language of commands, help and errors; what programs read is English."""

import json
import re
from collections import defaultdict
from gettext import NullTranslations
from importlib import import_module
from pathlib import Path

import pytest

from tests.bracketed import Bracketed
from tests.cli.conftest import Ask
from tests.source import ROOT
from yahtzee_tui.settings.paths import config_file
from yahtzee_tui.translation import ENGLISH, use_catalog

RECORD = str(ROOT / "tests" / "cli" / "golden" / "faults.jsonl")


@pytest.fixture(autouse=True)
def _brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let German be brackets, and begin in English."""
    catalogs = defaultdict[str, NullTranslations](lambda: ENGLISH, de=Bracketed())
    main = import_module("yahtzee_tui.cli.main")
    monkeypatch.setattr(main, "read_catalog", catalogs.__getitem__)
    monkeypatch.setattr(
        "yahtzee_tui.settings.languages.use_language", lambda code: use_catalog(catalogs[code])
    )


def test_an_option_chooses_the_language_and_else_the_settings(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))  # the other tests share theirs
    assert "<" not in ask("--help").out
    for words in (("--language", "de"), ("--language=de",)):
        assert ask(*words, "--help").out.startswith("<usage: >")
        assert ask("play", *words, "--help").out.startswith("<usage: >yahtzee-tui play")
    assert ask("--language", "de", "--bad").err.startswith("<Unknown option '--bad'>")
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text('language = "de"')
    assert ask("score", "33344").out.startswith("<3 3 3 4 4 in Yahtzee (official):>\n")
    assert not ask("play", "--language", "en", "--help").out.startswith("<")
    monkeypatch.setenv("LC_ALL", "sv_SE.UTF-8")
    assert ask("score", "--help").out.startswith("<usage: >")
    config_file().write_text("language = 1")
    assert not ask("score", "33344").out.startswith("<")


def test_what_programs_read_is_english(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    answers = [
        ask("score", "33344", "--json"),
        ask("score", "333", "--json"),
        ask("replay", RECORD, "--json"),
        ask("rules", "yatzy", "--json"),
        ask("score", "--json"),
    ]
    assert not re.search("[<>]", "".join(each.out + each.err for each in answers))
    assert json.loads(answers[1].err)["code"] == "bad_dice"
    assert ask("replay", RECORD).err.startswith(f"{RECORD}: <line 3>: <Not a line of JSON")
