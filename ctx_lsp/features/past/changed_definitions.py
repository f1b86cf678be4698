"""Finds the definitions that each commit to a file changed.

The texts of the file before and after the commit are parsed and compared, symbol by symbol. The results depend only on
the two texts and are cached in memory.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.lru import Lru
from ctx_lsp.features.changes import changed_symbols, entry_of
from ctx_lsp.graph.entry import FileEntry, qualname_of
from ctx_lsp.text.git import read_texts
from ctx_lsp.text.git_log import TouchedContents

BATCH = 20  # comparisons whose texts are read together

_known: Lru[tuple[str, str, str], frozenset[str]] = Lru(8_000)  # by path and the hashes of both contents


def steps_of(
    path: str, names: Iterable[str], touched: Mapping[str, Sequence[TouchedContents]]
) -> Iterator[tuple[str, TouchedContents]]:
    """Yield the commits to the file at `path`, newest first, even those made before the file was renamed.

    `names` holds commit hashes, newest first, and `touched` maps each hash to the files that the commit touched. Each
    result is the hash of a commit, with the file as the commit touched it.
    """
    for name in names:
        for one in touched.get(name, ()):
            if one.file.path == path:
                yield name, one
                path = one.file.former or path
                break


def changed_definitions(
    folder: Path, steps: Sequence[tuple[str, TouchedContents]], token: CancelToken
) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each commit with the qualified names of the definitions that it added or changed, in the order of `steps`.

    An empty name stands for code outside any definition. Raises `GitError`, `Cancelled`.
    """
    for start in range(0, len(steps), BATCH):
        batch = steps[start : start + BATCH]
        kept = {_key(one): known for _, one in batch if (known := _known.get(_key(one))) is not None}
        missing = [one for _, one in batch if _key(one) not in kept]
        texts = dict(read_texts(folder, (name for one in missing for name in (one.before, one.after))))
        parsed: dict[tuple[str, str], FileEntry | None] = {}  # mostly, a commit's first text is the last one of another
        for one in missing:
            token.check()
            kept[_key(one)] = _known.put(_key(one), _changed(one, texts, parsed))
        yield from ((commit, kept[_key(one)]) for commit, one in batch)


def _key(one: TouchedContents) -> tuple[str, str, str]:
    return one.file.path, one.before, one.after


def _changed(
    one: TouchedContents, texts: Mapping[str, bytes], parsed: dict[tuple[str, str], FileEntry | None]
) -> frozenset[str]:
    path = one.file.path
    for name in (one.before, one.after):
        if name in texts and (path, name) not in parsed:
            parsed[path, name] = entry_of(path, texts[name])
    before, after = parsed.get((path, one.before)), parsed.get((path, one.after))
    if after is None:
        return frozenset()
    changes = changed_symbols(before, after)
    return frozenset(qualname_of(change.symbol) for change in changes if change.change != "removed")
