"""Words in a question that ask for certain kinds of files, such as tests, documents, changelogs or lock files.

`ranking.rank` uses these kinds for ranking.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from ctx_lsp.graph.file_roles import FileRole, file_role
from ctx_lsp.retrieval.question.procedures import asks_for_decision, asks_for_procedure

_ROLE_WORDS: Mapping[FileRole, str] = {
    "test": "test tests testing spec fixture mock unittest pytest",
    "example": "example examples sample demo tutorial benchmark",
    "docs": "docs doc documentation readme changelog guide adr adrs architecture rationale",
    "data": (
        "ci workflow workflows pipeline compose yaml yml json toml ini csv xml html css stylesheet styles config "
        "configuration lint linter lockfile dockerfile"
    ),
}
PROCEDURE_ROLES: frozenset[FileRole] = frozenset({"docs", "data"})  # the files that tell how a project is worked on
_ROLES = {role: frozenset(words.split()) for role, words in _ROLE_WORDS.items()}

# Files that are rarely meant, by the stem of their name, and the words in a question that ask for such a file.
_CHANGES = frozenset(["changelog", "changes", "history", "news", "release", "releases", "released", "version"])
_LEGAL = frozenset(["license", "licence", "licensed", "copying", "notice", "copyright", "legal"])
_PEOPLE = frozenset(
    ["author", "authors", "contributor", "contributors", "maintainer", "maintainers", "owner", "owners"]
)
_CONDUCT = frozenset(["conduct", "behaviour", "behavior", "harassment", "moderation"])
_TEMPLATE = frozenset(["template", "templates"])
_TRANSLATION = frozenset(["translation", "translations", "translated", "locale", "language", "languages", "i18n"])
_LOCK = frozenset(["lock", "lockfile", "pinned"])
_STEMS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("changelog", "changes", "history", "news", "releases"), _CHANGES),
    **dict.fromkeys(("license", "licence", "copying", "notice", "copyright"), _LEGAL),
    **dict.fromkeys(("authors", "contributors", "maintainers", "codeowners"), _PEOPLE),
    **dict.fromkeys(("code_of_conduct", "code-of-conduct"), _CONDUCT),
    **dict.fromkeys(("pull_request_template", "issue_template"), _TEMPLATE),
}
_CHANGES_FOLDERS = frozenset({"release_notes", "release-notes", "changelogs", "changelog.d"})
# Files that tell developers what to do: guides by the stems of their names, and scripts that build, test and release.
_GUIDES = frozenset(
    [
        *("contributing", "hacking", "development", "developing", "developers", "building", "build", "install"),
        *("installing", "installation", "testing", "tests", "releasing", "release", "release-process", "maintaining"),
        *("setup", "agents", "claude", "deployment"),
    ]
)
_GUIDE_FOLDERS = frozenset({"contrib", "contribute", "contributing", "development", "dev", "developers", "hacking"})
_BUILD_STEMS = frozenset(
    [
        *("makefile", "gnumakefile", "rakefile", "justfile", "taskfile", "noxfile", "gulpfile", "gruntfile"),
        *("dockerfile", "containerfile", "vagrantfile", "earthfile", "magefile"),
    ]
)
_BUILD_SUFFIXES = frozenset({"mk", "sh", "bash", "ps1", "bat", "cmd", "just"})
_TRANSLATION_FOLDERS = frozenset({"locales", "locale", "i18n", "l10n", "translations"})
_CATALOGUES = frozenset({"json", "yaml", "yml", "po", "pot", "properties", "strings", "xliff", "arb", "resx", "md"})
_PROSE = frozenset({"", "md", "rst", "txt", "adoc", "markdown"})
_LOCK_NAME = re.compile(r".*\.lockb?|go\.sum|.*-lock\.(?:json|ya?ml)")
_WORD = re.compile(r"\w+")


def asked_roles(text: str) -> frozenset[FileRole]:
    """Return the file roles that the words of a question ask for. Identifiers are ignored, except names of tests."""
    if asks_for_procedure(text):
        return PROCEDURE_ROLES
    words = {"test" if word.startswith("test_") else word for word in _words(text)}
    named = frozenset(role for role, names in _ROLES.items() if words & names)
    return named | {"docs"} if asks_for_decision(text) else named


@lru_cache(maxsize=1 << 14)
def procedure_fit(path: str, role: FileRole) -> float:
    """Return how well a file fits a question about a procedure.

    The result is 1 for guides, 0 for other documents and for scripts, and -1 for all other files.
    """
    *folders, name = path.lower().split("/")
    stem, _, suffix = name.partition(".")
    if suffix in _PROSE and role == "docs":
        is_guide = stem in _GUIDES or not _GUIDE_FOLDERS.isdisjoint(folders) or (stem == "readme" and not folders)
        return 1.0 if is_guide and is_meant(path, "") else 0.0
    is_script = stem in _BUILD_STEMS or name.rpartition(".")[2] in _BUILD_SUFFIXES
    return 0.0 if role in PROCEDURE_ROLES or (is_script and role == "source") else -1.0


def is_meant(path: str, text: str) -> bool:
    """Return whether a question may be about a file.

    A question is about a changelog, licence, author list, translation or lock file only if one of its words asks for
    such a file, or if it contains the name of the file.
    """
    wanted = _asking_words(path)
    return wanted is None or not wanted.isdisjoint(_words(text)) or _is_named(path, text)


def _is_named(path: str, text: str) -> bool:
    name = path.rpartition("/")[2].lower()
    return name in text.lower() if "." in name else name in _words(text)


@lru_cache(maxsize=1 << 14)
def _asking_words(path: str) -> frozenset[str] | None:
    """Return the words with which a question asks for files of the same kind as `path`, such as changelogs.

    Return None for an ordinary file, which a question may mean without such a word.
    """
    *folders, name = path.lower().split("/")
    stem, _, suffix = name.partition(".")
    if _LOCK_NAME.fullmatch(name):
        return _LOCK
    is_in_capitals = path.rpartition("/")[2].startswith(stem.upper()) and file_role(path) != "source"  # LICENSE.zlib
    if stem in _STEMS and (suffix in _PROSE or is_in_capitals):
        return _STEMS[stem]
    if not _CHANGES_FOLDERS.isdisjoint(folders) and file_role(path) != "source":
        return _CHANGES
    is_catalogue = name.rpartition(".")[2] in _CATALOGUES and not _TRANSLATION_FOLDERS.isdisjoint(folders)
    return _TRANSLATION if is_catalogue else None


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
