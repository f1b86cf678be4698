"""Verdicts on paths, links, and lines in files."""

import posixpath
import re

from ctx_lsp.claims.examples import outermost
from ctx_lsp.claims.mention_shapes import WrittenPath, written_path
from ctx_lsp.claims.model import UNKNOWN, Claim, Judgement, Proof, confirmed, refuted, unsure
from ctx_lsp.claims.nearest import closest, nearest_path, split_words
from ctx_lsp.claims.occurrences import has_word, is_code
from ctx_lsp.claims.verdicts.context import VerdictContext, in_words, is_of_example, last_part
from ctx_lsp.graph.entry import Definition
from ctx_lsp.languages.table import PLAIN_TEXT, language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.symbol_kinds import VARIABLE_KINDS

_MADE = frozenset(
    [
        *(
            "dist",
            "build",
            "target",
            "node_modules",
            "out",
            "coverage",
            "htmlcov",
            "__pycache__",
            "venv",
            ".venv",
            "tmp",
        ),
        *("temp", "generated", "gen", "_build", "site", ".cache", "bin", "obj", "logs", "log", "vendor", "public"),
        *(".git", "static", "assets", "etc", "usr", "var", "home", "opt", "dev", "proc", "user", "users"),
    ]
)  # folders that are filled by builds and programs
_GENERIC = frozenset(
    {
        *("src", "lib", "app", "test", "tests", "spec", "docs", "doc", "examples", "pages", "components", "pkg", "cmd"),
        *(
            "templates",
            "views",
            "models",
            "controllers",
            "config",
            "migrations",
            "scripts",
            "routes",
            "services",
            "utils",
        ),
        *("_data", "_includes", "_layouts", "_plugins", "_posts", "_sass", "_templates"),
        *("data", "content", "layouts", "include", "packages", "plugins", "resources", "locales", "internal"),
    }
)  # names of folders that many projects have
_FRONT_PAGES = frozenset({"index", "_index", "README", "readme"})
_PAGES = (".md", ".mdx", ".rst", ".adoc", ".markdown")  # a site leaves these out of its links
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)*\.(?:com|dev|io|net|org)", re.IGNORECASE)


