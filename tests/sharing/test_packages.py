"""The packages that a repository provides, their versions, and the modules that they export."""

import pytest

from ctx_lsp.published.content import content_of
from ctx_lsp.published.exports import exports_of
from ctx_lsp.published.model import Revision
from ctx_lsp.published.packages import packages_of
from ctx_lsp.published.versions import tagged_versions
from tests.workspaces import snapshot_of

WITHOUT_VERSION = snapshot_of(
    """
=== go.mod
module example.org/acme/rates
=== rates.go
package rates
"""
)
FLAT = snapshot_of(
    """
=== setup.py
from setuptools import Extension, setup

speedups = Extension(name="acme_speedups", sources=[])
setup(
    name="acme",
    version="1.0",
    ext_modules=[speedups],
)
=== acme/__init__.py
API_KEY = "sk_live_4eC39HqLyjWDarjtT1zdp7dcmZ8Q"
def run(): ...
=== acme/docs.py
def inside(): ...
=== noxfile.py
def lint(): ...
=== docs/conf.py
def build(): ...
"""
)


@pytest.mark.parametrize(
    ("tags", "release", "version"),
    [
        (("v1.2.0", "v1.2.0-rc.3"), "", "v1.2.0"),
        (("v1.10.0", "v1.9.0"), "", "v1.10.0"),
        (("v1.10.0", "v1.9.0"), "v1.9.0", "v1.9.0"),
        (("v1.2.0-rc.10", "v1.2.0-rc.9"), "", "v1.2.0-rc.10"),
        (("v1.2.0-next.1.x", "v1.1.0"), "v7", "v1.1.0"),
        ((), "v7", "v7"),
    ],
)
def test_one_of_several_tags_names_the_version(tags: tuple[str, ...], release: str, version: str) -> None:
    assert [one.version for one in packages_of(WITHOUT_VERSION, tags, release)] == [version]


STALE = snapshot_of(
    """
=== package.json
{"name": "acme", "version": "10.0.3-beta"}
=== packages/rates/package.json
{"name": "@acme/rates", "version": "3.1.0"}
=== packages/taxes/package.json
{"name": "@acme/taxes", "version": "0.0.0-development"}
"""
)


@pytest.mark.parametrize(
    ("tags", "release", "versions"),
    [
        (("v11.0.0",), "v11.0.0", [("11.0.0", True), ("3.1.0", False), ("11.0.0", True)]),
        (("v11.0.0",), "", [("10.0.3-beta", False), ("3.1.0", False), ("11.0.0", True)]),
        (("v11.0.0", "v10.0.3-beta"), "11.0.0", [("10.0.3-beta", True), ("3.1.0", False), ("11.0.0", True)]),
        (("v9.0.0",), "11.0.0", [("10.0.3-beta", False), ("3.1.0", False), ("9.0.0", True)]),
    ],
)
def test_the_tag_of_a_release_counts_if_the_manifest_was_left_behind(
    tags: tuple[str, ...], release: str, versions: list[tuple[str, bool]]
) -> None:
    assert [(one.version, one.tagged) for one in packages_of(STALE, tags, release)] == versions


def test_tags_of_candidates_name_their_version() -> None:
    tags = ("v2.0.3-rc-1", "v1.0.0-beta-2", "acme-1.0.0-beta-2", "3d-lib-1.0.0", "v3", "2024a")
    assert tagged_versions(tags, ("acme",), also_unnamed=True) == [
        "2.0.3-rc-1", "1.0.0-beta-2", "1.0.0-beta-2", "3", "2024a"
    ]  # fmt: skip
    assert tagged_versions(tags, ("3d-lib",), also_unnamed=False) == ["1.0.0"]


def test_a_package_exports_no_modules_beside_it() -> None:
    packages = packages_of(FLAT, ())
    assert [(one.name, one.version) for one in packages] == [("acme", "1.0")]
    assert {one.module for one in exports_of(FLAT, packages)} == {"acme", "acme.docs"}


def test_a_release_has_nothing_that_only_searches_read() -> None:
    release = content_of(FLAT, Revision("a", (), "1.0"), "", with_text=True)
    assert (list(release.chunks), list(release.postings), release.withheld) == ([], [], 0)
    current = content_of(FLAT, Revision("a"), "", with_text=True)
    assert (len(current.chunks) > 0, current.withheld) == (True, 1)
    assert [one for one in current.units if one.symbol] == list(release.units) != []
