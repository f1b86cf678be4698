"""Versions that lock files pin, as the tools write them."""

import os
from pathlib import Path

import pytest

from ctx_lsp.published.imported_names import ImportedName, Spelling
from ctx_lsp.published.pins.lookup import Pinned, pinned
from ctx_lsp.published.pins.model import Pin
from ctx_lsp.published.versions import Ecosystem, is_same_version, tagged_versions
from ctx_lsp.text.roots import Roots

COMMIT = "0123456789" * 4
PACKAGE_LOCK = """{"lockfileVersion": 3, "packages": {
  "": {"name": "app"}, "node_modules/got": {"version": "11.8.6"},
  "web/node_modules/got": {"version": "12.0.0"},
  "node_modules/own": {"version": "1.0.0",
    "resolved": "git+ssh://git@example.org/own.git#0123456789012345678901234567890123456789"}}}"""
OLD_PACKAGE_LOCK = """{"lockfileVersion": 1, "dependencies": {
  "got": {"version": "11.8.6", "dependencies": {"got": {"version": "9.0.0"}}}}}"""
YARN_1 = """# yarn lockfile v1

"@scope/got@^2.0.0", "@scope/got@~2.1":
  version "2.1.5"
  resolved "https://registry.example.org/got.tgz#0123456789012345678901234567890123456789"

commander@^10.0.0:
  version "10.0.1"
  dependencies:
    version "3"

commander@^7.2.0:
  version "7.2.0"
"""
YARN_4 = """# This file is generated
__metadata:
  version: 8

"got@npm:^11.0.0, got@npm:^11.8.2":
  version: 11.8.6
  resolution: "got@npm:11.8.6"

"got@npm:^9.0.0":
  version: 9.6.0
  resolution: "got@npm:9.6.0"
"""
PNPM_9 = """lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      got: {specifier: ^11.0.0, version: 11.8.6(patch@1)}
  web:
    devDependencies:
      got: {specifier: ^12.0.0, version: 12.0.0}
      own: {specifier: 'workspace:*', version: 'link:../own'}
"""
PNPM_5 = """lockfileVersion: 5.4
dependencies:
  got: 11.8.6_patch@1.0.0
"""
PNPM_OTHERS = f"""lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      alias: {{specifier: 'npm:got@11', version: got@11.8.6}}
      hosted: {{specifier: o/under_score, version: 'https://codeload.github.com/o/under_score/tar.gz/{COMMIT}(got@1)'}}
"""
PNPM_OF_TWO = f"""---
lockfileVersion: '9.0'
importers:
  .:
    packageManagerDependencies:
      pnpm: {{specifier: 11.0.0, version: 11.0.0}}
packages: {{}}
---
{PNPM_9}"""
NPM_ALIASES = """{"packages": {
  "node_modules/alias": {"name": "got", "version": "11.8.6"}, "node_modules/linked": {"resolved": "own", "link": true},
  "web/node_modules/got": {"resolved": "got", "link": true}, "node_modules/got": {"version": "1.0.0"}}}"""
OLD_NPM_ALIASES = """{"dependencies": {"alias": {"version": "npm:got@11.8.6"}, "linked": {"version": "file:own"}}}"""
YARN_1_OTHERS = f"""
alias@npm:got@11:
  version "11.8.6"

hosted@o/hosted:
  version "1.0.0"
  resolved "https://codeload.github.com/o/hosted/tar.gz/{COMMIT}"

"cloned@git+ssh://git@example.org/cloned.git#main":
  version "1.0.0"
  resolved "git+ssh://git@example.org/cloned.git#{COMMIT}"

"linked@link:own":
  version "0.0.0"
"""
YARN_4_OTHERS = """__metadata:
  version: 8
8:
  version: 1.0.0
"got@npm:^9.0.0":
  version: 9.6.0
  resolution: "got@npm:9.6.0"
"linked@npm:^1.0.0, linked@workspace:own":
  version: 0.0.0-use.local
  resolution: "linked@workspace:own"
"""
BUN = """{"workspaces": {"": {"name": "app"}, "web": {"name": "@s/site"}}, "packages": {
  "got": ["got@11.8.6", "", {}], "@s/site/got": ["got@12.0.0", "", {}], "@s/site": ["@s/site@workspace:web"],
  "alias": ["got@11.8.6", "", {}], "@s/got": ["got@11.8.6", "", {}]}}"""
