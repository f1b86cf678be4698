"""Excluded projects by name."""

from pathlib import Path

import pytest

from ctx_lsp.training.packages.exclusion import ExcludedNames, read_names

NAMES = ExcludedNames(["flask", "socket.io", "redis-py", "commons-lang", "node", "jinja", "curl", "scikit-learn"])


@pytest.mark.parametrize(
    "name",
    [
        *("flask", "Flask", "python-flask", "flask-login", "golang-github-x-flask-dev", "@flask/core", "ruby-flask"),
        *(
            "socket.io-client",
            "node-socket.io",
            "redis",
            "libcommons-lang-java",
            "commons-lang3",
            "jinja2",
            "scikit_learn",
        ),
        *("libcurl4-dev", "pyflask", "node"),
    ],
)
def test_variants_are_excluded(name: str) -> None:
    assert NAMES.matches(name)


@pytest.mark.parametrize("name", ["flasks", "node-express", "commons-io", "socket", "ruby-thor", "curling", "lang"])
def test_others_are_not(name: str) -> None:
    assert not NAMES.matches(name)


def test_folders() -> None:
    assert NAMES.matches_folder("flask")
    assert NAMES.matches_folder("jinja2")
    assert not NAMES.matches_folder("flask_like")


def test_read_names(tmp_path: Path) -> None:
    (tmp_path / "names").write_text("# projects\none\n\ntwo # a reason\n")
    assert read_names([tmp_path / "names"]) == ["one", "two"]
