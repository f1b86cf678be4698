"""The command line, a client of the façade. Answers go to standard output, everything else to standard error."""
