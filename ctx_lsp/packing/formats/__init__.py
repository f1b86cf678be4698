"""Text formats of packs, and exact token counts."""
