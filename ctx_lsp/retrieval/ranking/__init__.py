"""Ranking of candidates: fusion of the channels, ranking rules, and reranking."""
