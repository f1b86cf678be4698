"""Sharing within a team, for one workspace: the tier it asks, and the publication of its cache."""
