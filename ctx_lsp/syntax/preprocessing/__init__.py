"""Rewrites constructs that grammars cannot parse, such as conditional compilation and macros in C."""
