"""Training data from packages: pairs of a question and the code that answers it."""
