"""Incremental reading: updates the facts of the previous text after an edit."""
