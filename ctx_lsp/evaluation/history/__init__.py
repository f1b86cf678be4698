"""Retrieval tasks built from the commits of a git history, each run against the code as it was before its commit."""
