"""The screens, each imported only when it is first shown."""
