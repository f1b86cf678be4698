"""Models reached over HTTP: a client, and the embedder, reranker and summariser that use it."""
