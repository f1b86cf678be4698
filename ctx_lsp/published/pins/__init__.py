"""Versions of packages that lock files pin: found for an importing file, and read when a question needs them."""
