"""Syntax layer: from one file's text to its facts (outline, spans, references, chunks). It knows one file at a time."""
