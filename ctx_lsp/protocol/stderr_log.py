"""The log on stderr. This module writes no files and imports nothing beyond the standard library."""

import logging

import ctx_lsp

LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"

_stderr = logging.StreamHandler()


def log_to_stderr() -> None:
    """Log to stderr: this package's records from INFO up, others from WARNING up, because pygls logs whole messages."""
    use_formatter(logging.Formatter(LINE))
    logging.basicConfig(level=logging.WARNING, handlers=[_stderr])
    logging.getLogger(ctx_lsp.__name__).setLevel(logging.INFO)


def use_formatter(formatter: logging.Formatter) -> None:
    """Format the records on stderr with `formatter` from now on."""
    _stderr.setFormatter(formatter)
