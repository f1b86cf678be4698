"""Index state: the host that keeps it current by delta, and immutable snapshots of it."""
