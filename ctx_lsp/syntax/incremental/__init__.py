"""Incremental reading: facts of an edited text from those of the text before."""
