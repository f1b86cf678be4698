"""Ranking: fusion of channels, named score parts, reranking."""
