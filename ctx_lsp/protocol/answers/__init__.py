"""Conversion of the workspace's answers to wire types, with one module for each topic."""
