"""Practice: the choice of what is asked, and the table on which a position is decided."""
