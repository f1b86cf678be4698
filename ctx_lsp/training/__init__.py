"""Scripts that build training data and fit the product's constants. The product neither installs nor imports them.

The scripts that train or export models need the `training` extra.
"""
