"""Training pairs of questions and code, made from packages."""
