"""Benchmarks of speed and memory: cold and warm starts, edits, queries, and the real server."""
