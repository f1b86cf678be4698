"""Conversion of answers to the command line's JSON (`--json`).

Answers are converted field by field, so that internal names can change freely. Locations consist of workspace paths and
line numbers, whereas the protocol uses URIs and columns. Parts without locations have the same types as in the protocol
(`protocol.answers.parts`).
"""
