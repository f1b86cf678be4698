"""What became of a sentence between two commits.

- kept: the sentence is still in its file, as Git follows it.
- corrected: it was reworded, and the commit that did so changed code too: a file of the sources, without its comments.
  Documents that are only edited say nothing of rot.
- unknown: it was reworded alone, or is gone. Sentences whose file is gone are unknown, too.
"""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path
from typing import Literal

from ctx_lsp.features.changes import entry_of
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.text.git import read_texts
from ctx_lsp.text.git_log import TouchedContents, commit_names, touched_contents
from tests.memory.rot.code_truth import code_tokens
from tests.memory.rot.sentences import Said, texts_in

SIMILAR = 0.6  # share of common words of a sentence and its later wording

TextFate = Literal["kept", "corrected", "unknown"]


class TextTruth:
    """The fates of sentences between two commits of a repository."""

    def __init__(
        self, folder: Path, before: str, after: str, files: Mapping[str, FileEntry], renamed: Mapping[str, str]
    ) -> None:
        """Prepare for the files at the commit `after`, keyed by path."""
        self._folder, self._files, self._renamed = folder, files, renamed
        self._commits = commit_names(folder, after, 20_000, before)[::-1]
        self._touched = touched_contents(folder, self._commits)

    def fate(self, said: Said) -> TextFate:
        """Return what became of a sentence."""
        now = said.path if said.path in self._files else self._renamed.get(said.path, "")
        if now not in self._files:
            return "unknown"
        texts = _texts(now, self._files[now].source.data)
        if said.text in texts:
            return "kept"
        words = said.text.lower().split()
        reworded = any(is_reworded(words, other.lower().split()) for other in texts)
        return "corrected" if reworded and self._with_code(said, {said.path, now}) else "unknown"

    def _with_code(self, said: Said, paths: set[str]) -> bool:
        """Return whether the first commit without the sentence also changed code."""
        for commit in self._commits:
            touched = self._touched.get(commit, ())
            own = next((one for one in touched if one.file.path in paths), None)
            if own is not None and said.text not in _texts(said.path, self._text(own.after)):
                return any(map(self._changes_code, touched))
        return False

    def _changes_code(self, one: TouchedContents) -> bool:
        path = one.file.path
        if file_role(path) != "source" or path.endswith((".md", ".rst", ".txt")):
            return False
        before, after = (_tokens(path, self._text(name)) for name in (one.before, one.after))
        return before != after

    def _text(self, name: str) -> bytes:
        return dict(read_texts(self._folder, [name])).get(name, b"") if name.strip("0") else b""


def is_reworded(words: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether other words are a later wording of a sentence."""
    if 2 * len(set(words) & set(other)) < SIMILAR * (len(set(words)) + len(set(other))) / 2:
        return False
    return SequenceMatcher(None, words, other, autojunk=False).ratio() >= SIMILAR


@lru_cache(maxsize=2_000)
def _texts(path: str, data: bytes) -> frozenset[str]:
    entry = entry_of(path, data) if data else None
    return texts_in(entry) if entry else frozenset()


@lru_cache(maxsize=500)
def _tokens(path: str, data: bytes) -> list[str]:
    return [one.text for one in code_tokens(path, data.decode("utf-8", "replace"))]
