"""Protocol layer: the only layer that deals with LSP, JSON-RPC and UTF-16.

Handlers convert the parameters of a request, call the workspace and convert its answer.
"""
