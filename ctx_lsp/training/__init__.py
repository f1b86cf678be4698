"""Scripts that build training data and fit the product's constants. They are neither installed nor imported with it.

The scripts that train or export models need the `training` extra.
"""
