"""Makes a site of the pages under `docs`, and puts into it what stands beside them.

The reference of the library is made from the table of public names in `library.md`, and the colors
of a block of code from how it begins.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from griffe import Extension
from mkdocs.structure.files import File
from package_metadata import choose_installation, find_address

if TYPE_CHECKING:
    from griffe import Object
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

_ROOT = Path(__file__).parents[1]
_PAGES = ("CHANGELOG", "CODE_OF_CONDUCT", "CONTRIBUTING", "SECURITY")
_LONGEST_DESCRIPTION = 160

_FROM_CLONE = re.compile(r"in a clone (.*\n\n    )(.*)")
_FROM_INDEX = r"\1pipx install yahtzee-tui && yahtzee-tui"
"""What the first page says is typed; in a clone, as long as there is no address of a site."""

_CODE = re.compile(r"(?<=\n\n)(?:    .*\n(?:\n+(?=    ))?)+")
_LIST = re.compile(r"(?:[-*] |\d+\. |  )")
_LANGUAGES = {
    "pycon": r">>> ",
    "json": r"[{\[]\s*[\"{\[]",
    "ini": r"(?:\[\w+\]\n)?\w+=",
    "toml": r"\[[\w.:\"-]+\]\n|[\w.]+ = ",
    "python": r"(?:from|import|class|def) ",
    "bat": r"py ",
    "console": r"\$ ",
    "sh": r"#|[\w./@-]*(?:yahtzee-tui|run|python3?|pipx?|uvx?|ssh|git|sudo|curl|podman|source)\b"
    r"|(?:echo|mkdir|cp|printf) ",
}
_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
_NAMES = re.compile(r"^\| for \| names \|\n.*\n((?:\|.*\n)+)", re.MULTILINE)
_NAME = re.compile(r"`([\w.]+)`")


def on_config(config: MkDocsConfig) -> None:
    """Tell the site its address, and link the repository, whose host the theme would ask."""
    config.site_url = find_address("site") and f"{find_address('site')}/"
    if source := find_address("source"):
        config.extra["social"] = [{"icon": "material/source-branch", "link": source}]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pictures, the pages of the root and the reference to the files of the site."""
    for picture in sorted((_ROOT / "screenshots").iterdir()):
        name = f"screenshots/{picture.name}"
        files.append(File.generated(config, name, abs_src_path=str(picture)))
    for page in _PAGES:
        path = str(_ROOT / f"{page}.md")
        files.append(File.generated(config, f"{page.lower()}.md", abs_src_path=path))
    files.append(File.generated(config, "reference.md", content=_write_reference()))
    return files


def _write_reference() -> str:
    lines = ["# Reference", "", "All that is public in the [library](library.md), by its purpose."]
    table = _NAMES.search((_ROOT / "docs" / "library.md").read_text(encoding="utf-8"))
    assert table is not None
    for row in table[1].splitlines():
        _, purpose, names, _ = row.split("|")
        lines += ["", f"## {purpose.strip().capitalize()}", ""]
        lines += [f"::: {_path(name)}\n" for name in _NAME.findall(names)]
    return "\n".join(lines) + "\n"


def _path(name: str) -> str:
    return name if "." in name else f"yahtzee_tui.{name}"


def on_page_markdown(markdown: str, page: Page, **_others: Any) -> str:
    """Adapt a page: its links, what is typed first, its description and the colors of code."""
    markdown = choose_installation(markdown)
    for each in _PAGES:
        markdown = markdown.replace(f"](../{each}.md", f"]({each.lower()}.md")
    markdown = markdown.replace("](../screenshots/", "](screenshots/").replace("](docs/", "](")
    if page.is_homepage:
        markdown = _adapt_first_page(markdown)
    page.meta.setdefault("description", _describe(markdown))
    markdown = _NAMES.sub(
        lambda table: _NAME.sub(lambda name: f"[{name[0]}][{_path(name[1])}]", table[0]), markdown
    )
    return _CODE.sub(partial(_color, markdown), markdown)


def _adapt_first_page(markdown: str) -> str:
    """Say how to install from an index, if there is a site, and how to play without, if one can."""
    if find_address("home"):
        markdown = _FROM_CLONE.sub(_FROM_INDEX, markdown)
    if play := find_address("play"):
        before, pictures, after = markdown.partition('<div class="pictures"')
        markdown = f"{before}or play without installing:\n\n    {play}\n\n{pictures}{after}"
    return markdown


def _describe(markdown: str) -> str:
    """Return the first paragraph of a page without its links, as far as it fits."""
    paragraphs = (each.strip() for each in markdown.split("\n\n"))
    first = next(each for each in paragraphs if re.match(r"\w", each))
    text = re.sub(r"\[([^]]*)\]\([^)]*\)|[`*_]", r"\1", " ".join(first.split()))
    if len(text) > _LONGEST_DESCRIPTION:
        text = text[:_LONGEST_DESCRIPTION]
        sentences = text.rpartition(". ")[0]
        text = f"{sentences}." if sentences else f"{text.rpartition(' ')[0]}…"
    return text.replace('"', "'")


def _color(markdown: str, code: re.Match[str]) -> str:
    """Return a block of code with its language, unless it belongs to a list."""
    before = markdown[: code.start()].rstrip().rpartition("\n")[2]
    text = dedent(code[0]).strip("\n")
    language = next((name for name, start in _LANGUAGES.items() if re.match(start, text)), "text")
    return code[0] if _LIST.match(before) else f"```{language}\n{text}\n```\n\n"


class FencedExamples(Extension):
    """Lets the examples of docstrings be shown as code."""

    def on_object(self, *, obj: Object, **_others: Any) -> None:
        if obj.docstring:
            text = obj.docstring.value
            obj.docstring.value = _EXAMPLE.sub("```pycon\n\\g<0>\n```", text)
