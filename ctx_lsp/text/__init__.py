"""Text layer: source text, edits, the overlay of editor buffers, and the only code that reads workspace files."""
