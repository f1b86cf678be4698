"""Packing layer: pure functions that build a context pack within a token budget from ranked results and the graph."""
