"""Models behind HTTP: one client, and the embedder, reranker and summariser that use it."""
