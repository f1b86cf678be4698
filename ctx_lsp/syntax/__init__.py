"""Syntax layer: extracts facts (outline, spans, references, chunks) from the text of one file.

Names are not resolved across files here; `graph` does that.
"""
