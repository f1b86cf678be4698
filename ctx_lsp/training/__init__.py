"""Scripts that make the package data and fit its figures; not installed, and never imported by the package.

Those that train or export models need the `training` extra.
"""
