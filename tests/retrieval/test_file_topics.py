"""File roles that a question names, and files that only such questions refer to."""

import pytest

from ctx_lsp.retrieval.question.file_topics import asked_roles, is_meant


@pytest.mark.parametrize(
    ("question", "roles"),
    [
        ("where are the tests?", {"test"}),
        ("what does the CI workflow install", {"data"}),
        ("which page of the (docs) says so", {"docs"}),
        ("how is the total computed", set()),
        ("remove the `doc_auto_cfg` feature", set()),
        ("why does test_total fail", {"test"}),
    ],
)
def test_words_of_a_question_name_kinds_of_files(question: str, roles: set[str]) -> None:
    assert asked_roles(question) == roles


@pytest.mark.parametrize("path", ["CHANGELOG.md", "LICENSE", "yarn.lock", "package-lock.json", "src/locales/de.json"])
def test_some_files_are_meant_only_where_a_question_names_them(path: str) -> None:
    assert not is_meant(path, "how is the total computed")


@pytest.mark.parametrize(
    ("path", "question"),
    [
        ("CHANGELOG.md", "what does the changelog say of totals"),
        ("LICENSE", "under which licence is it"),
        ("yarn.lock", "which version is pinned"),
        ("src/locales/de.json", "where is the German translation of the total"),
    ],
)
def test_a_question_can_name_them(path: str, question: str) -> None:
    assert is_meant(path, question)


@pytest.mark.parametrize("path", ["src/file-lock.ts", "src/spin-lock.c", "src/i18n/plurals.ts", "src/history.py"])
def test_sources_are_always_meant(path: str) -> None:
    assert is_meant(path, "how do two processes wait for each other")
