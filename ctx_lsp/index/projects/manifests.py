"""`go.mod`, `pubspec.yaml`, `Package.swift` and `build.zig`, of which single lines are needed: read by pattern."""

import re

from ctx_lsp.index.projects.model import DartPackage, GoModule, SwiftPackage, ZigBuild, joined

_GO_MODULE = re.compile(r'^\s*module\s+"?([^\s"]+)', re.MULTILINE)
_GO_REPLACED = re.compile(r"^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\.\S*)", re.MULTILINE)
_PUB_NAME = re.compile(r"^name:\s*[\"']?([A-Za-z_]\w*)", re.MULTILINE)
_SWIFT_TARGET = re.compile(r"\.(target|executableTarget|testTarget|macro|plugin)\s*\(\s*name\s*:\s*\"([^\"\n]+)\"")
_SWIFT_PATH = re.compile(r"\bpath\s*:\s*\"([^\"\n]*)\"")
_ZIG_MODULE = re.compile(r"\baddModule\(\s*\"([^\"\n]+)\"")
_ZIG_ROOT = re.compile(r"\.root_source_file\s*=[^\"\n]*\"([^\"\n]+)\"")
_SWIFT_FOLDERS = {"testTarget": "Tests", "plugin": "Plugins"}


def read_go_mod(path: str, data: bytes) -> GoModule | None:
    """Module path and local replacements."""
    text = re.sub(r"//[^\n]*", "", data.decode("utf-8", "replace"))
    module = _GO_MODULE.search(text)
    if module is None:
        return None
    folder = path.rpartition("/")[0]
    return GoModule(folder, module[1], tuple((old, joined(folder, new)) for old, new in _GO_REPLACED.findall(text)))


def read_pubspec(path: str, data: bytes) -> DartPackage | None:
    """The name of a Dart package."""
    name = _PUB_NAME.search(data.decode("utf-8", "replace"))
    return DartPackage(path.rpartition("/")[0], name[1]) if name else None


def read_swift_package(path: str, data: bytes) -> SwiftPackage | None:
    """The targets of a Swift package; one whose folder is not said is in the customary one."""
    text = data.decode("utf-8", "replace")
    folder = path.rpartition("/")[0]
    found = list(_SWIFT_TARGET.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    targets = []
    for match, end in zip(found, ends, strict=True):
        said = _SWIFT_PATH.search(text, match.end(), end)
        customary = f"{_SWIFT_FOLDERS.get(match[1], 'Sources')}/{match[2]}"
        targets.append((match[2], joined(folder, said[1] if said else customary)))
    return SwiftPackage(folder, tuple(targets)) if targets else None


def read_zig_build(path: str, data: bytes) -> ZigBuild | None:
    """The modules that a build adds by name and by a root file that is written out."""
    text = data.decode("utf-8", "replace")
    folder = path.rpartition("/")[0]
    found = list(_ZIG_MODULE.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    roots = ((match[1], _ZIG_ROOT.search(text, match.end(), end)) for match, end in zip(found, ends, strict=True))
    modules = tuple((name, joined(folder, root[1])) for name, root in roots if root)
    return ZigBuild(folder, modules) if modules else None
