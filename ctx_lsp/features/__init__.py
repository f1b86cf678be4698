"""Features: one module per kind of editor request about a snapshot, except search and packs."""
