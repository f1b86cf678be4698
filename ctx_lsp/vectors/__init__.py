"""Vector search: int8 rows, a table of them with an HNSW graph, and the assignment of vectors to chunks."""
