"""Training of the cross-encoder on candidates for real questions."""
