"""Ranking: fusion of the channels, named score parts, and reranking."""
