"""The source tree keeps its own rules: who may import whom, who may touch files, how long a module may be.

Each rule is tried twice: on the package, and on a small tree with the fault planted, so that a rule that has stopped
looking fails here too.
"""

import re
import tomllib
from pathlib import Path

from tests import tidy

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "ctx_lsp"
TREE = tidy.read_tree(PACKAGE)
INSTALLED = {module: source for module, source in TREE.items() if not module.startswith("training")}

LAYERS = tidy.layer_table((PACKAGE / "ARCHITECTURE.md").read_text("utf-8"))

# Where each third-party package lives. One home each: replacing one must not touch two layers.
HOMES = {
    name: frozenset(homes.split())
    for name, homes in {
        "bm25s": "index.lexical_segment",
        "cattrs": "protocol",
        "click": "cli",
        "inotify_simple": "text.watch",
        "lsprotocol": "protocol",
        "msgspec": "settings protocol evaluation index",
        "immutables": "engine index",
        "networkx": "index",
        "numpy": "index retrieval packing analysis evaluation",
        "onnxruntime": "index.onnx_model",
        "orjson": "packing cli",
        "packaging": "cli.checks",
        "pathspec": "text.ignore",
        "platformdirs": "settings",
        "psutil": "base.system",
        "pygls": "protocol",
        "rapidfuzz": "retrieval",
        "re2": "text.expressions",
        "rich": "cli",
        "rs_bpe": "packing.tokens",
        "tokenizers": "index.onnx_model",
        "tree_sitter": "syntax",
        "tree_sitter_language_pack": "syntax",
        "urllib3": "index.providers.http",
        "numkong": "index.vector_rows",
        "usearch": "index.vectors",
    }.items()
}

IMPORTED_AS = {"google_re2": "re2"}  # packages that are imported by another name

# Who may touch files, and which. Workspace files belong to `text.disk` and `text.disk_files` alone.
DISK = {
    "base.system": "the system's account of processes; opening a file of a folder without following links",
    "text.disk": "folders of workspaces",
    "text.disk_files": "files of workspaces",
    "text.secret_rules": "the package's own data: what secrets look like",
    "syntax": "the package's own data: language table and queries",
    "patterns": "the package's own data: words and framework roles",
    "index.blob_files": "the persistent cache",
    "index.blob_rows": "the persistent cache",
    "index.blobs": "the persistent cache",
    "index.caches": "the cache folder as a whole",
    "index.savings": "what packs have saved, in the cache folder",
    "index.cache_file": "files that hand over a part of the cache, which its user names",
    "index.records": "the package's own sources, whose digest is part of each key",
    "index.model_files": "the files of models",
    "index.resolution.registration": "the package's own data: names of calls that register",
    "retrieval.code_words": "the package's own data: words that tell code from builds and settings",
    "cli": "the paths that its user names, and the cache folder in `doctor`",
    "evaluation": "task files that its user names; copies of the measured folder; the system's account of a server",
}

MAX_LINES = 400
USUAL_LINES = 170
USUAL_SHARE = 0.75  # of all modules; the rest are tables and algorithms that read better whole


def test_imports_follow_the_layer_table() -> None:
    assert tidy.wrong_layers(INSTALLED, LAYERS) == []
    planted = {"text.source": "from ctx_lsp.index import host", "index.host": "", "index": "", "misc": ""}
    assert tidy.wrong_layers(planted, LAYERS) == [
        "text.source imports index.host, which layer text may not",
        "misc lies in no layer of the table",
    ]


def test_a_layer_may_be_allowed_one_module_of_another() -> None:
    source = "from ctx_lsp.packing.model import Pack\nfrom ctx_lsp.packing.render import render"
    planted = {"protocol.server": source, "packing.model": "", "packing.render": ""}
    assert tidy.wrong_layers(planted, LAYERS) == [
        "protocol.server imports packing.render, which layer protocol may not"
    ]


def test_the_layer_table_itself_has_no_cycle() -> None:
    uppers = {"protocol", "cli", "evaluation"}
    assert not any(name.partition(".")[0] in uppers for layer in LAYERS.keys() - uppers for name in LAYERS[layer]), (
        "nothing below the façade may know its clients"
    )


