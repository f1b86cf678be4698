"""Pack formats and exact token counts."""
