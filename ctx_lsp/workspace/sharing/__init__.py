"""Sharing within a team, for one workspace: the tier it asks, what it publishes, and packs with code from elsewhere."""
