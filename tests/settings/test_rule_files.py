"""Rule files: those of a folder are offered, and each fault has its file, line and column."""

import sys
from pathlib import Path

import pytest

from tests.bracketed import Bracketed
from tests.source import read_lines
from yahtzee_tui.rules import RULESETS, find_ruleset
from yahtzee_tui.settings import Options, apply_manners
from yahtzee_tui.settings.languages import use_language
from yahtzee_tui.settings.rule_files import (
    MOST_FILES,
    RuleFileError,
    explain_broken,
    read_rule_file,
    register_rule_file,
    register_rule_files,
    reload_rule_files,
)
from yahtzee_tui.table import TableConfig
from yahtzee_tui.translation import use_catalog

EXAMPLES = Path(__file__).parents[2] / "examples" / "rules"
HOUSE = 'id = "{}"\nname = "House"\nbased_on = "yatzy"\n'


def test_the_examples_are_rule_files() -> None:
    paths = sorted(EXAMPLES.glob("*.toml"))
    assert [read_rule_file(path).ruleset.id for path in paths] == [path.stem for path in paths]
    assert len(paths) == 7


@pytest.mark.usefixtures("own_rulesets")
def test_a_folder_offers_its_files_and_says_which_are_left_out(tmp_path: Path) -> None:
    assert register_rule_files(tmp_path / "none") == []
    (tmp_path / "a.toml").write_text("\ufeff" + HOUSE.format("house-a"))  # as Notepad does
    (tmp_path / "b.toml").write_text(HOUSE.format("house-a"))
    (tmp_path / "c.toml").write_text("rolls = 4")
    (tmp_path / "d.txt").write_text("no rule file")
    (tmp_path / "e.toml").mkdir()
    errors = register_rule_files(tmp_path)
    assert [ruleset.id for ruleset in RULESETS.values() if ruleset.version] == ["house-a"]
    assert [error.path.name for error in errors] == ["b.toml", "c.toml", "e.toml"]
    assert errors[0].sentence == "b.toml is skipped: a.toml already has the id house-a."
    for number in range(MOST_FILES):
        (tmp_path / f"f{number:02}.toml").write_text(HOUSE.format(f"house-{number}"))
    errors = register_rule_files(tmp_path)
    assert len(errors) == 7
    assert errors[-1].sentence == "f49.toml is skipped: at most 50 rule files are read."


@pytest.mark.usefixtures("own_rulesets")
def test_a_folder_that_is_read_again_offers_what_is_in_it_now(tmp_path: Path) -> None:
    def offered() -> list[tuple[str, str]]:
        return [(each.id, each.name) for each in RULESETS.values() if each.version]

    built_in = [key for key in RULESETS if "~" not in key]
    for name in "abcd":
        (tmp_path / f"{name}.toml").write_text(HOUSE.format(f"house-{name}"))
    assert register_rule_files(tmp_path) == []
    assert reload_rule_files(tmp_path) == []
    assert offered() == [(f"house-{name}", "House") for name in "abcd"]
    (tmp_path / "a.toml").write_text(HOUSE.format("house-a").replace("House", "Hut"))
    (tmp_path / "b.toml").write_text("rolls = 40")
    (tmp_path / "c.toml").unlink()
    (tmp_path / "e.toml").write_text(HOUSE.format("house-e") + "[manners]\nconfirm_zero = true")
    now = [("house-a", "Hut"), ("house-d", "House"), ("house-e", "House"), ("house-b", "House")]
    for _ in range(2):  # a file with an error stays as it was before
        assert [error.path.name for error in reload_rule_files(tmp_path)] == ["b.toml"]
        assert offered() == now
    assert apply_manners(Options(), find_ruleset("house-e")).confirm_zero
    (tmp_path / "d.toml").write_text(HOUSE.format("house-b"))  # the broken one had that id
    assert [error.path.name for error in reload_rule_files(tmp_path)] == ["b.toml"]
    assert [rules for rules, _ in offered()] == ["house-a", "house-b", "house-e"]
    for folder in (tmp_path / "none", tmp_path):
        for path in tmp_path.iterdir():
            path.unlink()
        assert reload_rule_files(folder) == []
        assert offered() == []
    assert [*RULESETS] == built_in


