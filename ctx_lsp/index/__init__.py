"""Index layer: names, graph, lexical and vector indexes, the single writer and its snapshots. It ranks nothing."""
