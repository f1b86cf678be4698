"""Packing layer: turns ranked results and the graph into a context pack within a token budget. Pure functions."""
