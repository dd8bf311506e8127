"""Shared play in lines of text."""
