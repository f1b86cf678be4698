"""Scripts that make the package data. They need the `training` extra, are not installed and never imported."""
