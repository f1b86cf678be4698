"""Training of a static embedding model: a vector a token."""
