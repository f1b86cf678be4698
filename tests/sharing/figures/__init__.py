"""Measurements of published repositories, which are commands and not tests."""
