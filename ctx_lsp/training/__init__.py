"""Scripts that build the package data and fit its constants. They are not installed or imported by the package.

The scripts that train or export models need the `training` extra.
"""
