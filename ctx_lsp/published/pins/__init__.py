"""Readers of lock files, which pin versions of packages. A lock file is read only when a request needs a version."""
