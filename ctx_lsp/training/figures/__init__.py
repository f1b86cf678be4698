"""Fits of the weights of ranking and packing to git histories."""
