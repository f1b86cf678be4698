"""The Git history of files: when, how often and by whom they were changed, and which of them change together.

This package does not use the graph or definitions; `features.past` combines the history with them.
"""
