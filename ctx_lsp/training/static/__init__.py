"""Training of a static embedding model, which has one vector per token."""
