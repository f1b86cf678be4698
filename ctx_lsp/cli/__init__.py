"""The command line. Answers go to standard output, and everything else goes to standard error."""