GO_MOD = """module example.org/app // v9.9.9
go 1.24
require example.org/one v1.2.3
require (
	example.org/two/v2 v2.0.0 // indirect
	example.org/pseudo v0.0.0-20240102030405-0123456789ab
	example.org/fork v1.0.0
	example.org/here v1.0.0
)
exclude example.org/one v1.3.0
exclude (
	example.org/two/v2 v2.0.1
)
replace example.org/fork => example.org/other v1.0.1
replace example.org/here v1.0.0 => ../here
"""
UV = """version = 1
[[package]]
name = "acme-billing"
version = "2.0.3"
[[package]]
name = "own"
version = "0.1"
source = { git = "https://example.org/own?rev=main#0123456789012345678901234567890123456789" }
"""
REQUIREMENTS = """-r base.txt
acme_billing[pdf]==2.0.3 \\
    --hash=sha256:00
ranged>=1,<2
wild==1.*
marked==1.0 ; python_version < "3.12"  # why
"""


@pytest.mark.parametrize(
    ("file", "text", "package", "versions"),
    [
        ("uv.lock", UV, "acme-billing", [Pin("2.0.3")]),
        ("uv.lock", UV, "own", [Pin("0.1", COMMIT)]),
        ("poetry.lock", '[[package]]\nname = "Acme_Billing"\nversion = "2.0.3"\n', "acme-billing", [Pin("2.0.3")]),
        ("pylock.toml", '[[packages]]\nname = "acme-billing"\nversion = "2.0.3"\n', "acme-billing", [Pin("2.0.3")]),
        ("Pipfile.lock", '{"develop": {"acme-billing": {"version": "==2.0.3"}}}', "acme-billing", [Pin("2.0.3")]),
        ("requirements-dev.txt", REQUIREMENTS, "acme-billing", [Pin("2.0.3")]),
        ("requirements-dev.txt", REQUIREMENTS, "marked", [Pin("1.0")]),
        ("requirements-dev.txt", REQUIREMENTS, "ranged", []),
        ("requirements-dev.txt", REQUIREMENTS, "wild", []),
        ("uv.lock", "[[package", "acme-billing", []),
    ],
)
def test_lock_files_of_python(tmp_path: Path, file: str, text: str, package: str, versions: list[Pin]) -> None:
    assert found(tmp_path, "pypi", file, text, package) == versions


@pytest.mark.parametrize(
    ("file", "text", "package", "root", "web"),
    [
        ("package-lock.json", PACKAGE_LOCK, "got", [Pin("11.8.6")], [Pin("12.0.0")]),
        ("package-lock.json", PACKAGE_LOCK, "own", [Pin("1.0.0", COMMIT)], [Pin("1.0.0", COMMIT)]),
        ("npm-shrinkwrap.json", OLD_PACKAGE_LOCK, "got", [Pin("11.8.6")], [Pin("11.8.6")]),
        ("yarn.lock", YARN_1, "@scope/got", [Pin("2.1.5")], [Pin("2.1.5")]),
        ("yarn.lock", YARN_1, "commander", [Pin("10.0.1"), Pin("7.2.0")], [Pin("7.2.0")]),
        ("yarn.lock", YARN_4, "got", [Pin("11.8.6"), Pin("9.6.0")], [Pin("9.6.0")]),
        ("pnpm-lock.yaml", PNPM_9, "got", [Pin("11.8.6")], [Pin("12.0.0")]),
        ("pnpm-lock.yaml", PNPM_9, "own", [], []),
        ("pnpm-lock.yaml", PNPM_5, "got", [Pin("11.8.6")], [Pin("11.8.6")]),
        ("bun.lock", '{"packages": {"@s/got": ["@s/got@1.2.3", "", {},],}}', "@s/got", [Pin("1.2.3")], [Pin("1.2.3")]),
        ("pnpm-lock.yaml", "importers: [", "got", [], []),
        ("package-lock.json", NPM_ALIASES, "alias", [], []),
        ("package-lock.json", NPM_ALIASES, "linked", [], []),
        ("package-lock.json", NPM_ALIASES, "got", [Pin("1.0.0")], []),
        ("package-lock.json", OLD_NPM_ALIASES, "alias", [], []),
        ("package-lock.json", OLD_NPM_ALIASES, "linked", [], []),
        ("yarn.lock", YARN_1_OTHERS, "alias", [], []),
        ("yarn.lock", YARN_1_OTHERS, "hosted", [Pin("1.0.0", COMMIT)], [Pin("1.0.0", COMMIT)]),
        ("yarn.lock", YARN_1_OTHERS, "cloned", [Pin("1.0.0", COMMIT)], [Pin("1.0.0", COMMIT)]),
        ("yarn.lock", YARN_1_OTHERS, "linked", [], []),
        ("yarn.lock", YARN_4_OTHERS, "got", [Pin("9.6.0")], [Pin("9.6.0")]),
        ("yarn.lock", YARN_4_OTHERS, "linked", [], []),
        ("pnpm-lock.yaml", PNPM_OTHERS, "alias", [], []),
        ("pnpm-lock.yaml", PNPM_OTHERS, "hosted", [Pin("", COMMIT)], [Pin("", COMMIT)]),
        ("pnpm-lock.yaml", PNPM_OF_TWO, "got", [Pin("11.8.6")], [Pin("12.0.0")]),
        ("pnpm-lock.yaml", f"{PNPM_9}packages:\n  not read: [", "got", [Pin("11.8.6")], [Pin("12.0.0")]),
        (
            "pnpm-lock.yaml",
            "lockfileVersion: 5.4\npackages: {}\ndependencies: {got: 1.0.0}",
            "got",
            [Pin("1.0.0")],
            [Pin("1.0.0")],
        ),
        ("bun.lock", BUN, "got", [Pin("11.8.6")], [Pin("12.0.0")]),
        ("bun.lock", BUN, "alias", [], []),
        ("bun.lock", BUN, "@s/got", [], []),
        ("bun.lock", BUN, "@s/site", [], []),
    ],
)
def test_lock_files_of_npm(tmp_path: Path, file: str, text: str, package: str, root: list[Pin], web: list[Pin]) -> None:
    (tmp_path / "web").mkdir()
    declared = '{"dependencies": {"commander": "^7.2.0", "got": "^9.0.0"}}'
    (tmp_path / "web" / "package.json").write_text(declared, "utf-8")
    assert found(tmp_path, "npm", file, text, package) == root
    assert found(tmp_path, "npm", file, text, package, "web/src/main.ts") == web


