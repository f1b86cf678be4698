"""Index state: the host, which updates it incrementally, and immutable snapshots of it."""
