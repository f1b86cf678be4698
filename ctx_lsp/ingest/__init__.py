"""Ingest: turns changes to the inputs into the next snapshot, on the writer's thread."""
