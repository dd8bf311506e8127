"""What all tests share."""

from hypothesis import settings

# A deadline measures how busy the machine is, not the program.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
