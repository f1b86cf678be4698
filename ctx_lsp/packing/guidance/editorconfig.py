"""Sections of an .editorconfig file: their lines, and the paths that they apply to. Properties are not interpreted."""

import re
from typing import NamedTuple

from ctx_lsp.packing.guidance.globs import glob_matches
from ctx_lsp.text.source import SourceText

_HEADER = re.compile(r"\[(.{1,500})\]\s{0,9}(?:[#;].{0,500})?")
_ROOT = re.compile(r"root\s{0,9}=\s{0,9}true\b", re.IGNORECASE)


class ConfigSection(NamedTuple):
    """A section of an .editorconfig file: the pattern in its header, and its lines.

    The lines are counted from 0, and `last` is exclusive.
    """

    pattern: str
    first: int
    last: int

    def matches(self, path: str) -> bool:
        """Return whether the section applies to `path`, which is relative to the folder of the .editorconfig file."""
        return glob_matches(self.pattern.replace(", ", ","), path)


def config_sections(source: SourceText) -> tuple[list[ConfigSection], bool]:
    """Return the sections that set any property, and whether the file sets `root = true`.

    If it does, .editorconfig files in the folders above do not apply.
    """
    found: list[ConfigSection] = []
    pattern, first, last, is_root = "", 0, 0, False
    for number, line in enumerate([*source.stripped_lines(), "[end]"]):
        header = _HEADER.fullmatch(line)
        if header is not None:
            if pattern and last > first + 1:
                found.append(ConfigSection(pattern, first, last))
            pattern, first, last = header[1], number, number + 1
        elif line and line[0] not in "#;":
            last = number + 1
            is_root = is_root or (not pattern and _ROOT.match(line) is not None)
    return found, is_root
