"""Protocol layer: the only one that knows LSP, JSON-RPC and UTF-16 columns. Handlers convert, call the façade, convert."""
