"""The app over SSH: what a player far away may do, and which screen they see next."""
