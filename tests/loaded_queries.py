"""Compiles the queries of Python when it is imported, for processes that are forked afterwards: it takes 0.4 s."""

from ctx_lsp.syntax.rules import rules_of

assert rules_of("python") is not None
