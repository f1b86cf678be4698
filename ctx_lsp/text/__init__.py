"""Text layer: immutable source text, edits, the overlay of editor buffers, and the only reader of workspace files."""
