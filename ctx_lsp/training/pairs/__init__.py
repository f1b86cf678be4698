"""Training pairs of a question and code, built from packages."""
