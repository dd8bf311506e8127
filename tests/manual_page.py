"""Writes the manual page from the commands: `python -m tests.manual_page`."""

import os
import re

from argparse_manpage.manpage import Manpage  # type: ignore[import-untyped]

from tests.pages import find_address
from tests.source import ROOT
from yahtzee_tui.cli.arguments import PROGRAM
from yahtzee_tui.cli.commands import STARTS, build_parser, list_commands

PAGE = ROOT / "docs" / f"{PROGRAM}.1"


TABLES = ("Exit codes", "Environment variables", "Files")
"""The parts of docs/scripting.md that the page has at its end."""


def _format_table(title: str) -> str:
    text = (PAGE.parent / "scripting.md").read_text(encoding="utf-8")
    table = text.partition(f"## {title}\n")[2].partition("\n## ")[0]
    names = {"Exit codes": "EXIT STATUS", "Environment variables": "ENVIRONMENT"}
    rows = re.findall(r"^\| (.*) \| (.*) \|$", table, re.MULTILINE)[2:]
    return f"\n.SH {names.get(title, title.upper())}\n{''.join(map(_format_row, rows))}"


def _format_row(row: tuple[str, str]) -> str:
    return ".TP\n\\fB{}\\fR\n{}\n".format(*map(_escape, row))


def _escape(text: str) -> str:
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace("-", "\\-")


def format_page() -> str:
    os.environ["COLUMNS"] = "100"  # by which argparse breaks lines
    parser = build_parser([each for each in list_commands() if each.listed])
    parser.description = str(parser.description).partition("\n")[0]
    summary = parser.description.removesuffix(".")  # which `apropos` finds
    about = {"project_name": PROGRAM, "prog": PROGRAM, "manual_title": "Games"}
    page = str(Manpage(parser, about | {"description": summary}))
    for command, heading in parser.headings.items():
        row = rf"^\.TP\n(?=.*\\fI\\,{command}\\/\\fR$)"
        page = re.sub(row, f".SS {heading}\n.TP\n", page, count=1, flags=re.MULTILINE)
    page += "".join(map(_format_table, TABLES))
    starts = ((f"{PROGRAM}{words}", effect) for words, effect in STARTS)
    page += f"\n.SH EXAMPLES\n{''.join(map(_format_row, starts))}"
    for title, name in (("BUGS", "issues"), ("SEE ALSO", "home")):
        if address := find_address(name):
            page += f"\n.SH {title}\n{_escape(address)}\n"
    # Without the day, which would change the page each time.
    return re.sub(r'(^\.TH \S+ "1") "[^"]*"', r'\1 ""', page) + "\n"


if __name__ == "__main__":
    PAGE.write_text(format_page(), encoding="utf-8")
