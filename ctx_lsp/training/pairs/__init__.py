"""Training pairs of questions and code, built from packages."""
