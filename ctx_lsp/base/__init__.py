"""Small things every layer may use: digests, cancellation, checks, stage timings. Nothing about code or editors."""
