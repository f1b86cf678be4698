"""Reads go.mod, which pins the versions of all modules that a Go module needs. go.sum only adds their digests."""

import re

from ctx_lsp.published.pins.model import Asked, Pin, Pins
from ctx_lsp.published.versions import commit_of_pseudo_version

_COMMENT = re.compile(r"//[^\n]*")
_EXCLUDED = re.compile(r"^[ \t]*(?:exclude|retract)\b[ \t]*(?:\([^)]*\)|[^\n(]*)", re.MULTILINE)
_REQUIRED = re.compile(r'^[ \t]*(?:require[ \t]+)?"?([^\s"()]+)"?[ \t]+(v\d\S*)[ \t]*$', re.MULTILINE)
_REPLACED = re.compile(
    r"^[ \t]*(?:replace[ \t]+)?(\S+)(?:[ \t]+(v\d\S*))?[ \t]+=>[ \t]+(\S+)(?:[ \t]+(v\d\S*))?", re.MULTILINE
)


def go_mod(data: bytes) -> Pins:
    """Read a go.mod: the version of each required module, and the module or folder that replaces it, if any."""
    text = _EXCLUDED.sub("", _COMMENT.sub("", data.decode("utf-8", "replace")))
    replaced: dict[str, str] = {}
    required = dict(_REQUIRED.findall(text))
    for old, version, new, new_version in _REPLACED.findall(text):
        if not version or required.get(old) == version:
            required[old] = new_version if new == old else ""
            replaced[old] = "" if new == old else f"{new} {new_version}".rstrip()

    def of(asked: Asked) -> tuple[Pin, ...]:
        version = required.get(asked.package, "")
        replacement = replaced.get(asked.package, "")
        return (Pin(version, commit_of_pseudo_version(version), replacement),) if version or replacement else ()

    return of
