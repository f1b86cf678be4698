"""Evaluation: tasks, metrics and benchmarks run through the façade."""
