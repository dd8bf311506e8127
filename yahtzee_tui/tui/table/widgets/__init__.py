"""The widgets of the table screens."""
