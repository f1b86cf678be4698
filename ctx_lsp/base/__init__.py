"""Small utilities for all layers, such as digests, cancellation, checks and timings."""
