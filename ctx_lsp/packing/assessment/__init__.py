"""Assessment: what a pack says of its own confidence, completeness and risk."""
