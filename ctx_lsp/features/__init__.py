"""Features: one module per kind of editor request to a snapshot, besides search and packs."""
