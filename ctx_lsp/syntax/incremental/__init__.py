"""Incremental parsing: updates the facts about the previous text after an edit."""
