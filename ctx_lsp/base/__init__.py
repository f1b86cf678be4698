"""Small utilities for every layer: digests, cancellation, checks, timings. They know nothing about code or editors."""
