"""Published packages as training data: recipe, download, licences and exclusion."""
