"""The persistent cache: blob stores, records of files, vectors, archives, and token savings."""
