"""Questions about the past of the code, answered from `history` together with the graph and the current texts."""
