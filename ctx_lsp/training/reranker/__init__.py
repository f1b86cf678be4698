"""Training of the cross-encoder on candidates of real questions."""
