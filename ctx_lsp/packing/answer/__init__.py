"""Packs that answer a question: passages, rated by relevance and ordered by relevance per token."""
