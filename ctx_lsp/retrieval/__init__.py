"""Retrieval layer: pure functions that turn a question and a snapshot into ranked results with named score parts."""
