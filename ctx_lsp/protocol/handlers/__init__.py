"""Handlers: convert the parameters, call the façade, convert the answer. They do not analyse, rank or pack code."""
