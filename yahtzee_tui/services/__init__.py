"""What every front end does with a game; it knows no Textual, and prints nothing."""
