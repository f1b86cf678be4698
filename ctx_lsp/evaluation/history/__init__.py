"""Retrieval tasks made from a git history, and running them against the code of their time."""
