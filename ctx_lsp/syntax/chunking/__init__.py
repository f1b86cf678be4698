"""Chunking: splits files into units for retrieval, along their definitions."""
