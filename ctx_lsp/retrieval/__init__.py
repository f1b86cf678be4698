"""Retrieval layer: from a question and a snapshot to ranked results with named score parts. Pure functions."""
