"""Chunking: splits files into the pieces of text that retrieval scores, along their definitions."""
