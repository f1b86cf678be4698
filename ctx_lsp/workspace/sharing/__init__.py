"""Sharing within a team, for one workspace: the shared cache, publishing, and packs with published code."""
