"""Retrieval layer: pure functions from a question and a snapshot to ranked results with named score parts."""
