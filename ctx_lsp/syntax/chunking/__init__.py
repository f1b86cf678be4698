"""Chunking: files cut along their definitions."""
