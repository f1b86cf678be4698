"""Scripts that build the data and fit the constants of the package. The package does not include or import them.

The scripts that train or export models need the `training` extra.
"""
