"""Models behind HTTP: one client, and what embeds or summarises by it. Models in this process are elsewhere."""
