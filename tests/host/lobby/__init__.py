"""The lobby, each test on a file and on a real PostgreSQL server."""
