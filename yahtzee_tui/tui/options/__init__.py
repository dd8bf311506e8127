"""The options and the editor of keys."""
