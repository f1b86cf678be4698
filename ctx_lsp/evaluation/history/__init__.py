"""Retrieval tasks built from a git history, each run against the code as it was before the commit."""
