"""Answers about the past of the code: `history` joined with the graph, with definitions and with texts."""
