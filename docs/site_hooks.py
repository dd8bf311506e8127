"""Puts the pictures of `screenshots`, which stand beside `docs`, into the site."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

_PICTURES = Path(__file__).parents[1] / "screenshots"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pictures to the files of the site."""
    for picture in sorted(_PICTURES.iterdir()):
        name = f"screenshots/{picture.name}"
        files.append(File.generated(config, name, abs_src_path=str(picture)))
    return files


def on_page_markdown(markdown: str, **_others: Any) -> str:
    """Let the links to pictures lead to where they stand in the site."""
    return markdown.replace("](../screenshots/", "](screenshots/")
