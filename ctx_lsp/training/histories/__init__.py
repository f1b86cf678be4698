"""Git histories as training data: repositories, questions, pairs."""
