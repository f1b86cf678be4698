"""Results of the registry clients are found, and requested in batches. Nothing is downloaded."""

from pathlib import Path

import pytest

from ctx_lsp.training.packages.collect import BATCH, _batches, collect, read_wanted
from ctx_lsp.training.packages.exclusion import ExcludedNames
from ctx_lsp.training.packages.recipe import Registry
from ctx_lsp.training.packages.registries import find_download

DESCRIPTION = f"""Version: 2:1.0-3
Checksums-Sha256:
 {"a" * 64} 10 x_1.0.orig.tar.gz
 {"b" * 64} 10 x_1.0-3.debian.tar.xz
"""


@pytest.mark.parametrize(
    ("registry", "name", "file", "version"),
    [
        ("pypi", "Some.Name", "some_name-1.2-py3-none-any.whl", "1.2"),
        ("npm", "@scope/x", "scope-x-1.0.0-rc.1.tgz", "1.0.0-rc.1"),
        ("npm", "x", "x-2.0.0.tgz", "2.0.0"),
        ("debian", "golang-x-dev", "golang-x-dev_1%3a1.0-2_all.deb", "1:1.0-2"),
    ],
)
def test_downloads_are_found(tmp_path: Path, registry: Registry, name: str, file: str, version: str) -> None:
    for other in (file, "other-1.0-py3-none-any.whl", "x-y-1.0.0.tgz", "golang-x-dev-tools_1_all.deb"):
        (tmp_path / other).touch()
    found = find_download(registry, tmp_path, name)
    assert found
    assert (found.archive.name, found.version) == (file, version)
    assert find_download(registry, tmp_path, "missing") is None


def test_a_source_package_is_its_main_archive(tmp_path: Path) -> None:
    (tmp_path / "x_1.0-3.dsc").write_text(DESCRIPTION)
    assert find_download("debian-source", tmp_path, "x") is None
    for name in ("x_1.0.orig.tar.gz", "x_1.0-3.debian.tar.xz"):
        (tmp_path / name).touch()
    found = find_download("debian-source", tmp_path, "x")
    assert found
    assert found.version == "2:1.0-3"
    assert found.archive.name == "x_1.0.orig.tar.gz"
    assert found.packaging == tmp_path / "x_1.0-3.debian.tar.xz"


def test_batches_are_of_one_registry_and_in_turn() -> None:
    packages: list[tuple[Registry, str]] = [("npm", str(number)) for number in range(BATCH + 1)]
    batches = _batches([*packages, ("pypi", "a")])
    assert [(registry, len(names)) for registry, names in batches] == [("npm", BATCH), ("pypi", 1), ("npm", 1)]


def test_wanted(tmp_path: Path) -> None:
    (tmp_path / "wanted").write_text("pypi one\nnpm @a/b # scoped\npypi one\n")
    assert read_wanted(tmp_path / "wanted") == [("pypi", "one"), ("npm", "@a/b")]
    (tmp_path / "wanted").write_text("cran one\n")
    with pytest.raises(ValueError, match="cran"):
        read_wanted(tmp_path / "wanted")


def test_an_excluded_name_is_not_even_asked_for(tmp_path: Path) -> None:
    ends = collect(tmp_path / "packages.toml", tmp_path, [("pypi", "flask-login")], ExcludedNames(["flask"]))
    assert ends == {"excluded by name": 1}
