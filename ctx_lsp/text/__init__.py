"""Text layer: immutable source text, edits, the overlay of editor buffers over disk, and the only reader of files."""
