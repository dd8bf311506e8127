"""Puts into the site what stands beside `docs`: the pictures and the pages of the root."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File
from package_metadata import find_address

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

_ROOT = Path(__file__).parents[1]
_PAGES = ("CHANGELOG", "CODE_OF_CONDUCT", "CONTRIBUTING", "SECURITY")


def on_config(config: MkDocsConfig) -> None:
    """Tell the site its address, and the repository's."""
    config.site_url = find_address("site")
    config.repo_url = find_address("source")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pictures and the pages of the root to the files of the site."""
    for picture in sorted((_ROOT / "screenshots").iterdir()):
        name = f"screenshots/{picture.name}"
        files.append(File.generated(config, name, abs_src_path=str(picture)))
    for page in _PAGES:
        path = str(_ROOT / f"{page}.md")
        files.append(File.generated(config, f"{page.lower()}.md", abs_src_path=path))
    return files


def on_page_markdown(markdown: str, **_others: Any) -> str:
    """Let the links to these files, and theirs, lead to where they stand in the site."""
    for page in _PAGES:
        markdown = markdown.replace(f"](../{page}.md", f"]({page.lower()}.md")
    return markdown.replace("](../screenshots/", "](screenshots/").replace("](docs/", "](")
