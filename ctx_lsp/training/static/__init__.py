"""Training of a static embedding model: one vector per token."""
