"""Names that are imported from packages outside of the workspace."""
