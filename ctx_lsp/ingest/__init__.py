"""Ingest: from changes of inputs to the next snapshot, on the writer thread."""
