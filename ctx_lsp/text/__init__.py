"""Text layer: source text, edits, open editor buffers, and the only code that reads workspace files."""
