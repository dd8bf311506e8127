"""The game's own themes. Widgets name these tokens, never a colour."""

from __future__ import annotations

from textual.theme import Theme

FELT = Theme(
    name="felt",
    primary="#e3b341",
    secondary="#7dbb98",
    accent="#e3b341",
    warning="#f0a35e",
    error="#f2867c",
    success="#8fd19e",
    foreground="#e8efe9",
    background="#0c1d16",
    surface="#11271d",
    panel="#1a3629",
    dark=True,
    variables={
        "die-face": "#f4eedd",
        "die-pip": "#1b1f1c",
        "die-held": "#e3b341",
        "die-held-pip": "#241a02",
        "die-idle": "#5c6f64",
        "die-idle-pip": "#0c1d16",
        "card-live": "#1a3629",
        "card-muted": "#8fa89a",
        "card-offer": "#b9d9c6",
        "card-best": "#f6d374",
        "card-cursor": "#24493a",
    },
)
"""Ivory dice on green felt: the default."""

PAPER = Theme(
    name="paper",
    primary="#17603f",
    secondary="#5a7d6b",
    accent="#a04a00",
    warning="#8f4a00",
    error="#a32018",
    success="#17603f",
    foreground="#1d2a24",
    background="#f7f3e8",
    surface="#efe9d9",
    panel="#e4dcc6",
    dark=False,
    variables={
        "die-face": "#17603f",
        "die-pip": "#ffffff",
        "die-held": "#a04a00",
        "die-held-pip": "#ffffff",
        "die-idle": "#a9b5ab",
        "die-idle-pip": "#f7f3e8",
        "card-live": "#e9e1cb",
        "card-muted": "#64715f",
        "card-offer": "#17603f",
        "card-best": "#8f3f00",
        "card-cursor": "#cfdcc6",
    },
)
"""Green dice on paper, for bright rooms."""

THEMES = (FELT, PAPER)
