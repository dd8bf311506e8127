"""Dialogs that every feature may open: a question, and the cover of too small a terminal."""
