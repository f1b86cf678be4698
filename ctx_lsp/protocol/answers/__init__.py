"""Conversion of the workspace's answers to wire types, one module for each topic."""
