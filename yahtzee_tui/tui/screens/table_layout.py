"""Where the parts of a table stand, by how much room there is and how many play."""

from __future__ import annotations

WIDTHS = [
    (0, "-narrow"),
    (78, "-normal"),
    (104, "-wide"),
    (120, "-broad"),
    (170, "-vast"),
]
"""From how many columns on a table has which class."""

HEIGHTS = [
    (0, "-short"),
    (24, "-middle"),
    (34, "-tall"),
    (54, "-high"),
]
"""From how many rows on it has which class."""

LAYOUT = """
SeenTable {
    align: center middle;
    & > * { max-width: 136; }
    HintBar { max-width: 100% !important; }
    &.-several > * { max-width: 168; }
    &.-crowd > * { max-width: 220; }
    #top { height: auto; padding: 1 1 0 1; }
    #below { height: 1fr; max-height: 29; }
    #beside { height: 1fr; margin-top: 1; }
    #scorecard { margin: 1 1 0 1; }
    MessageLine { margin-top: 1; }
    &.-first-game TipLine { display: block; }
    &.-first-game.-short TipLine { display: none; }
    &.-first-game #scorecard { margin: 0 1; }
    &.-first-game #beside { margin-top: 0; }
    &.-short {
        #top { padding: 0 1; }
        #scorecard, MessageLine, #beside { margin-top: 0; }
        Die { height: 6; }
        TurnPanel { height: 6; }
    }
    &.-tall, &.-high {
        TurnLog { display: block; }
    }
    &.-narrow Die { width: 7; }
    &.-wide.-tall, &.-wide.-high, &.-broad.-tall, &.-broad.-high, &.-vast.-tall {
        Die { width: 13; height: 9; }
        TurnPanel { height: 9; }
    }
    &.-vast.-high {
        Die { width: 21; height: 13; }
        TurnPanel { height: 13; }
    }
    &.-broad, &.-vast {
        #below { layout: horizontal; }
        #beside { width: 35%; min-width: 44; max-width: 60; }
        TurnLog, CoachPanel.-speaks { display: block; }
    }
    &.-broad.-high #below, &.-vast.-high #below { max-height: 40; }
    &.-broad.-crowd {
        #below { layout: vertical; }
        #beside { width: 100%; max-width: 100%; }
        CoachPanel.-speaks { display: none; }
    }
    &.-broad.-crowd.-short, &.-broad.-crowd.-middle {
        TurnLog { display: none; }
    }
}
"""
"""Its style sheet; of several or a crowd of players it knows by a class as well."""


def find_classes(size: tuple[int, int]) -> list[str]:
    """Return the classes of a table in a terminal of so many columns and rows."""
    return [
        max(step for step in steps if step[0] <= room)[1]
        for room, steps in zip(size, (WIDTHS, HEIGHTS), strict=True)
    ]
