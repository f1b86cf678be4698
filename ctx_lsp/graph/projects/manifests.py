"""Reads `go.mod`, `pubspec.yaml`, `Package.swift` and `build.zig` with regular expressions.

Only a few lines of each file are needed.
"""

import re
from collections.abc import Iterator

from ctx_lsp.graph.projects.model import DartPackage, GoModule, SwiftPackage, ZigBuild, joined

_GO_MODULE = re.compile(r'^[ \t]*module[ \t]+"?([^\s"]+)', re.MULTILINE)
_GO_REPLACED = re.compile(r"^[ \t]*(?:replace[ \t]+)?(\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.\S*)", re.MULTILINE)
_PUB_NAME = re.compile(r"^name:\s*[\"']?([A-Za-z_]\w*)", re.MULTILINE)
_SWIFT_TARGET = re.compile(r"\.(target|executableTarget|testTarget|macro|plugin)\s*\(\s*name\s*:\s*\"([^\"\n]+)\"")
_SWIFT_PATH = re.compile(r"\bpath\s*:\s*\"([^\"\n]*)\"")
_ZIG_MODULE = re.compile(r"\baddModule\(\s*\"([^\"\n]+)\"")
_ZIG_ROOT = re.compile(r"\.root_source_file\s*=[^\"\n]{0,200}\"([^\"\n]+)\"")
_SWIFT_FOLDERS = {"testTarget": "Tests", "plugin": "Plugins"}


def read_go_mod(path: str, data: bytes) -> GoModule | None:
    """Parse the module path and local replacements; return None if there is no module path."""
    text = re.sub(r"//[^\n]*", "", data.decode("utf-8", "replace"))
    module = _GO_MODULE.search(text)
    if module is None:
        return None
    folder = path.rpartition("/")[0]
    return GoModule(folder, module[1], tuple((old, joined(folder, new)) for old, new in _GO_REPLACED.findall(text)))


def read_pubspec(path: str, data: bytes) -> DartPackage | None:
    """Parse the name of a Dart package; return None if there is none."""
    name = _PUB_NAME.search(data.decode("utf-8", "replace"))
    return DartPackage(path.rpartition("/")[0], name[1]) if name else None


def read_swift_package(path: str, data: bytes) -> SwiftPackage | None:
    """Parse a Swift package's targets, with default folders where none are given; None if there are no targets."""
    text = data.decode("utf-8", "replace")
    folder = path.rpartition("/")[0]
    targets = []
    for match, end in _pieces(_SWIFT_TARGET, text):
        path_clause = _SWIFT_PATH.search(text, match.end(), end)
        customary = f"{_SWIFT_FOLDERS.get(match[1], 'Sources')}/{match[2]}"
        targets.append((match[2], joined(folder, path_clause[1] if path_clause else customary)))
    return SwiftPackage(folder, tuple(targets)) if targets else None


def read_zig_build(path: str, data: bytes) -> ZigBuild | None:
    """Parse the modules that a build file adds with a literal name and root file; return None if there are none."""
    text = data.decode("utf-8", "replace")
    folder = path.rpartition("/")[0]
    roots = ((match[1], _ZIG_ROOT.search(text, match.end(), end)) for match, end in _pieces(_ZIG_MODULE, text))
    modules = tuple((name, joined(folder, root[1])) for name, root in roots if root)
    return ZigBuild(folder, modules) if modules else None


def _pieces(pattern: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield each match of a pattern with the offset of the next match, or of the end of the text."""
    matches = list(pattern.finditer(text))
    for number, match in enumerate(matches, 1):
        yield match, matches[number].start() if number < len(matches) else len(text)
