"""Features: one module for each question that an editor asks of a snapshot, besides search and packs."""
