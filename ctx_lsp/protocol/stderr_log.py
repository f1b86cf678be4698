"""Logging to stderr. This module writes no files and has no dependencies outside the standard library."""

import logging

import ctx_lsp

LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"

_stderr = logging.StreamHandler()


def log_to_stderr() -> None:
    """Log to stderr: the records of this package from level INFO, and all others from level WARNING.

    Lower levels are left out, because pygls logs whole messages at these levels.
    """
    use_formatter(logging.Formatter(LINE))
    logging.basicConfig(level=logging.WARNING, handlers=[_stderr])
    logging.getLogger(ctx_lsp.__name__).setLevel(logging.INFO)


def use_formatter(formatter: logging.Formatter) -> None:
    """Format the records on stderr with `formatter` from now on."""
    _stderr.setFormatter(formatter)
