"""Scripts that fit the weights of ranking and packing to git histories."""
