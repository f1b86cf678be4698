"""Scripts that build the package data and fit its constants; not installed, and never imported by the package.

The scripts that train or export models need the `training` extra.
"""
