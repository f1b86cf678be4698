"""The command line: a client of the façade like any other."""