def judge_path(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether a path exists."""
    written = written_path(claim.subject) or WrittenPath(claim.subject.partition("#")[0].partition("?")[0], 0, 0)
    path = written.path
    if not path:
        return UNKNOWN
    files = context.files(path)
    if files:
        return confirmed("", *(Proof(one, 0, 0, "the file") for one in files[:3]))
    if context.is_folder(path) or any(context.names.index.exists(one) for one in context.candidates(path)):
        return confirmed()
    if "/" not in path and (named := context.meaning(path).definitions):
        return confirmed("", *(context.proof(one, "defined here") for one in named[:3]))
    if claim.detail == "link" and (page := _page(path, context)):
        return confirmed("", Proof(page, 0, 0, "the page"))
    missing = f"{path} does not exist"
    inner = _below_project(path, context)
    if inner is not None:
        return confirmed("", Proof(inner, 0, 0, "the file")) if inner else unsure(missing)
    if _is_from_elsewhere(claim, path, context):
        return unsure(missing)
    meant = list(context.snapshot.files) if claim.detail == "link" else _own_files(path, context)
    nearest = nearest_path(path, meant)
    gone = _former_path(path, context)
    if gone is not None:
        return refuted(f"{missing} any more; {gone}", "high", nearest=nearest)
    if not _is_certain(claim, path, nearest, meant, context):
        return unsure(missing)
    is_slip = claim.detail == "link" or (nearest is not None and _is_slip(path, nearest, context))
    if not is_slip and context.is_committed:
        return unsure(missing)  # no commit had it, so it is a file of something else, such as the reader's application
    return refuted(missing + (f"; nearest: {nearest}" if nearest else ""), "high", nearest=nearest)


def _page(path: str, context: VerdictContext) -> str:
    """Return the page that a link without the page's extension leads to; "" if there is none."""
    ways = (one + ending for one in (*context.candidates(path), *_by_address(path, context)) for ending in _PAGES)
    return next((one for one in ways if one in context.snapshot.files), "")


def _below_project(path: str, context: VerdictContext) -> str | None:
    """Return the file that a path means which begins with the name of the project, as in `shop/src/cart.py`.

    The name must be that of a package. If it is not, but the rest of the path exists, return "", and for any other path
    None.
    """
    first, _, rest = path.partition("/")
    if "/" not in rest or first in _GENERIC or not first.strip(".") or rest not in context.snapshot.files:
        return None
    if any(map(context.is_known_folder, context.candidates(first))):
        return None
    return rest if context.names.is_own_package(first) else ""


def _own_files(path: str, context: VerdictContext) -> list[str]:
    """Return the files that a missing path may be compared with.

    The files of examples, tests and templates are left out, as they are other applications, unless the path names such
    a folder itself, or the document is in the same one.
    """
    every = list(context.snapshot.files)
    return every if is_of_example(path) else [one for one in every if not context.is_other_application(one)]


def _is_of_listing(path: str, context: VerdictContext) -> bool:
    """Return whether code blocks of the document list this file, or a missing file below the same folder.

    Below a folder that exists here, the files must be in the same folder.
    """
    listed, written = context.scope.example.files, path.removeprefix("./")
    if written in listed or "/" not in written:
        return written in listed
    missing = [one for one in listed if "/" in one and not context.files(one)]
    is_here = any(map(context.is_known_folder, context.candidates(outermost(written))))
    return bool(missing) and (not is_here or posixpath.dirname(written) in map(posixpath.dirname, missing))


def _former_path(path: str, context: VerdictContext) -> str | None:
    """Describe when a file was at a path that no longer exists; None if the history does not show it."""
    index = context.names.index
    found = next(filter(None, (index.former_path(one.rstrip("/")) for one in context.candidates(path))), None)
    if found is None and ("/" in path.strip("./") or language(language_of(path)).category == "code"):
        found = index.former_path_ending(path.removeprefix("./").strip("/"))
    if found is None or (context.is_other_application(found.path) and not is_of_example(path)):
        return None
    return f"{found.path} was there {found.days} days before the newest commit"


def _is_from_elsewhere(claim: Claim, path: str, context: VerdictContext) -> bool:
    """Return whether a missing path may be outside of the workspace, or be made by a build or a program.

    If code contains the path, a program may create the file. This does not apply to links, which readers follow.
    """
    if path.startswith(("/", "~")) or ".min." in path or not _MADE.isdisjoint(path.lower().split("/")):
        return True
    if posixpath.normpath(posixpath.join(posixpath.dirname(context.scope.document), path)).startswith("../"):
        return True
    if any(map(context.names.index.is_ignored, context.candidates(path))):
        return True
    document = context.snapshot.files.get(context.scope.document)
    if document is not None and is_code(document) and path.startswith("../") and context.names.ending_with(_end(path)):
        return True  # it is relative to the page that shows the comment
    names = context.names.index.paths.by_name
    if path.startswith(".") and "/" not in path and any(one.endswith(path) for one in names):
        return True  # the end of file names, such as `.config.js`
    first = outermost(path)
    is_macro = path.startswith("@") and "/" in path  # a scope of packages, or a word that a site replaces
    if (is_macro or _HOST.fullmatch(first)) and not any(map(context.is_known_folder, context.candidates(first))):
        return True
    if claim.detail != "link" and _is_of_listing(path, context):
        return True
    return claim.detail != "link" and bool(context.names.index.holder(path))


def _end(path: str) -> str:
    """Return a relative path without the steps to outer folders at its beginning."""
    return posixpath.normpath(path.partition("#")[0]).lstrip("./")


def _is_certain(claim: Claim, path: str, nearest: str | None, files: list[str], context: VerdictContext) -> bool:
    """Return whether a missing path of the workspace is certainly an error, rather than a file that a user creates.

    `files` are the files that the document may mean.
    """
    name = path.rpartition("/")[2]
    if path.endswith("/") or (language_of(name) == PLAIN_TEXT and not name.endswith((".txt", ".cfg"))):
        return False
    if claim.detail == "link":
        return (
            context.scope.document in context.snapshot.files
            and not name.endswith((".html", ".htm"))
            and _has_folder(path, nearest, context)
            and not _is_by_address(path, context)
        )
    if _stands_for_another(name):
        return False
    folder = posixpath.dirname(path.removeprefix("./"))
    if not folder:
        if nearest is not None and posixpath.basename(nearest).lower() == name.lower():
            return False  # such as "Parser.py" at the beginning of a sentence
        stem, _, suffix = name.rpartition(".")
        if stem[:1].isdigit():
            return False  # such as `1326.fix.rst`, one of a series, which may be yet to come
        return nearest is not None and bool(closest(stem, [posixpath.basename(nearest).removesuffix(f".{suffix}")]))
    if nearest is not None and _is_shortened(path, nearest, context):
        return False
    if nearest is not None and _is_near(path, nearest):
        return True
    return _has_sibling(folder.strip("./"), name, files, context)


def _has_sibling(folder: str, name: str, files: list[str], context: VerdictContext) -> bool:
    """Return whether the document can only mean a folder of the workspace, by a file with the same extension in it.

    Applications of many kinds have a folder such as `app/routes`, so it must be at the root or around the document.
    """
    parts = folder.split("/")
    if len(parts) == 1 and folder in _GENERIC and not _shares_word(name, folder, files):
        return False
    is_generic = len(parts) > 1 and _GENERIC.issuperset(parts)
    for one in files:
        around = posixpath.dirname(one).removesuffix(folder)
        is_sibling = f"/{posixpath.dirname(one)}".endswith(f"/{folder}") and one != context.scope.document
        is_here = not is_generic or context.scope.document.startswith(around)
        if is_sibling and is_here and one.endswith("." + name.rpartition(".")[2]):
            return True
    return False


def _has_folder(path: str, nearest: str | None, context: VerdictContext) -> bool:
    """Return whether the folder of the link's target `path` exists, or another folder has a file of the same name.

    `nearest` is the most similar path of a file, or None. If neither condition holds, a build may create the folder.
    """
    if nearest is not None and posixpath.basename(nearest) == posixpath.basename(path):
        return True
    folders = [posixpath.dirname(one) for one in context.candidates(path)]
    return any(not one or context.is_known_folder(one) for one in folders[:1])


def _is_by_address(path: str, context: VerdictContext) -> bool:
    """Return whether a link is valid relative to the URL that a site generator gives to the document's page."""
    return any(one in context.snapshot.files or context.names.index.exists(one) for one in _by_address(path, context))


def _by_address(path: str, context: VerdictContext) -> list[str]:
    """Return the workspace paths that a link denotes relative to the URL of the document's page."""
    stem = context.scope.document.rpartition(".")[0]
    pages = (stem, posixpath.dirname(stem)) if posixpath.basename(stem) in _FRONT_PAGES else (stem,)
    target = path.partition("#")[0]
    return [posixpath.normpath(posixpath.join(page, target)) for page in pages]


def _is_shortened(path: str, nearest: str, context: VerdictContext) -> bool:
    """Return whether `path` is `nearest` without some of its folders, and cannot be resolved as it is written.

    Its first folder exists neither beside the document nor at the root.
    """
    parts = iter(nearest.split("/"))
    first = path.removeprefix("./").partition("/")[0]
    is_part = all(one in parts for one in path.removeprefix("./").split("/"))
    return is_part and not any(map(context.is_known_folder, context.candidates(first)))


def _shares_word(name: str, folder: str, files: list[str]) -> bool:
    """Return whether a name of several words has its first or last word in common with a file in the same folder."""
    own = split_words(name.rpartition(".")[0])
    if len(own) < 2:
        return False
    for path in files:
        if posixpath.dirname(path).endswith(folder) and path.endswith("." + name.rpartition(".")[2]):
            words = split_words(posixpath.basename(path).rpartition(".")[0])
            if words and (words[0] == own[0] or words[-1] == own[-1]):
                return True
    return False


def _stands_for_another(name: str) -> bool:
    """Return whether a file name is a placeholder in capitals, such as `handlers/TOPIC.py`."""
    stem, _, suffix = name.rpartition(".")
    return stem.isupper() and suffix not in ("md", "rst", "txt")


def _is_near(path: str, nearest: str) -> bool:
    """Return whether two paths share the file name and a folder name, or have file names that differ by a typo."""
    if posixpath.basename(path) == posixpath.basename(nearest):
        return bool(set(posixpath.dirname(path).split("/")) & set(posixpath.dirname(nearest).split("/")))
    one, other = (posixpath.basename(each).rpartition(".")[0] for each in (path, nearest))
    return bool(closest(one, [other])) and not any(each.isdigit() for each in set(one) ^ set(other))


def _is_slip(path: str, nearest: str, context: VerdictContext) -> bool:
    """Return whether a path is probably a typo of `nearest`.

    If only their folders differ, the folder that is written must exist. `lib/app/router.py` may be a file of the
    reader's application, as many have a `router.py`.
    """
    folders = map(posixpath.dirname, context.candidates(path))
    is_other = posixpath.basename(path) == posixpath.basename(nearest) and not any(
        map(context.is_known_folder, folders)
    )
    return _is_near(path, nearest) and not is_other


def judge_line(claim: Claim, context: VerdictContext) -> Judgement:
    """Judge whether a line exists and, if the claim says so, whether a symbol is defined on it."""
    written = written_path(claim.object or claim.subject)
    if written is None:
        return UNKNOWN
    files = context.files(written.path)
    if not files:
        return judge_path(claim, context) if not claim.object else UNKNOWN
    counts = {one: context.snapshot.files[one].source.line_count for one in files}
    if all(count < written.line for count in counts.values()):
        longest = max(counts.values())
        return refuted(f"{files[0]} has {longest:,} lines", "medium", Proof(files[0], 0, 0, "the file"))
    if not claim.object:
        return confirmed("", *(Proof(one, 0, 0, "the file") for one in files[:1]))
    return _definition_at(claim, written, files, context)


def _definition_at(claim: Claim, written: WrittenPath, files: tuple[str, ...], context: VerdictContext) -> Judgement:
    found = tuple(one for one in context.names.meaning(claim.subject, context.scope).definitions if one.path in files)
    name = last_part(claim.subject)
    if not found:
        if any(has_word(context.snapshot.files[one].source.data, name) for one in files):
            return UNKNOWN
        elsewhere = context.definitions(claim.subject)
        reason = f"{claim.subject} is not in {files[0]}"
        where = in_words(context, elsewhere) if elsewhere else ""
        return refuted(
            reason + (f"; it is defined at {where}" if where else ""), "medium",
            nearest=where.split(",")[0] or None,
        )  # fmt: skip
    lines = [_lines(one, context) for one in found]
    for first, declared, last in lines:
        if first <= written.line <= declared:
            return confirmed("", context.proof(found[0], "defined here"))
        if first <= written.line <= last and claim.detail != "defined":
            return unsure(f"{name} begins at line {declared}")
    may_be_use = claim.detail != "defined" or any(one.kind in VARIABLE_KINDS for one in found)
    if may_be_use and _is_on_line(name, written, files, context):
        return UNKNOWN
    best = min(lines, key=lambda one: abs(one[1] - written.line))
    nearest = f"{written.path}:{best[1]}"
    return refuted(
        f"{name} is defined at line {best[1]}, not {written.line}", "medium", context.proof(found[0], "defined here"),
        nearest=nearest,
    )  # fmt: skip


def _is_on_line(name: str, written: WrittenPath, files: tuple[str, ...], context: VerdictContext) -> bool:
    """Return whether the line that a document names contains a word."""
    for one in files:
        source = context.snapshot.files[one].source
        if written.line <= source.line_count and has_word(source.data, name, *source.line_range(written.line - 1)):
            return True
    return False


def _lines(one: Definition, context: VerdictContext) -> tuple[int, int, int]:
    """Return the first line of a definition, the line of its name, and its last line, counted from 1."""
    span, source = context.span(one), context.entry(one).source
    first, named, last = (source.line_at(offset) + 1 for offset in (span.start, span.name_start, max(span.end - 1, 0)))
    return first, named, last
