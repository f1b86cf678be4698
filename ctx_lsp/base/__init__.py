"""Small utilities that every layer may use: digests, cancellation, checks, timings. Nothing about code or editors."""