def test_there_is_no_import_cycle() -> None:
    assert tidy.cycles(INSTALLED) == []
    planted = {"a": "import ctx_lsp.b", "b": "def f():\n    from ctx_lsp.a import g"}
    assert tidy.cycles(planted) in (["import cycle: a → b → a"], ["import cycle: b → a → b"])


def test_imports_are_absolute() -> None:
    assert tidy.relative_imports(TREE) == []
    assert tidy.relative_imports({"a": "from . import b"}) == ["a has a relative import"]


def test_private_names_stay_in_their_module() -> None:
    assert tidy.private_imports(TREE) == []
    assert tidy.private_imports({"a": "from ctx_lsp.b import _c"}) == ["a imports the private _c of ctx_lsp.b"]


def test_third_party_packages_stay_in_their_homes() -> None:
    assert tidy.strays(INSTALLED, HOMES) == []
    planted = {"cli.main": "import pygls.server", "base.x": "import left_pad, json"}
    assert tidy.strays(planted, HOMES) == [
        "cli.main imports pygls, which lives in protocol",
        "base.x imports left_pad, which has no home",
    ]


def test_third_party_packages_are_declared_dependencies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {re.split(r"[^\w-]", line)[0].replace("-", "_") for line in project["dependencies"]}
    assert {IMPORTED_AS.get(name, name) for name in declared} == set(HOMES)


def test_every_module_says_what_it_is() -> None:
    assert tidy.undocumented(TREE) == []
    assert tidy.undocumented({"a": "x = 1", "b": '"""Text."""'}) == ["a"]


def test_modules_are_short() -> None:
    assert tidy.longer_than(TREE, MAX_LINES) == []
    long = tidy.longer_than(TREE, USUAL_LINES)
    assert len(long) <= (1 - USUAL_SHARE) * len(TREE), long
    assert tidy.longer_than({"a": "\n" * 3, "b": "\n" * 2}, 2) == ["a: 3 lines"]


def test_everything_is_caught_at_three_edges_only() -> None:
    edges = ["base.faults", "index.writer", "protocol.dispatch"]
    assert tidy.broad_handlers(INSTALLED) == edges, "one file or text, one change, and one request"
    planted = {
        "a": "try:\n    f()\nexcept Exception:\n    pass",
        "b": "try:\n    f()\nexcept (OSError, BaseException):\n    pass",
        "c": "try:\n    f()\nexcept OSError:\n    pass",
        "d": "try:\n    f()\nexcept BaseException:\n    raise",
    }
    assert tidy.broad_handlers(planted) == ["a", "b"]


def test_only_the_command_line_prints() -> None:
    assert tidy.prints(TREE, frozenset({"cli", "training"})) == []
    assert tidy.prints({"cli.a": "print()", "base.a": "print()"}, frozenset({"cli"})) == ["base.a prints"]


def test_few_modules_touch_files() -> None:
    assert tidy.disk_access(INSTALLED, frozenset(DISK)) == []
    planted = {"text.disk": "import shutil", "index.host": "import tempfile\nopen(p)\np.read_text()\nread_text(p)"}
    assert tidy.disk_access(planted, frozenset(DISK)) == [
        "index.host uses open",
        "index.host uses read_text",
        "index.host uses tempfile",
    ]


def test_one_module_knows_systems_apart() -> None:
    homes = frozenset({"base.system", "protocol.watchdog"})
    assert tidy.system_checks(INSTALLED, homes) == []
    planted = {
        "base.system": "import resource",
        "text.a": "import sys, os\nif sys.platform == 'win32' or hasattr(os, 'nice'): import fcntl",
        "text.b": "import os\nos.getpid()",
    }
    assert tidy.system_checks(planted, homes) == [
        "text.a uses fcntl",
        "text.a uses hasattr(os, …)",
        "text.a uses sys.platform",
    ]


def test_nothing_is_left_unfinished() -> None:
    assert tidy.unfinished(TREE) == []
    assert tidy.unfinished({"a": "# TODO: later", "b": "todo = 1"}) == ["a"]


def test_the_layer_table_is_read_off_markdown() -> None:
    markdown = (
        "# Map\n\n| layer | may import |\n|---|---|\n| `a/` | |\n| `b/` | `a`, `c.model` |\n\n| x | y |\n| p | q |\n"
    )
    assert tidy.layer_table(markdown) == {"a": frozenset(), "b": frozenset({"a", "c.model"})}
