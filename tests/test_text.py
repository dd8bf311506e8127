"""The text helpers that every package uses."""

from yahtzee_tui.text import (
    capitalise,
    cell_width,
    cut,
    escape_controls,
    format_accuracy,
    format_percent,
    format_signed,
    join_words,
    pad,
    quote,
    shorten,
    suggest_nearest,
    use_minus_sign,
)


def test_widths_are_cells_of_a_terminal() -> None:
    widths = {"Ann": 3, "李雷": 4, "ｱ": 1, "Ａ": 2, "é": 1, "e\u0301": 1, "한": 2, "🎲": 2}
    for text, width in widths.items():
        assert cell_width(text) == width
        assert pad(text, 5) == text + " " * (5 - width)
        assert pad(text, 5, right=True) == " " * (5 - width) + text
        assert cell_width(cut(text * 9, 7)) in (6, 7)


def test_long_texts_are_cut() -> None:
    assert cut("Ann Marie", 4) == "Ann"
    assert shorten("abcdef", 6) == "abcdef"
    assert shorten("abcdefg", 6) == "abcde…"
    assert len(quote("\udcff" * 999)) < 100


def test_printable_text_acts_upon_no_terminal() -> None:
    text = "Zoë\x1b[2J\n\u202e\udcff\x7f"
    assert escape_controls(text) == r"Zoë\x1b[2J\n\u202e\udcff\x7f"
    assert quote("\x1b[2J") == r"'\x1b[2J'"


def test_words_in_a_sentence() -> None:
    assert capitalise("three of a Kind") == "Three of a Kind"
    assert [join_words("abc"[:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert join_words((0, 1, 2), "or") == "0, 1 or 2"


def test_an_unknown_word_has_a_nearest_one_or_none() -> None:
    assert suggest_nearest("Offical", ["official", "yatzy"]) == "; did you mean official?"
    assert suggest_nearest("chess" * 999, ["official", "yatzy"]) == ""


def test_gains_and_losses() -> None:
    gains = {3.24: "+3.2", -0.06: "-0.1", 0: "0.0", -0.04: "0.0", 0.04: "0.0", -120: "-120.0"}
    for number, text in gains.items():
        assert format_signed(number) == text
        assert use_minus_sign(text) == text.replace("-", "−")
    assert [format_signed(number, 0) for number in (36.6, -0.4, -2)] == ["+37", "0", "-2"]
    assert use_minus_sign("-") == "-"
    assert use_minus_sign("3-4, not -0.5 (-2) Twos") == "3-4, not −0.5 (−2) Twos"


def test_an_accuracy_is_rounded_down_and_a_part_of_nothing_has_no_percentage() -> None:
    shares = {None: "-", 0: "0%", 0.999: "99%", 1: "100%", 0.29: "29%"}
    assert {share: format_accuracy(share) for share in shares} == shares
    assert [format_percent(part, 8) for part in (0, 3, 8)] == ["0%", "38%", "100%"]
    assert format_percent(0, 0) == "–"
