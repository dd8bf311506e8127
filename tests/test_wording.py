"""The words that players, hosts and scripts read: one term for one thing, in American English."""

import ast
import re
from collections.abc import Iterator

from tests.source import modules

BANNED = re.compile(
    r"\b("
    # Actors are you, a player's name, a computer, the table, another player.
    "somebody|nobody|everybody|whoever|those who|one's|"
    # One word for each thing of the game.
    "throws?|let (?:it |them )?go|pick(?:s|ed)?|posts?|posted|posting|scratch|sheet|"
    "(?:taken?|takes|taking|put|puts|putting) back|back again|undoes|"
    "further yahtzees?|upper half|extra bonus|dice of the day|dice of a day|marked|"
    "begin|begins|began|begun|beginning|anew|go on|goes on|gone on|going on|put away|"
    "lay|laid|lays|get up|got up|by day|talk|look(?:s|ing)? back|looks? on|"
    "work(?:s|ed|ing)? out|means? (?:of|score)|costs? (?:most|nothing|anything|a chance)|"
    "faults?|silent|"
    # Not said across a table.
    "stands?|stood|makes? no sense|thereupon|is no(?! longer)|it is to|has to|the nearest is|"
    "please|if not given|writes? a zero|"
    # British.
    "colours?|coloured|grey|licence|cancelled|favourite|recognise|programme"
    r")\b"
)


CODE = ("__all__", "CSS", "DEFAULT_CSS")  # what is assigned to these is not shown

EXCEPTIONS = {
    ("yahtzee_tui.rules.records.text_notation", "began …"),  # the record format
    # The option.
    ("yahtzee_tui.cli.commands", "rules yatzy --sheet --games 6 > card.svg"),
    ("yahtzee_tui.cli.rules", "rules yatzy --sheet"),
}


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of string literals that are no docstrings, `…` for an expression.

    A text without a space is a key, an id or a name, unless it begins with a capital as labels do.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring of a module, class, function or attribute
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if isinstance(targets[0], ast.Name) and targets[0].id in CODE:
                continue
        text = None
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
            text = "".join(map(str, parts))
            for part in node.values:
                yield from literals(part) if isinstance(part, ast.FormattedValue) else ()
        elif isinstance(node, ast.Constant):
            text = node.value if isinstance(node.value, str) else None
        else:
            yield from literals(node)
        is_shown = text is not None and (" " in text.strip() or text[:1].isupper())
        if text is not None and is_shown and isinstance(node, ast.expr):
            yield node.lineno, text


def find_banned(text: str) -> str:
    """Return the first banned word of a text, in any case but all capitals, as SQL has; or ""."""
    found = BANNED.search(re.sub(r"\b[A-Z](?=[a-z])", lambda first: first[0].lower(), text))
    return found[0] if found else ""


def test_banned_words_are_found() -> None:
    for text, word in {
        "The name Ann belongs to somebody else here.": "somebody",
        "Taken back: 12 in Chance.": "taken back",
        "Begin": "begin",
        "There is no file x.": "is no",
    }.items():
        assert find_banned(text) == word
    for text in ("BEGIN IMMEDIATE", "so it is no longer secret", "Undone: 12 in Chance."):
        assert not find_banned(text)


def test_no_text_has_a_banned_word() -> None:
    found = [
        f"{module}:{line}: {word!r} in {text!r}"
        for module, tree in modules().items()
        for line, text in literals(tree)
        if (word := find_banned(text)) and (module, text) not in EXCEPTIONS
    ]
    assert not found, "\n".join(found)
