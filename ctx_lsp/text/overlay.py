"""The editor's open buffers, which take precedence over the files on disk."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ctx_lsp.text.source import SourceText


def has_file(path: str) -> bool:
    """Return whether a workspace path can belong to a file in a root.

    Such a path is relative and has no empty parts. Buffers without a file get other paths, so that the paths of files
    and buffers never collide.
    """
    return not path.startswith("/") and "//" not in path


_NOTHING: Mapping[str, SourceText] = MappingProxyType({})


class Overlay(Mapping[str, SourceText]):
    """An immutable mapping from workspace paths to the texts of open buffers."""

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
        """Return an overlay with `source` as the text of `path`, or this overlay if it already has that text."""
        if self._buffers.get(path) == source:
            return self
        return Overlay({**self._buffers, path: source})

    def without(self, path: str) -> "Overlay":
        """Return an overlay without the buffer for `path`, or this overlay if it has no such buffer."""
        if path not in self._buffers:
            return self
        return Overlay({name: source for name, source in self._buffers.items() if name != path})
