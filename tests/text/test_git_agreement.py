"""Ignore rules compared with git itself, on random folders."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctx_lsp.text.disk import FoundFile
from tests.text.trees import walk

GIT = shutil.which("git")
pytestmark = pytest.mark.skipif(GIT is None, reason="needs git")

NAMES = ("a", "b", "ab", "aab", "a.b", "a b", "x.py", "#c", "!d", "a\\b", "[z]", ".h", "]", "a]")
# Left out is what is read otherwise than git reads it: a negated set (the library lets it match a slash), a set with a
# slash, a backslash or a POSIX class in it, space at a line's end that git keeps (a tab, any after an escaped one), and
# more wildcards than are taken.
MAX_STARS = 4
SEGMENTS = (
    *("a", "b", "ab", "a.b", "x.py", "a b", "*", "**", "?", "a*", "*a*b", "*.py", ".*", "[ab]", "[a-z]"),
    *("\\#c", "\\!d", "a\\*", "a\\\\b", "\\[z\\]", "[]a]", "\\", "**a", "]"),
)
TAILS = ("",) * 6 + ("/", "/", "/", " ", "\\ ", "\r", "//", "[", "[a-")
LINES = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(("", "", "", "!", "!", "#")),
    st.sampled_from(("", "", "/")),
    st.lists(st.sampled_from(SEGMENTS), min_size=1, max_size=3).map("/".join),
    st.sampled_from(TAILS),
).filter(lambda line: line.count("*") <= MAX_STARS)
RULES = st.lists(LINES, min_size=1, max_size=4).map("\n".join)
PATHS = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map("/".join)


def untracked(root: Path) -> set[str]:
    """The files that git itself would add."""
    environment = os.environ | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "XDG_CONFIG_HOME": str(root),
    }
    command = [GIT or "", "ls-files", "-z", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, env=environment, capture_output=True, check=True)
    return set(filter(None, listed.stdout.decode().split("\0")))


@pytest.fixture(scope="module")
def empty_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("empty")
    subprocess.run([GIT or "", "init", "-q", root], check=True)
    return root


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    paths=st.lists(PATHS, min_size=1, max_size=12),
    rules=st.dictionaries(st.one_of(st.just(""), PATHS), RULES, min_size=1, max_size=3),
    exclude=st.one_of(st.just(""), RULES),
)
def test_the_walk_finds_the_files_git_would_add(
    empty_repository: Path,
    tmp_path_factory: pytest.TempPathFactory,
    paths: list[str],
    rules: dict[str, str],
    exclude: str,
) -> None:
    root = tmp_path_factory.mktemp("tree")
    shutil.copytree(empty_repository, root, dirs_exist_ok=True)
    (root / ".git" / "info" / "exclude").write_text(exclude, newline="")
    for path, text in [
        *((f"{folder}/.gitignore".lstrip("/"), text) for folder, text in rules.items()),
        *((p, "") for p in paths),
    ]:
        target = root / path
        if not any(folder.is_file() for folder in target.parents) and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, newline="")

    assert {one.path for one in walk(root) if isinstance(one, FoundFile)} == untracked(root)
    shutil.rmtree(root)
