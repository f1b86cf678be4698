"""What Git's history says about files: last changes, how often, by whom, and which files change together.

Nothing here knows the graph or a definition; `features` joins the history with them.
"""
