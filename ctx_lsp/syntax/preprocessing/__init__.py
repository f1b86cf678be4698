"""Preprocessing: texts made readable for grammars, such as conditional compilation and macros of C."""
