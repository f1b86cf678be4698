"""Retrieval tasks built from the commits of a git history. Each task searches the code as it was before its commit."""
