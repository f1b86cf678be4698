"""Archives unpacked in the layout of their repositories."""

import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from ctx_lsp.training.packages.recipe import Registry
from ctx_lsp.training.packages.registries import Download
from ctx_lsp.training.packages.unpack import licence_of, repository_path, unpack

CODE = b"def run(job):\n    return job()\n"


@pytest.mark.parametrize(
    ("registry", "name", "expected"),
    [
        ("pypi", "click_x/core.py", "click_x/core.py"),
        ("pypi", "x-1.0.dist-info/METADATA", ""),
        ("npm", "package/src/index.ts", "src/index.ts"),
        ("debian-source", "x-1.2/src/main.c", "src/main.c"),
        ("debian", "usr/share/gocode/src/github.com/owner/name/pkg/a.go", "pkg/a.go"),
        ("debian", "usr/share/gocode/src/gopkg.in/name.v2/a.go", "a.go"),
        ("debian", "usr/share/cargo/registry/name-1.0/src/lib.rs", "src/lib.rs"),
        ("debian", "usr/share/rubygems-integration/all/gems/name-1.0/lib/a.rb", "lib/a.rb"),
        ("debian", "usr/include/x86_64-linux-gnu/a/b.h", "include/a/b.h"),
        ("debian", "usr/bin/tool", ""),
        ("npm", "package/../../etc/passwd", ""),
    ],
)
def test_paths(registry: Registry, name: str, expected: str) -> None:
    assert repository_path(registry, name) == expected


def _tar(file: Path, members: dict[str, bytes]) -> Path:
    with tarfile.open(file, "w:gz") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return file


def test_only_hand_written_text_is_kept(tmp_path: Path) -> None:
    members = {
        "package/src/a.ts": CODE,
        "package/README.md": b"# x",
        "package/package.json": b"{}",
        "package/logo.png": b"\0\1",
        "package/binary.py": b"\0\1",
        "package/../evil.py": CODE,
    }
    assert unpack("npm", _tar(tmp_path / "x.tgz", members), tmp_path / "out") == 2
    found = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    assert sorted(found) == ["out/README.md", "out/src/a.ts", "x.tgz"]


def test_licence_of_a_wheel(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr("x/a.py", CODE)
        archive.writestr("x-1.0.dist-info/METADATA", "Name: x\nLicense: BSD-3-Clause\n\nText")
    got = Download("1.0", tmp_path / "x-1.0-py3-none-any.whl", None)
    assert licence_of("pypi", got) == "BSD-3-Clause"
    assert unpack("pypi", got.archive, tmp_path / "out") == 1


@pytest.mark.parametrize("field", ["MIT", {"type": "MIT", "url": "x"}])
def test_licence_of_a_package_for_node(tmp_path: Path, field: object) -> None:
    description = json.dumps({"name": "x", "license": field}).encode()
    archive = _tar(tmp_path / "x-1.0.0.tgz", {"package/package.json": description})
    assert licence_of("npm", Download("1.0.0", archive, None)) == "MIT"


def test_licence_of_a_source_package(tmp_path: Path) -> None:
    main = _tar(tmp_path / "x_1.orig.tar.gz", {"x-1/LICENSE": b"Apache License\n Version 2.0", "x-1/a.py": CODE})
    named = b"Files: *\nCopyright: A\nLicense: Expat\n"
    packaging = _tar(tmp_path / "x_1.debian.tar.xz", {"debian/copyright": named})
    assert licence_of("debian-source", Download("1", main, packaging)) == "Expat"
    assert licence_of("debian-source", Download("1", main, None)) == "Apache-2.0"