@pytest.mark.usefixtures("own_rulesets")
def test_what_is_wrong_with_a_file_is_said_in_the_language_of_now(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("rolls = 40")
    (english, *_more) = register_rule_files(tmp_path)[0].sentences
    assert explain_broken("a.toml") == english
    assert explain_broken("b.toml") == ""
    use_catalog(Bracketed("[", "]"))
    assert explain_broken("a.toml").startswith("[")


@pytest.mark.usefixtures("own_rulesets")
def test_a_file_brings_manners_and_names(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(
        'id = "house"\nname = "House"\nbased_on = "yz"\nwith = ["castle"]\n[manners]\n'
        'confirm_zero = true\n[names.sv]\ngame = "Husets"\nchance = "Vad som helst / Allt"\n'
        "[box.castle]\nany = true"
    )
    key = register_rule_file(path)
    at_table = apply_manners(Options(), RULESETS[key])
    assert at_table.auto_roll, "as its base has it"
    assert at_table.confirm_zero
    use_language("sv")
    house = RULESETS[key]
    names = [house.box(box).name for box in ("ones", "chance", "yahtzee", "castle")]
    assert (house.name, names) == ("Husets", ["Ettor", "Vad som helst", "YZ", "Castle"])
    assert house.box("chance").short == "Allt"
    setup = TableConfig(("Ann",), key).create_table().setup
    assert setup.ruleset == house
    assert setup.ruleset.name == "Husets"
    assert "Husets" not in setup.definition, "a record has the names of the file"
    assert '"name":"Chance"' in setup.definition
    use_language("de")
    assert RULESETS[key].box("chance").name == "Chance"
    use_language("en")
    assert RULESETS[key].name == "House"
    path.write_text(HOUSE.format("other") + 'box.chance.name = "Ettor"')
    key = register_rule_file(path)
    use_language("sv")  # which gives that name to another box
    assert [RULESETS[key].box(box).name for box in ("chance", "ones")] == ["Ettor", "Ones"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.toml"


def test_every_fault_has_its_line_and_column(path: Path) -> None:
    for text, *places in read_lines(__file__, "rule_faults.jsonl"):
        path.write_text(text)
        with pytest.raises(RuleFileError) as error:
            read_rule_file(path)
        starts = [f"x.toml, line {line}, column {column}: " for line, column in places]
        for sentence, start in zip(error.value.sentences, starts, strict=True):
            assert sentence.startswith(start), sentence
    for content in (b"\xff", b"id = "):
        path.write_bytes(content)
        with pytest.raises(RuleFileError, match=r"^x.toml can't be read: .*\.$"):
            read_rule_file(path)


def test_a_file_has_one_limit_in_bytes(path: Path) -> None:
    for content in ("#" * 64_001, "#" * 2_000_000, "#" + "é" * 32_000):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(RuleFileError) as error:
            read_rule_file(path)
        assert error.value.sentence == "x.toml can't be read: it is longer than 64 kB."


def test_the_highest_total_has_four_digits(path: Path) -> None:
    for boxes in (10, 11):
        ids = [f"b{number}" for number in range(boxes)]
        tables = "".join(f"[box.{each}]\nany = true\npays = 999\n" for each in ids)
        path.write_text(f'id = "house"\nname = "House"\nboxes = {ids}\n{tables}')
        if boxes == 10:
            assert len(read_rule_file(path).ruleset.boxes) == 10
            continue
        with pytest.raises(RuleFileError, match="the highest total would have more than four"):
            read_rule_file(path)


def test_a_long_key_is_refused_before_it_takes_seconds_and_gigabytes(path: Path) -> None:
    for line in (
        "a" + ".a" * 30_000 + " = 1",
        "[" + "a . " * 15_000 + "a]",
        '"a b".' * 10_000 + "'c.d' = 1",
    ):
        path.write_text(line)
        with pytest.raises(RuleFileError, match=r"^x.toml can't be read: it is nested too deeply"):
            read_rule_file(path)
    path.write_text(HOUSE.format("house") + "# " + "a." * 49 + "a" + '\nsummary = "a.b.c"')
    assert read_rule_file(path).ruleset.summary == "a.b.c"


def test_the_work_for_many_faults_grows_with_their_number_not_its_square(path: Path) -> None:

    def count_calls(keys: int) -> int:
        path.write_text("".join(f"k{number} = 1\n" for number in range(keys)))
        calls = 0

        def count(_frame: object, _event: str, _value: object) -> None:
            nonlocal calls
            calls += 1

        sys.setprofile(count)
        try:
            with pytest.raises(RuleFileError) as error:
                read_rule_file(path)
        finally:
            sys.setprofile(None)
        assert len(error.value.sentences) > keys
        return calls

    assert count_calls(800) < 6 * count_calls(200)
