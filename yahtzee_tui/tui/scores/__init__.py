"""High scores and statistics."""
