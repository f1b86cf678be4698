"""The state of the index: a host that updates it incrementally, and immutable snapshots."""
