"""Shared widgets: each shows data and posts messages; none imports a rule."""
