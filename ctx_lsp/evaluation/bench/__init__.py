"""Benchmarks of speed and memory: cold and warm starts, edits, questions, the real server."""
