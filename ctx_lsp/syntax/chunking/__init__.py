"""Chunking: cuts files into retrieval units along their definitions."""
