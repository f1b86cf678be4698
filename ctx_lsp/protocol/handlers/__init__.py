"""Handlers: convert the parameters, call the workspace, convert its answer. They do not analyse, rank or pack code."""
