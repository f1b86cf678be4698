"""The log on stderr. Nothing is written to files, and nothing else is imported for it."""

import logging

import ctx_lsp

LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_to_stderr() -> None:
    """Send records to stderr: the package's from INFO on, others only warnings, because pygls logs whole messages."""
    logging.basicConfig(level=logging.WARNING, format=LINE)
    logging.getLogger(ctx_lsp.__name__).setLevel(logging.INFO)
