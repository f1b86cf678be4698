"""Retrieval tasks built from a git history, and run against the code before each commit."""
