"""Evaluation of search and packing: tasks, metrics, and benchmarks of the whole engine."""
