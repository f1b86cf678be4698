"""The Git history of files: last changes, how often, by whom, and which files change together.

Nothing here uses the graph or definitions; `features.past` joins the history with them.
"""
