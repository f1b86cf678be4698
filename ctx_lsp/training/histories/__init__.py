"""Training data from git histories: repositories, questions and pairs."""
