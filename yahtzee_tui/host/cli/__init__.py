"""The commands of hosting."""
