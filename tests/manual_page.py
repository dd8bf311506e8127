"""Writes the manual page from the commands: `python -m tests.manual_page`."""

from __future__ import annotations

import os
import re
from pathlib import Path

from argparse_manpage.manpage import Manpage  # type: ignore[import-untyped]

from yahtzee_tui.cli.commands import PROGRAM, build_parser

PAGE = Path(__file__).parents[1] / "docs" / f"{PROGRAM}.1"


def format_page() -> str:
    os.environ["COLUMNS"] = "100"  # by which argparse breaks lines
    parser = build_parser()
    summary = str(parser.description).removesuffix(".")  # which `apropos` finds
    about = {"project_name": PROGRAM, "prog": PROGRAM, "manual_title": "Games"}
    page = str(Manpage(parser, about | {"description": summary}))
    # Without the day, which would change the page each time.
    return re.sub(r'(^\.TH \S+ "1") "[^"]*"', r'\1 ""', page) + "\n"


if __name__ == "__main__":
    PAGE.write_text(format_page(), encoding="utf-8")
