"""`yahtzee-tui rules`."""

from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Ask, check_refusal
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.rules.blank_card import draw_blank_card
from yahtzee_tui.rules.definition import read_definition
from yahtzee_tui.settings.languages import use_language
from yahtzee_tui.text import cell_width


def test_the_list(ask: Ask) -> None:
    out = ask.text("rules")
    columns = set()
    for line, ruleset in zip(out.splitlines(), RULESETS.values(), strict=True):
        assert line.split()[0] == ruleset.id
        assert f"  {ruleset.name}  " in line
        assert line.endswith(ruleset.summary)
        columns.add(line.index(ruleset.summary))
    assert len(columns) == 1


def test_json_holds_what_a_rule_file_may_say(ask: Ask) -> None:
    listed = ask.json("rules")["rulesets"]
    assert [each["id"] for each in listed] == [*RULESETS]
    for each in listed:
        assert ask.json("rules", each["id"])["ruleset"] == each
        assert read_definition(each | {"id": "mine"}).sides == each["sides"]


@pytest.mark.slow
def test_one(ask: Ask, subtests: pytest.Subtests) -> None:
    for ruleset in RULESETS.values():
        with subtests.test(ruleset.id):
            out = ask.text("rules", ruleset.id)
            assert out.startswith(f"{ruleset.name} ({ruleset.id})\n{ruleset.summary}\n")
            assert max(map(len, out.splitlines())) <= 80
            for box in ruleset.boxes:
                (row,) = [line for line in out.splitlines() if f" {box.id}  " in line]
                assert row.startswith(box.code if ruleset.shows_codes else box.name)
                assert box.wants.split()[0] in row
                fixed = box.points.fixed
                first = f"  {fixed}, +5 on the first roll"
                assert row.endswith((f"  {fixed}", " dice", f" dice and {fixed}", first))


def test_a_blank_card_names_every_box_and_fits_its_paper(ask: Ask) -> None:
    heads = [str(number) for number in range(1, 9)]
    for ruleset, (language, paper) in product(RULESETS.values(), (("en", "a4"), ("fi", "letter"))):
        use_language(language)
        card = ElementTree.fromstring(draw_blank_card(ruleset, "", heads, paper))
        texts = card.findall("{*}text")
        named = {each.text or "" for each in texts}
        assert named >= {box.name for box in ruleset.boxes} | {*heads}
        width, height = map(float, card.attrib["viewBox"].split()[2:])
        assert max(float(each.attrib["y"]) for each in texts) < height - 10
        for each in texts:
            room = width - 10 - float(each.attrib["x"])
            assert cell_width(each.text or "") * float(each.attrib["font-size"]) / 2 < room
    assert ask.text("rules", "crag", "--sheet").startswith("<svg ")
    for words in (("--sheet",), ("yatzy", "--games", "6"), ("yatzy", "--sheet", "--json")):
        check_refusal(ask("rules", *words))


def test_best_play_is_described_once_it_is_calculated(ask: Ask) -> None:
    ask("solve", "--rules", "yz")
    out = " ".join(ask("rules", "yz").out.split())
    assert "averages 237.84, with a standard deviation of 53.25. Half of its games end with" in out
    assert "It scores 200 or more in 83.8%, 250 or more in 27.0%, " in out


@pytest.mark.slow
def test_every_line_of_a_template_can_be_made_to_count(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for rules in RULESETS:
        head, *lines = ask("rules", "--template", rules).out.split("\n\n", 1)
        body = "\n\n".join(lines).replace("# ", "")
        path.write_text(f"{head}\n{body}")
        assert ask("rules", "--check", str(path)).err == "", rules


@pytest.mark.slow
def test_a_part_of_a_name_that_only_one_rule_set_has_is_enough(ask: Ask) -> None:
    assert ask("rules", "maxi").out == ask("rules", "maxi-yatzy").out
    assert ask("score", "333444", "--rules", "MAXI").code == 0
    for part, nearest in (("yat", "yatzy"), ("ya", "yams"), ("kniff", "kniffel")):
        code, _, err = ask("rules", part)
        assert code == 2
        assert f"{part!r} is not a rule set; did you mean {nearest}?" in err


@pytest.mark.usefixtures("own_rulesets")
def test_a_rule_file_is_checked_explained_and_played(ask: Ask, tmp_path: Path) -> None:
    template = ask("rules", "--template", "yatzy")
    path = tmp_path / "mine.toml"
    path.write_text(template.out)
    checked = ask("rules", "--check", str(path))
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.startswith("My Scandinavian Yatzy (my-yatzy)\n")
    assert ask("rules", str(path)).out == checked.out
    scored = ask("score", "33344", "--rules", str(path), "--json")
    assert scored.out == ask("score", "33344", "--rules", "my-yatzy", "--json").out
    path.write_text(
        template.out.replace("# rolls = 3", "rolls = 30").replace("# dice =", "dices =")
    )
    wrong = ask("rules", "--check", str(path))
    assert (wrong.code, wrong.out) == (1, "")
    assert [line.split(":")[1] for line in wrong.err.splitlines()] == [
        " 'dices' is not a key; did you mean dice?",
        " rolls must be 1 to 9.",
    ]
    assert ask("play", "--rules", str(path)).code == 2


@pytest.mark.exhaustive
@pytest.mark.usefixtures("own_rulesets")
def test_what_best_play_takes_is_said_before(ask: Ask, tmp_path: Path) -> None:
    large, slow = tmp_path / "large.toml", tmp_path / "slow.toml"
    base = 'id = "{0}"\nname = "{0}"\nbased_on = "{1}"\n'
    large.write_text(base.format("large", "maxi-yatzy") + "saved_rolls = false\n")
    slow.write_text(base.format("slow", "yatzy") + "dice = 8\nrolls = 9\n")
    sentence = "large is too large to calculate best play for. The coach is off, and Expert and "
    assert ask.text("rules", "--check", str(large)).replace("\n", " ").count(sentence) == 1
    refused = ask("play", "Ann", "--plain", "--bot", "expert", "--rules", str(large))
    assert (refused.code, refused.err) == (2, f"{sentence.partition('. ')[0]}.\n")
    said = ask.text("rules", "--check", str(slow)).replace("\n", " ")
    # By the count of states; 2.9 minutes of processor time were measured.
    assert "Best play takes about 3 min to calculate, once. " in said
    for rules in RULESETS:
        assert "to calculate, once" not in ask.text("rules", rules)


@pytest.mark.usefixtures("own_rulesets")
def test_the_files_of_the_folder_are_in_the_list(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    rules = tmp_path / "yahtzee-tui" / "rules"
    rules.mkdir(parents=True)
    (rules / "a.toml").write_text('id = "house"\nname = "Ours"\nbased_on = "yz"')
    (rules / "b.toml").write_text("rolls = 4")
    answer = ask("rules")
    assert answer.out.splitlines()[-1].startswith("house         Ours")
    assert answer.err == "b.toml, line 1, column 1: a name is missing.\n"
