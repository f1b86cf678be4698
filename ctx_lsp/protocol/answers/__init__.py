"""Conversion of the façade's answers to wire types, one module for each topic. The handlers call the façade."""
