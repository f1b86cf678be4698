"""Packing layer: from ranked results and the graph to a context pack within a token budget. Pure functions."""
