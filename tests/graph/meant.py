"""The meanings of names in a workspace; `«…»` marks the names in question."""

import re

from ctx_lsp.graph.resolution.resolve import occurrences
from tests.workspaces import files_of, snapshot_of

_MARK = re.compile(r"«(.*?)»")


def meant(text: str) -> list[str]:
    """`name -> definition of the surest meaning`, in the order of the text; unknown: nothing after the arrow."""
    snapshot = snapshot_of(_MARK.sub(r"\1", text))
    found = []
    for path, marked in files_of(text).items():
        entry = snapshot.files[path]
        meanings = {one.reference.start: one.found for one in occurrences(snapshot.tables.lookups(entry))}
        for number, mark in enumerate(_MARK.finditer(marked.data.decode())):
            before = marked.data.decode()[: mark.start()].encode()
            targets = meanings.get(len(before) - number * len("«»".encode()), ())
            found.append(f"{mark[1]} -> {targets[0][0].id.rpartition('/')[2] if targets else ''}".rstrip())
    return found
