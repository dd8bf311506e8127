"""Dialogs that every feature may open: a question, the bots, the cover of too small a terminal."""
