"""Reads the output of the compiler programs: one document of an index per line of JSON."""

import json
from collections.abc import Iterable

from tests.graph_oracle.scip import DEFINITION, Document, Occurrence


def read_documents(lines: Iterable[str]) -> list[Document]:
    """The documents in lines of JSON: path, occurrences, and the implemented symbols of each symbol."""
    return [
        Document(
            path=one["path"],
            occurrences=tuple(
                Occurrence(at["line"], at["start"], at["end"], at["symbol"], DEFINITION if at["definition"] else 0)
                for at in one["occurrences"] or ()
            ),
            implemented={symbol: tuple(targets) for symbol, targets in one["implemented"].items()},
        )
        for one in map(json.loads, lines)
    ]
