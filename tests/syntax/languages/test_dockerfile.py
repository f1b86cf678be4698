"""Dockerfile: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols

DOCKERFILE = """
# Which Python.
ARG VERSION=3.11
FROM python:${VERSION} AS base
ENV HOME=/x PATH_EXTRA=2
FROM base AS final
COPY --from=base /a /b
RUN echo ${HOME}
"""


def test_stages_and_variables() -> None:
    """A stage is named by AS."""
    assert symbols("Dockerfile", DOCKERFILE) == expected("""
        Variable VERSION | ARG VERSION=3.11 | "Which Python."
        Module base | FROM python:${VERSION} AS base
        Variable HOME | ENV HOME=/x PATH_EXTRA=2
        Variable PATH_EXTRA | ENV HOME=/x PATH_EXTRA=2
        Module final | FROM base AS final
    """)


def test_stages_and_variables_are_read() -> None:
    """Images from elsewhere are not stages of the file."""
    assert references("Dockerfile", DOCKERFILE) == expected("""
        read VERSION in base
        read base in final
    """)
