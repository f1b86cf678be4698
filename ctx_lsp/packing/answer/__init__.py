"""Packs for questions: passages, rated and ordered by tokens."""
