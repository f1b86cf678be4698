"""The persistent cache: blob stores, file records, vectors, archives and token savings."""
