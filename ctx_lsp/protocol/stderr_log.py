"""The log on stderr. This module writes no files and imports nothing beyond the standard library."""

import logging

import ctx_lsp

LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_to_stderr() -> None:
    """Log to stderr: this package's records from INFO up, others from WARNING up, because pygls logs whole messages."""
    logging.basicConfig(level=logging.WARNING, format=LINE)
    logging.getLogger(ctx_lsp.__name__).setLevel(logging.INFO)
