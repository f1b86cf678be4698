"""Levels of detail: which lines of each file a pack shows, and which lines earlier packs have shown."""
