"""Published packages as training data: recipe, download, licences, exclusion."""
