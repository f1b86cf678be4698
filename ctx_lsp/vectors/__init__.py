"""Vector search: int8 rows, the table and its HNSW graph, and which chunk has which vector."""
