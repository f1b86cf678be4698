"""Features: one module for each kind of editor request that a snapshot can answer, except search and packs."""
