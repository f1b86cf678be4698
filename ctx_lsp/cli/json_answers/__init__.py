"""The JSON of the command line (`--json`), written field by field, so that internal names can change freely.

Places are workspace paths and line numbers; the protocol has URIs and columns. Parts without places have the protocol's
types (`protocol.answers.parts`).
"""
