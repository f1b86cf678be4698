"""Models of a workspace: loads them, and embeds questions."""
