"""Names of players, which characters and how wide, and of boxes as people type them."""

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.conformance import check_sentence, malformed_code
from yahtzee_tui import translation
from yahtzee_tui.rules import (
    MOST_PLAYERS,
    OFFICIAL,
    RULESETS,
    WIDEST_NAME,
    Malformed,
    Record,
    Setup,
    check_name,
    check_new_name,
    check_players,
    find_box,
    match_boxes,
)
from yahtzee_tui.rules.names import check_word
from yahtzee_tui.rules.records import read_record, write_record
from yahtzee_tui.text import UNEVEN, cell_width, escape_controls

COMMON_NAMES = Path(__file__).with_name("common_names.txt")
SENTENCES = Path(__file__).with_name("names_like_sentences.txt")

GOOD = [
    *["Ann", "O'Brien-Smith", "Zoë", "李雷", "नमस्ते", "สมชาย", "a|b=c", "7", "🎲"],
    *["क्\u200dष", "ශ්\u200dරී", "مي\u200cخواهم"],  # joiners where the script needs them
    "Ωmega 3",
    "[b]bold[/b]",  # markup is text like any other; screens must not read it
    "x" * WIDEST_NAME,
    "李" * (WIDEST_NAME // 2),
]

# Characters that no name may have, by what is wrong with them.
ODD = {
    "controls, of which C1 begins a sequence in one character": "\t\n\r\x00\x7f\x85\x9b",
    "soft hyphen, zero-width space and joiner": "\xad\u200b\u200d",
    "direction: override, isolate, mark": "\u202e\u2066\u061c",
    "line separator, no-break and wide space": "\u2028\xa0\u3000",
    "variation selectors, which change how wide a character is": "\ufe0e\ufe0f\U000e0100",
    "letters, marks and symbols that show nothing": "\u115f\u3164\uffa0\u2800\u034f\U0001d159",
    "tags, private use, half a surrogate pair, no character": "\U000e0041\ue000\ud800\uffff",
}

BAD = [
    *((f"a{each}b", "bad_name") for odd in ODD.values() for each in odd),
    *((f"a{chr(code)}b", "bad_name") for code in (*range(0x20), *range(0x7F, 0xA0))),
    ("", "empty_name"),
    ("   ", "empty_name"),
    ("\u0301\u0301", "empty_name"),
    *((blank, "bad_name") for blank in "\u115f\u3164\uffa0\u2800"),
    ("\u0301nn", "bad_name"),  # it would sit on whatever stands before the name
    ("\x1b[31mred", "bad_name"),
    ("👩\u200d🚀", "bad_name"),
    ("مي\u200dخ", "bad_name"),
    ("क्\u200d", "bad_name"),
    ("\u200cनम", "bad_name"),
    ("❤\ufe0f", "bad_name"),
    ("\ufeffAnn", "bad_name"),
    ("a" + "\u0301" * 9, "bad_name"),  # Zalgo
    ("Z" + "\u0336\u0321\u034c\u0353\u0317", "bad_name"),
    ("a" + "\u20dd" * 9, "bad_name"),  # enclosing circles, which have no combining class
    ("x" * (WIDEST_NAME + 1), "long_name"),
    ("李" * (WIDEST_NAME // 2) + "x", "long_name"),
    ("x" * 100_000, "long_name"),
]


def test_good_names_stay_as_they_are() -> None:
    for name in GOOD:
        assert check_name(name) == name
        check_players((name,))


def test_bad_names_are_refused(subtests: pytest.Subtests) -> None:
    for name, code in BAD:
        with subtests.test(ascii(name)[:30]):
            assert malformed_code(check_name, name) == code
            assert malformed_code(check_players, ("Ann", name))


def test_names_are_composed_and_single_spaced() -> None:
    assert check_name("  Ann   Lee ") == "Ann Lee"
    assert check_name("Zoe\u0308") == "Zo\u00eb"
    for name in ("Ann ", "Zoe\u0308", "a  b", "a" + " " * 700):
        assert malformed_code(check_players, (name,))


def test_signs_of_other_widths_are_in_old_names_only() -> None:
    """The list is that of Unicode's properties, in the data of the Python that runs this."""
    listed = {*map(chr, UNEVEN)}
    found = {
        each
        for each in map(chr, range(0x20000))
        if unicodedata.category(each) == "Me"
        or unicodedata.name(each, "").startswith(("EMOJI MODIFIER FITZPATRICK", "REGIONAL IND"))
    }
    assert found == listed
    for sign in listed:
        name = f"A{sign}"
        assert malformed_code(check_name, name) == "bad_name"
        assert malformed_code(check_word, name) == "bad_word"
        check_players((name,))
    old = ("👍🏽", "🏽", "🇩🇪", "1\u20e3")
    record = write_record(Record(Setup("yz", old)))
    assert read_record(record).record == Record(Setup("yz", old))
    assert [*map(escape_controls, old)] == ["👍", "", "DE", "1"]
    assert [*map(cell_width, old)] == [2, 0, 2, 1]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_no_name_reads_as_a_sentence_of_ours(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = translation.read_language_file("patterns.txt").replace("\n", end)
    monkeypatch.setattr(translation, "read_language_file", lambda _: written)
    translation.is_sentence.cache_clear()
    for name in re.split(" [|] |\n", SENTENCES.read_text(encoding="utf-8").strip()):
        assert check_name(name) == name
        assert malformed_code(check_new_name, name) == "bad_name", name
    for name in re.split(", |\n", COMMON_NAMES.read_text(encoding="utf-8").strip()):
        assert check_new_name(name) == name


def test_names_that_differ_only_in_case_are_the_same() -> None:
    pairs = "Ann ANN", "straße STRASSE", "Σίσυφος ΣΊΣΥΦΟΣ", "ﬁn fin", "Zoë ZOË"
    for pair in pairs:
        assert malformed_code(check_players, tuple(pair.split())) == "same_name"


def test_one_to_eight_players() -> None:
    names = tuple(f"P{seat}" for seat in range(MOST_PLAYERS + 1))
    check_players(names[:1])
    check_players(names[:MOST_PLAYERS])
    for wrong in ((), names):
        assert malformed_code(check_players, wrong) == "bad_players"
    for no_text in (None, 7, b"Ann", ["Ann"]):
        with pytest.raises(Malformed):
            check_name(no_text)  # type: ignore[arg-type]


@given(st.text())
def test_a_name_once_checked_is_safe_and_stays(name: str) -> None:
    try:
        checked = check_name(name)
    except Malformed as refusal:
        check_sentence(refusal.sentence)
        return
    assert check_name(checked) == checked
    assert checked.isprintable()
    assert 1 <= cell_width(checked) <= WIDEST_NAME


ALIASES = Path(__file__).with_name("aliases.txt")


def test_boxes_are_found_by_what_people_call_them_and_by_their_own_names() -> None:
    lines = ALIASES.read_text().splitlines()[1:]
    aliases = {box: names.split(", ") for box, names in (line.split(": ") for line in lines)}
    for ruleset in RULESETS.values():
        for box in ruleset.boxes:
            for alias in aliases[box.id]:
                if alias == "five of a kind" and ruleset.dice > 5:
                    continue  # there it is a box of its own
                assert find_box(ruleset, alias) is find_box(ruleset, f" {alias} ") is box, alias
            for text in (box.id, box.name, box.short, box.code, box.name.upper(), box.code.lower()):
                assert find_box(ruleset, text) is match_boxes(ruleset, text)[0] is box


def test_what_names_no_box_of_this_game_is_refused() -> None:
    for text in ("", " ", "_", "x", "seven", "ones!", "\x1b[0m", "é" * 900, "one_pair"):
        assert malformed_code(find_box, OFFICIAL, text) == "unknown_box", text


def test_matching_while_typing_puts_the_likeliest_first() -> None:
    found = " ".join(box.id for box in match_boxes(OFFICIAL, "f"))
    assert found == "fours fives four_of_a_kind full_house yahtzee"
    assert match_boxes(OFFICIAL, "stra")[0].id == "small_straight"
    assert match_boxes(OFFICIAL, "c")[0].id == "chance"
    assert match_boxes(OFFICIAL, "") == OFFICIAL.boxes
    assert match_boxes(OFFICIAL, "zz") == ()
