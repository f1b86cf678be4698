"""Training of the cross-encoder, on the product's candidates for questions about real repositories."""
