"""The widgets. Each is shown data and tells what was picked; none knows a rule."""
