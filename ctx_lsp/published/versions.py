"""Parses and compares package names and versions as they are written in lock files, manifests and tags.

The rules for Python packages come from the library `packaging`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

Ecosystem = Literal["pypi", "npm", "golang"]
"""Where packages come from, by the names of package URLs (purl)."""


_VERSION = re.compile(r"v?(\d+(?:[a-z]+\d*|\.\d\S*)?)")  # not the name `3d-lib`
_SEPARATOR = re.compile(r"[@/_-]")
_GENERAL = frozenset({"", "release", "rel", "version"})  # prefixes of tags that name no package
_PSEUDO = re.compile(r"v\d+\.\d+\.\d+-(?:[\w.]+\.)?\d{14}-(?P<commit>[0-9a-f]{12})(?:\+incompatible)?")


def plain_name(ecosystem: str, name: str) -> str:
    """Return a package's name in its normalized spelling."""
    return canonicalize_name(name) if ecosystem == "pypi" else name


def is_same_version(ecosystem: str, one: str, other: str) -> bool:
    """Return whether two versions of a package are the same by the rules of its ecosystem."""
    if ecosystem == "pypi":
        try:
            return Version(one) == Version(other)
        except InvalidVersion:
            return one == other
    return _bare(one) == _bare(other)


def _bare(version: str) -> str:
    return version.removeprefix("v").removesuffix("+incompatible")


def tagged_versions(tags: Iterable[str], names: Iterable[str], *, also_unnamed: bool) -> list[str]:
    """Return the versions in tags such as `v2.0.3`, `name-2.0.3`, `@scope/name@2.0.3` or `folder/v2.0.3`.

    A tag counts if it names one of the packages `names`. If `also_unnamed` is true, so does a tag that names none.
    """
    wanted = {*map(_folded, names)} | (_GENERAL if also_unnamed else frozenset())
    found = (next((version for name, version in _readings(tag) if _folded(name) in wanted), "") for tag in tags)
    return [version for version in found if version]


def _readings(tag: str) -> Iterator[tuple[str, str]]:
    """Yield the names and versions into which a tag may be divided, those with the longest version first."""
    for start in (0, *(one.end() for one in _SEPARATOR.finditer(tag))):
        if match := _VERSION.fullmatch(tag, start):
            yield tag[:start].rstrip("@/_-"), match[1]


def highest_version(versions: Iterable[str]) -> str:
    """Return the highest of `versions`, which may be in any order. Final releases are preferred to prereleases."""
    return max(versions, key=_order)


def _order(version: str) -> tuple[bool, Version]:
    try:
        parsed = Version(version)
    except InvalidVersion:
        return False, Version("0")
    return not parsed.is_prerelease, parsed


def _folded(name: str) -> str:
    return canonicalize_name(name.removeprefix("@").replace("/", "-"))


def commit_of_pseudo_version(version: str) -> str:
    """Return the beginning of the commit hash in a Go pseudo-version; "" for any other version."""
    match = _PSEUDO.fullmatch(version)
    return match["commit"] if match else ""


def pinned_requirements(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name and version of each requirement with one exact version in a pip requirements file."""
    from packaging.requirements import InvalidRequirement, Requirement  # noqa: PLC0415  # slow to import, seldom used

    for line in text.replace("\\\n", " ").splitlines():
        written = re.split(r"\s#|\s--hash|^#", line)[0].strip()
        if not written or written.startswith("-"):
            continue
        try:
            requirement = Requirement(written)
        except InvalidRequirement:
            continue
        exact = [
            one.version for one in requirement.specifier if one.operator in ("==", "===") and "*" not in one.version
        ]
        if len(exact) == 1:
            yield requirement.name, exact[0]
