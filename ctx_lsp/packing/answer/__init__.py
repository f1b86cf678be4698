"""Packs that answer a question, built from passages in the order of their relevance per token."""
