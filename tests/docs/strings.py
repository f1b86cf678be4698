"""All user-visible strings of the server, the command line and both editors, in one list for each of them.

The lists in `strings/` beside this module are generated, so that a reviewer can read what one part of the product says
in about ten minutes, and sees a change as a diff. The pages `docs/settings.md` and `docs/protocol.md`, which are
generated too, have the descriptions of settings, commands, parameters and answers instead.
"""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LISTS = Path(__file__).with_name("strings")
UNREAD = {"training", "evaluation", "languages"}  # layers of the package that say nothing to users
ON_OTHER_PAGES = ("ctx_lsp/protocol/messages/", "ctx_lsp/protocol/commands.py", "ctx_lsp/settings/")
NOT_SAID = ("ctx_lsp/graph/resolution/standard_interfaces.py",)  # signatures of methods
MOST_WORDS = 3_000  # of one list: ten minutes at a reviewer's pace

# The parts of the product, each with the beginnings of the paths of its files. The first that fits counts.
PARTS = {
    "vscode_manifest": ("editors/vscode/package.json",),
    "vscode": ("editors/vscode/",),
    "neovim": ("editors/neovim/",),
    "command_line": ("ctx_lsp/cli/",),
    "agents": ("ctx_lsp/agents/", "ctx_lsp/journal/", "ctx_lsp/memory/", "ctx_lsp/workspace/journal/"),
    "answers": (
        "ctx_lsp/claims/",
        "ctx_lsp/features/",
        "ctx_lsp/packing/",
        "ctx_lsp/patterns/",
        "ctx_lsp/retrieval/",
        "ctx_lsp/protocol/",
    ),
    "upkeep": ("ctx_lsp/",),
}
WORDS = 3  # at least; shorter strings are names, not sentences
_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)+)"|\'((?:[^\'\\\n]|\\.)+)\'|`((?:[^`\\]|\\.)+)`')
_SENTENCE = re.compile(r"[A-Za-z{%$“'`(][^<>]*[A-Za-z]{3}")
_TECHNICAL = re.compile(
    r"^(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN|DROP|WITH|REVOKE|GRANT|git |http)|\(\?|\\b|\[\^|=>|;$"
)


@cache
def strings() -> dict[str, str]:
    """The lists by part: a heading for each file, below it its strings in the order of the source."""
    found = dict.fromkeys(PARTS, "")
    for name, lines in (*_of_package(), *_of_manifest(), *_of_editors()):
        if lines:
            part = next(part for part, beginnings in PARTS.items() if name.startswith(beginnings))
            found[part] += f"{name}\n{''.join(f'    {line}{chr(10)}' for line in lines)}\n"
    return found


def _of_package() -> Iterator[tuple[str, list[str]]]:
    for file in sorted((ROOT / "ctx_lsp").rglob("*.py")):
        name = file.relative_to(ROOT)
        if name.parts[1] not in UNREAD and not name.as_posix().startswith(ON_OTHER_PAGES + NOT_SAID):
            yield name.as_posix(), _kept(literals(file.read_text("utf-8")))


def literals(source: str) -> Iterator[str]:
    """String literals but for docstrings and types; what an f-string inserts is shown as `{…}`."""
    tree = ast.parse(source)
    passed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    passed |= {id(kind) for kind in _types(tree)}
    passed |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    found = [
        node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in passed
    ]
    for node in sorted(found, key=lambda one: (one.lineno, one.col_offset)):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{…}" for part in node.values)
        elif isinstance(node.value, str):
            yield node.value


def _types(tree: ast.AST) -> Iterator[ast.AST]:
    """The annotations and their parts, which may be written as strings. Descriptions inside them are no types."""
    annotated = (
        node.returns if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else node.annotation
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.arg | ast.AnnAssign)
    )
    left: list[ast.AST] = [kind for kind in annotated if kind is not None]
    while left:
        kind = left.pop()
        yield kind
        left += () if isinstance(kind, ast.Call) else ast.iter_child_nodes(kind)


def _of_manifest() -> Iterator[tuple[str, list[str]]]:
    """Titles and descriptions of VS Code's manifest."""
    file = ROOT / "editors" / "vscode" / "package.json"

    def texts(value: object) -> Iterator[str]:
        if isinstance(value, dict):
            for key, inner in value.items():
                if isinstance(inner, str) and key in {"title", "description", "markdownDescription", "contents"}:
                    yield inner
                else:
                    yield from texts(inner)
        elif isinstance(value, list):
            for inner in value:
                yield inner if isinstance(inner, str) else ""
                yield from texts(inner)

    yield file.relative_to(ROOT).as_posix(), _kept(texts(json.loads(file.read_text("utf-8"))))


def _of_editors() -> Iterator[tuple[str, list[str]]]:
    sources = [*(ROOT / "editors/vscode/src").rglob("*.ts"), *(ROOT / "editors/neovim").rglob("*.lua")]
    for file in sorted(sources):
        if file.name not in {"protocol.ts", "protocol.lua"}:
            lines = (line for line in file.read_text("utf-8").splitlines() if not re.match(r"\s*(//|--|\*|/\*)", line))
            found = ("".join(match) for line in lines for match in _QUOTED.findall(line))
            yield file.relative_to(ROOT).as_posix(), _kept(found)


def _kept(found: Iterator[str]) -> list[str]:
    """Sentences among strings, each on one line and once."""
    texts = (" ".join(text.split()) for text in found)
    return list(
        dict.fromkeys(
            text
            for text in texts
            if len(text.split()) >= WORDS and _SENTENCE.match(text) and not _TECHNICAL.search(text)
        )
    )