@pytest.mark.parametrize(
    ("package", "versions"),
    [
        ("example.org/one", [Pin("v1.2.3")]),
        ("example.org/two/v2", [Pin("v2.0.0")]),
        ("example.org/pseudo", [Pin("v0.0.0-20240102030405-0123456789ab", "0123456789ab")]),
        ("example.org/fork", [Pin("", replacement="example.org/other v1.0.1")]),
        ("example.org/here", [Pin("", replacement="../here")]),
        ("example.org/app", []),
    ],
)
def test_versions_of_go_modules(tmp_path: Path, package: str, versions: list[Pin]) -> None:
    assert found(tmp_path, "golang", "go.mod", GO_MOD, package) == versions


def found(folder: Path, ecosystem: Ecosystem, file: str, text: str, package: str, importer: str = "main") -> list[Pin]:
    (folder / file).write_text(text, "utf-8", newline="")
    return list(pinned(Roots.of([folder]), importer, ecosystem, package).versions)


@pytest.mark.parametrize(
    ("ecosystem", "file", "text", "package", "version"),
    [
        ("pypi", "uv.lock", UV, "acme-billing", "2.0.3"),
        ("pypi", "requirements.txt", "acme-billing==2.0.3 \\\n    --hash=sha256:00\n", "acme-billing", "2.0.3"),
        ("npm", "yarn.lock", YARN_1, "@scope/got", "2.1.5"),
        ("golang", "go.mod", GO_MOD, "example.org/one", "v1.2.3"),
    ],
)
def test_lock_files_of_windows(
    tmp_path: Path, ecosystem: Ecosystem, file: str, text: str, package: str, version: str
) -> None:
    windows = "\ufeff" + text.replace("\n", "\r\n")
    assert found(tmp_path, ecosystem, file, windows, package) == [Pin(version)]


def test_requirements_for_running_count_before_others(tmp_path: Path) -> None:
    (tmp_path / "requirements-docs.txt").write_text("acme-billing==1.0\nonly-docs==1.0\n", "utf-8")
    assert found(tmp_path, "pypi", "requirements.txt", "acme-billing==2.0.3", "acme-billing") == [Pin("2.0.3")]
    assert found(tmp_path, "pypi", "requirements.txt", "acme-billing==2.0.3", "only-docs") == [Pin("1.0")]


def test_names_that_are_no_text_are_left_out(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"requirements-\xff.txt")).write_text("acme-billing==2.0.3", "utf-8")
    assert pinned(Roots.of([tmp_path]), "main.py", "pypi", "acme-billing") == Pinned((), "")


