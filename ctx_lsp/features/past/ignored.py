"""Decides which paths Git ignores according to the `.gitignore` files in a commit.

Only commits are read, so the result is the same in every clone.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from ctx_lsp.text.decode import decode
from ctx_lsp.text.git import Tree, committed_texts, read_texts
from ctx_lsp.text.ignore import GIT_IGNORE_FILE, IgnoreRules, IgnoreScope, parse_rules


class CommittedIgnoreRules:
    """The ignore rules for paths below `folder` in a commit. `tree` contains the commit's entries below the folder.

    The rules of the enclosing folders, up to the top of the repository, apply too. The constructor raises `GitError`.
    """

    def __init__(self, folder: Path, commit: str, tree: Tree) -> None:
        top = next((one for one in (folder, *folder.parents) if os.path.lexists(one / ".git")), folder)
        self._prefix = "".join(f"{name}/" for name in folder.relative_to(top).parts)
        self._rules: dict[str, IgnoreRules] = {}  # by folder
        for around in ("", *_folders(self._prefix.rstrip("/"))):
            text = committed_texts(top / around, commit, [GIT_IGNORE_FILE]).get(GIT_IGNORE_FILE)
            self._add(around, text)
        named = {path: content for path, content in tree.texts.items() if f"/{path}".endswith(f"/{GIT_IGNORE_FILE}")}
        texts = dict(read_texts(folder, named.values()))
        for path, content in named.items():
            self._add(self._prefix + path.removesuffix(GIT_IGNORE_FILE), texts.get(content))
        self._scopes: dict[str, IgnoreScope | None] = {"": IgnoreScope().enter("", self._rules.get(""))}

    def __contains__(self, path: str) -> bool:
        """Return whether Git ignores the file at a path relative to the folder."""
        path = self._prefix + path
        scope = self._scopes[""]
        for folder in _folders(path):
            if scope is None:
                return True
            if folder not in self._scopes:
                is_ignored = scope.reason(folder[:-1], is_folder=True, vendored=True) is not None
                self._scopes[folder] = None if is_ignored else scope.enter(folder, self._rules.get(folder))
            scope = self._scopes[folder]
        return scope is None or scope.reason(path, is_folder=False, vendored=True) is not None

    def _add(self, folder: str, text: bytes | None) -> None:
        source = decode(text) if text else None
        if source is not None:
            self._rules[folder] = parse_rules(source.data.decode())


def _folders(path: str) -> Iterator[str]:
    """Yield the folders around a path, the outermost first, each with a slash at its end."""
    end = path.find("/") + 1
    while end:
        yield path[:end]
        end = path.find("/", end) + 1
