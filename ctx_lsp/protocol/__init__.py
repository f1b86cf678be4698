"""Protocol layer: the only layer that knows LSP, JSON-RPC and UTF-16.

Handlers convert the parameters, call the façade and convert the answer.
"""
