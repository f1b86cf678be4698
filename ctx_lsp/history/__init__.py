"""The Git history of files: when, how often and by whom they were changed, and which of them change together.

Nothing here uses the graph or definitions; `features.past` joins the history with them.
"""
