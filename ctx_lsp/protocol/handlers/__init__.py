"""Request handlers, which convert the parameters, call the workspace and convert its answer.

Handlers do not analyse, rank or pack code themselves.
"""
