"""The open buffers of the editor, laid over the files on disk. `disk` reads the files."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ctx_lsp.text.source import SourceText


def has_file(path: str) -> bool:
    """Return whether a workspace path can belong to a file in a root: it is relative and has no empty parts.

    Buffers without such a file get other paths, so that the paths of files and buffers never collide.
    """
    return not path.startswith("/") and "//" not in path


_NOTHING: Mapping[str, SourceText] = MappingProxyType({})


class Overlay(Mapping[str, SourceText]):
    """An immutable mapping from workspace path to the text of the open buffer. Changes return a new overlay."""

    __slots__ = ("_buffers",)

    def __init__(self, buffers: Mapping[str, SourceText] = _NOTHING) -> None:
        self._buffers = dict(buffers)

    def __getitem__(self, path: str) -> SourceText:
        return self._buffers[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._buffers)

    def __len__(self) -> int:
        return len(self._buffers)

    def __repr__(self) -> str:
        return f"Overlay({', '.join(self._buffers)})"

    def with_text(self, path: str, source: SourceText) -> "Overlay":
        """Return this overlay with `source` as the text of `path`; the same object if nothing changes."""
        if self._buffers.get(path) == source:
            return self
        return Overlay({**self._buffers, path: source})

    def without(self, path: str) -> "Overlay":
        """Return this overlay without the buffer of `path`; the same object if none is open."""
        if path not in self._buffers:
            return self
        return Overlay({name: source for name, source in self._buffers.items() if name != path})
