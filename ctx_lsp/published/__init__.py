"""Indexes of repositories in PostgreSQL with pgvector, and searches of repositories that are not on this machine."""
