"""Ingest: turns changes of inputs into the next snapshot, on the writer thread."""
