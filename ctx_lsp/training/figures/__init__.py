"""Scripts that fit the weights of ranking and packing to data from git histories."""
