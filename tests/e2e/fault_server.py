"""The product's server, with errors injected into the computations for files whose names begin with `broken`.

The tests start this program as a client would start the server, or fork it.
"""

import sys

from ctx_lsp.graph import derivation
from ctx_lsp.graph.edges import FileEdges
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.resolution import incremental
from ctx_lsp.graph.resolution.resolve import resolve_edited
from ctx_lsp.graph.resolution.reuse import ResolvedFile, Reusable
from ctx_lsp.protocol.server import serve


def resolve_or_fail(lookups: Lookups) -> FileEdges:
    """Fail for every text of a file, unless the text says that it is mended."""
    return resolve_edited_or_fail(lookups, None).edges


def resolve_edited_or_fail(lookups: Lookups, before: Reusable | None) -> ResolvedFile:
    """Do the same for an edited file."""
    if lookups.own.path.startswith("broken") and b"mended" not in lookups.own.source.data:
        raise KeyError(lookups.own.source.data.decode())
    return resolve_edited(lookups, before)


def main() -> None:
    """Serve until the client leaves."""
    setattr(derivation, "resolve_file", resolve_or_fail)  # noqa: B010  # a module's function is no attribute to mypy
    setattr(incremental, "resolve_edited", resolve_edited_or_fail)  # noqa: B010
    sys.exit(serve())


if __name__ == "__main__":
    main()
