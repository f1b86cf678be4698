"""Training data from published packages: recipe, download, licences and exclusion."""
