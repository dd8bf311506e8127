"""What the package says about where it is published: its links, and the README on an index.

`[tool.hatch.metadata.hooks.custom]` has the address of the site and an e-mail address, which the
environment may override. A package index shows the README without the files beside it, so its links
lead to the site. Without an address they become plain text, and pictures are left out.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_ROOT = Path(__file__).parents[1]
_PICTURE = re.compile(r"^\[?!\[.*\n\n", re.MULTILINE)
_LINK = re.compile(r"\[([^]]*)\]\(([^)]*)\)")
_TARGET = re.compile(r"\]\(([^)#]*)(#[^)]*)?\)")


def find_address(name: str) -> str:
    """Return `site` or `email`, empty if there is none yet."""
    with (_ROOT / "pyproject.toml").open("rb") as file:
        addresses = tomllib.load(file)["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    address: str = os.environ.get(f"YAHTZEE_TUI_{name.upper()}", addresses[name])
    return address.rstrip("/")


def adapt_readme(text: str, site: str) -> str:
    """Return the README for a reader who has no other file."""
    if not site:
        return _LINK.sub(r"\1", _PICTURE.sub("", text))
    return _TARGET.sub(lambda link: f"]({site}/{_path(link[1])}{link[2] or ''})", text)


def _path(file: str) -> str:
    """Return where the site has a picture, or a page such as `docs/coach.md`."""
    if not file.endswith(".md"):
        return file
    page = file.removeprefix("docs/").removesuffix(".md").lower()
    return "" if page == "index" else f"{page}/"


class CustomMetadataHook(MetadataHookInterface):
    """Sets the text, the authors, and the links if there is an address."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (_ROOT / "README.md").read_text(encoding="utf-8")
        site, email = find_address("site"), find_address("email")
        metadata["readme"] = {"content-type": "text/markdown", "text": adapt_readme(text, site)}
        metadata["authors"] = [{"name": "yahtzee-tui contributors"}]
        if email:
            metadata["authors"][0]["email"] = email
        if site:
            metadata["urls"] = {"Documentation": f"{site}/", "Changelog": f"{site}/changelog/"}
