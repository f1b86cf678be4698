"""Scripts that build training data and fit the constants of the product, which neither installs nor imports them.

The scripts that train or export models need the `training` extra.
"""