def test_the_nearest_lock_file_that_pins_a_package_counts(tmp_path: Path) -> None:
    (tmp_path / "inner" / "deep").mkdir(parents=True)
    (tmp_path / "uv.lock").write_text(UV, "utf-8")
    (tmp_path / "inner" / "uv.lock").write_text(UV.replace("2.0.3", "3.0"), "utf-8")
    roots = Roots.of([tmp_path])

    def of(importer: str, package: str) -> Pinned:
        return pinned(roots, importer, "pypi", package)

    assert of("main.py", "acme-billing") == Pinned((Pin("2.0.3"),), "uv.lock")
    assert of("inner/deep/main.py", "acme-billing") == Pinned((Pin("3.0"),), "inner/uv.lock")
    (tmp_path / "inner" / "uv.lock").write_text("", "utf-8")
    assert of("inner/deep/main.py", "acme-billing") == Pinned((Pin("2.0.3"),), "uv.lock"), "read again"
    assert of("inner/deep/main.py", "unknown") == Pinned((), "inner/uv.lock")
    (tmp_path / "inner" / "uv.lock").unlink()
    (tmp_path / "inner" / "uv.lock").symlink_to("/etc/hostname")
    unreadable = Pinned((), "inner/uv.lock", unreadable=True)
    assert of("inner/deep/main.py", "acme-billing") == unreadable, "a link"
    (tmp_path / "inner" / "uv.lock").unlink()
    (tmp_path / "inner" / "uv.lock").write_bytes(b"[[package]]\0")
    assert of("inner/deep/main.py", "acme-billing") == unreadable, "refused"


@pytest.mark.parametrize(
    ("ecosystem", "file", "text"),
    [
        ("pypi", "uv.lock", "<<<<<<< HEAD"),
        ("pypi", "Pipfile.lock", '{"default": '),
        ("npm", "package-lock.json", '{"packages": '),
        ("npm", "bun.lock", '{"packages": '),
        ("npm", "yarn.lock", "__metadata: ["),
        ("npm", "pnpm-lock.yaml", "importers: ["),
    ],
)
def test_no_lock_file_counts_above_a_malformed_one(tmp_path: Path, ecosystem: Ecosystem, file: str, text: str) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "uv.lock").write_text(UV, "utf-8")
    (tmp_path / "package-lock.json").write_text(PACKAGE_LOCK, "utf-8")
    (tmp_path / "inner" / file).write_text(text, "utf-8")
    package = "got" if ecosystem == "npm" else "acme-billing"
    answer = pinned(Roots.of([tmp_path]), "inner/main", ecosystem, package)
    assert answer == Pinned((), f"inner/{file}", unreadable=True)


def test_a_go_module_has_no_versions_from_the_one_around_it(tmp_path: Path) -> None:
    (tmp_path / "tools" / "deep").mkdir(parents=True)
    (tmp_path / "go.mod").write_text("require example.org/one v1.2.3\n", "utf-8")
    inner = "require example.org/one v1.2.3\nreplace example.org/one => ../one\n"
    (tmp_path / "tools" / "go.mod").write_text(inner, "utf-8")
    answer = pinned(Roots.of([tmp_path]), "tools/deep/main.go", "golang", "example.org/one")
    assert answer == Pinned((Pin("", replacement="../one"),), "tools/go.mod")


def test_tags_name_versions_of_their_package() -> None:
    tags = ("v2.0.3", "billing-1.5", "@acme/web@3.1.0-rc.1", "tools/v0.2.0", "nightly")
    assert tagged_versions(tags, ("billing",), also_unnamed=True) == ["2.0.3", "1.5"]
    assert tagged_versions(tags, ("@acme/web", "web"), also_unnamed=False) == ["3.1.0-rc.1"]
    assert tagged_versions(tags, ("tools",), also_unnamed=False) == ["0.2.0"]
    assert is_same_version("pypi", "2.0", "2.0.0")
    assert not is_same_version("npm", "2.0", "2.0.0")
    assert is_same_version("golang", "v2.0.0+incompatible", "2.0.0")


def test_a_name_may_be_spelt_in_several_ways() -> None:
    name = ImportedName("pypi", "a.b", ("C()", "d"))
    assert name.spellings == (Spelling("a.b", "C", ("d",)), Spelling("a", "b", ("C()", "d")))
    assert name.modules == ("a", "a.b")
    assert ImportedName("npm", "x", ("default", "json")).spellings == (
        Spelling("x", "default", ("json",)),
        Spelling("x", "json"),
    )
    assert ImportedName("golang", "h.org/x/y", ("Z",)).modules == ("h.org/x/y", "h.org/x", "h.org")
