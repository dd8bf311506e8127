"""The app over SSH: what a remote player may do, and which screen comes next."""
