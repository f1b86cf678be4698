"""Open documents and notebooks: their texts, names and URIs."""
