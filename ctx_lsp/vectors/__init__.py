"""Vector search: quantised vectors, a searchable table of vectors, and the assignment of vectors to chunks."""
