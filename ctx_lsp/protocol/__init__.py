"""Protocol layer: the only one that knows LSP, JSON-RPC and UTF-16. Handlers convert, call the façade, convert."""
