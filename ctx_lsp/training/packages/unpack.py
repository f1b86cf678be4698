"""Unpacks a package's archive into the folder layout of its repository, without folders for versions and registries.

Only text files that people may have written are kept: code and READMEs. `pairs` chooses the files to train on.
"""

import io
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.text.source import SourceText
from ctx_lsp.training.packages import licences
from ctx_lsp.training.packages.recipe import Registry
from ctx_lsp.training.packages.registries import Download

MAX_BYTES = 300_000  # maximum size of a file; larger files are data or generated
_NO_TEXT = SourceText(b"")
_LICENCE = re.compile(r"(?:licen[cs]e|copying|unlicense)[^/]*\Z", re.IGNORECASE)
_README = re.compile(r"readme(?:\.md|\.markdown)\Z", re.IGNORECASE)

_INSTALLED = (  # the folders where Debian puts source files, and the replacements for these prefixes
    (re.compile(r"usr/share/gocode/src/(?:github\.com|gitlab\.com|golang\.org|bitbucket\.org)/[^/]+/[^/]+/"), ""),
    (re.compile(r"usr/share/gocode/src/[^/]+/[^/]+/"), ""),
    (re.compile(r"usr/share/cargo/registry/[^/]+/"), ""),
    (re.compile(r"usr/share/rubygems-integration/[^/]+/gems/[^/]+/"), ""),
    (re.compile(r"usr/lib/ruby/vendor_ruby/"), "lib/"),
    (re.compile(r"usr/share/php/"), "src/"),
    (re.compile(r"usr/share/lua/[^/]+/"), "lua/"),
    (re.compile(r"usr/lib/ocaml/[^/]+/"), "src/"),
    (re.compile(r"usr/share/perl5/"), "lib/"),
    (re.compile(r"usr/share/emacs/site-lisp/(?:elpa-src/)?[^/]+/"), ""),
    (re.compile(r"usr/include/(?:[^/]+-linux-gnu/)?"), "include/"),
)


def licence_of(registry: Registry, got: Download) -> str:
    """Return the licence that a package declares; "" if none is found."""
    files = dict(_files(registry, got.archive))
    if registry == "pypi":
        return licences.of_metadata(_text(files, r"[^/]+\.dist-info/METADATA\Z"))
    if registry == "npm":
        found = re.search(r'"license":\s*(?:\{[^}]*"type":\s*)?"([^"]+)"', _text(files, r"[^/]+/package\.json\Z"))
        return found[1] if found else ""
    if registry == "debian":
        return licences.of_debian(_text(files, r"usr/share/doc/[^/]+/copyright\Z"))
    packaged = dict(_tar(got.packaging.read_bytes())) if got.packaging else files
    named = licences.of_debian(_text(packaged, r"(?:[^/]+/)?debian/copyright\Z"))
    texts = (data.decode("utf-8", "replace") for path, data in files.items() if _is_top_licence(path))
    return named or licences.of_texts(texts)


def unpack(registry: Registry, archive: Path, target: Path) -> int:
    """Write a package's text files to the folder `target`; return how many there are."""
    count = 0
    for name, data in _files(registry, archive):
        path = repository_path(registry, name)
        if path and len(data) <= MAX_BYTES and _is_kept(path) and b"\0" not in data:
            file = target / path
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
            except (FileExistsError, NotADirectoryError, IsADirectoryError):  # a file and a folder have the same name
                continue
            count += 1
    return count


def repository_path(registry: Registry, name: str) -> str:
    """Convert the name of an archive member to its path in the repository; "" if it is not a project file."""
    parts = PurePosixPath(name).parts
    if ".." in parts or name.startswith("/"):
        return ""
    if registry == "pypi":
        return "" if re.match(r"[^/]+\.(?:dist-info|data)/", name) else name
    if registry in ("npm", "debian-source"):
        return "/".join(parts[1:])
    for prefix, place in _INSTALLED:
        found = prefix.match(name)
        if found:
            return place + name[found.end() :]
    return ""


def _is_kept(path: str) -> bool:
    if _README.search(path):
        return True
    return language(language_of(path, _NO_TEXT)).category == "code"


def _is_top_licence(path: str) -> bool:
    return path.count("/") == 1 and _LICENCE.search(path) is not None


def _text(files: dict[str, bytes], pattern: str) -> str:
    """Return the text of the first file whose path begins with a match of `pattern`; "" if there is none."""
    found = next((data for path, data in sorted(files.items()) if re.match(pattern, path)), b"")
    return found.decode("utf-8", "replace")


def _files(registry: Registry, archive: Path) -> Iterator[tuple[str, bytes]]:
    if registry == "pypi":
        with zipfile.ZipFile(archive) as opened:
            for info in opened.infolist():
                if not info.is_dir() and info.file_size <= MAX_BYTES:
                    yield info.filename, opened.read(info)
    elif registry == "debian":
        packed = subprocess.run(  # noqa: S603 - a fixed command
            ["dpkg-deb", "--fsys-tarfile", str(archive)],  # noqa: S607 - found like every tool
            capture_output=True,
            check=True,
        )
        yield from _tar(packed.stdout)
    else:
        yield from _tar(archive.read_bytes())


def _tar(data: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(data)) as opened:
        for info in opened:
            stream = opened.extractfile(info) if info.isfile() and info.size <= MAX_BYTES else None
            if stream is not None:
                yield info.name.removeprefix("./"), stream.read()
