"""Preprocessing: rewrites texts that grammars cannot parse, such as conditional compilation and macros of C."""
