"""Training of the bi-encoder that embeds code and questions."""
