"""Syntax layer: computes the facts of one file (outline, spans, references, chunks) from its text.

Names are not resolved across files here; `graph` does that.
"""
