"""A Textual of a later version, whose private parts have other names."""

import re
from pathlib import Path

import textual

import yahtzee_tui

_SOURCE = Path(textual.__file__).parent
VERSION = "8.99.0"
_PRIVATE = re.compile(r"(?<!\w)_[A-Za-z]\w*")
_OTHERS = {"_asdict", "_color_system", "_exit", "_fields", "_fields_", "_replace", "_top", "_left"}
"""Names that classes of Python and Rich have, too."""


def _find_names() -> set[str]:
    widgets = {path.stem for path in (_SOURCE / "widgets").iterdir()}  # imported by their names
    sources = Path(yahtzee_tui.__file__).parent.rglob("*.py")
    found = {name for each in sources for name in _PRIVATE.findall(each.read_text("utf-8"))}
    return {name for name in found - _OTHERS - widgets if not name.startswith("_on_")}


def make_later_textual(folder: Path) -> None:
    """Put a copy into a folder for `PYTHONPATH`; what the program may not rely on is renamed."""
    names = _find_names()
    for path in _SOURCE.rglob("*"):
        target = folder / "textual" / path.relative_to(_SOURCE)
        if path.suffix == ".py":
            if path.stem in names:
                target = target.with_stem(f"_later{path.stem}")
            text = path.read_text("utf-8")
            text = re.sub(r"Select(Current|Overlay)", r"Later\1", text)
            text = _PRIVATE.sub(lambda found: f"{'_later' * (found[0] in names)}{found[0]}", text)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
        elif path.suffix == ".tcss":
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    about = folder / f"textual-{VERSION}.dist-info" / "METADATA"
    about.parent.mkdir()
    about.write_text(f"Metadata-Version: 2.1\nName: textual\nVersion: {VERSION}\n")
