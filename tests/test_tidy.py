"""The source tree follows its rules: imports between layers, file access, lengths of modules.

Each rule is tested twice: on the package, and on a small tree with a planted violation, so that a rule that no longer
works fails as well.
"""

import os
import re
import tomllib
from itertools import chain
from pathlib import Path

from ctx_lsp.languages.table import files
from tests import tidy

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "ctx_lsp"
ARCHITECTURE = PACKAGE / "ARCHITECTURE.md"
TREE = tidy.read_tree(PACKAGE)
EDITORS = ROOT / "editors"
CLIENTS = tidy.read_tree(EDITORS / "vscode" / "src", ".ts") | tidy.read_tree(EDITORS / "neovim" / "lua", ".lua")
INSTALLED = {module: source for module, source in TREE.items() if not module.startswith("training")}

LAYERS = tidy.layer_table(ARCHITECTURE.read_text("utf-8"))

# Where each third-party package lives. One home each: replacing one must not touch two layers.
HOMES = {
    name: frozenset(homes.split())
    for name, homes in {
        "anyio": "agents.stdio_lines",
        "attrs": "protocol.lsp",
        "bm25s": "lexical.segment",
        "cattrs": "protocol",
        "click": "cli",
        "cryptography": "sealing.aes sharing.row_codec",
        "inotify_simple": "text.watch",
        "keyring": "sealing.system_keyring",
        "lsprotocol": "protocol.lsp",
        "markdown_it": "claims.sections",
        "mcp": "agents.mcp_server agents.http_server agents.client_roots agents.stdio_lines",
        "uvicorn": "agents.http_server",
        "msgspec": (
            "languages settings protocol agents evaluation graph.evidence cache.records "
            "cache.journal_rows history.records models.providers ingest.worker workspace.recipes workspace.pack_cache "
            "workspace.journal.records"
        ),
        "gherkin": "syntax.items.gherkin_files",
        "immutables": "engine graph vectors",
        "networkx": "graph.cycles memory.superseding",
        "numpy": "base.number_columns syntax.reference graph.edges lexical models vectors cache snapshot retrieval "
        "published packing workspace evaluation protocol.transport.outer_id",
        "onnxruntime": "models.onnx_model",
        "orjson": "packing cli",
        "packaging": "cli.checks published.versions",
        "pathspec": "text.ignore",
        "platformdirs": "base.user_folders protocol.attach",
        "prometheus_client": "monitoring.exposition",
        "psutil": "base.system",
        "psycopg": "sharing.database",
        "pygls": "protocol",
        "rapidfuzz": "retrieval claims.nearest",
        "re2": "text.expressions",
        "rich": "cli",
        "rs_bpe": "packing.formats.tokens",
        "tokenizers": "models.onnx_model",
        "tomlkit": "agents.toml_entry",
        "tree_sitter": "syntax",
        "tree_sitter_language_pack": "syntax",
        "urllib3": "models.providers.http",
        "numkong": "vectors.rows",
        "usearch": "vectors.table",
        "yaml": "memory.note_text memory.note_spans published.pins.npm_locks",
    }.items()
}

# Packages that are imported by another name.
IMPORTED_AS = {
    "gherkin_official": "gherkin",
    "google_re2": "re2",
    "markdown_it_py": "markdown_it",
    "PyYAML": "yaml",
}

# Who may touch files, and which. Workspace files belong to `text.disk` and `text.disk_files` alone.
DISK = {
    "base.local_sockets": "the sockets of servers for agents",
    "base.windows.pipes": "the files that tell of pipes, as sockets do elsewhere",
    "base.system": "the system's account of processes; opening a file of a folder without following links",
    "base.private_files": "modes of folders and files that other modules name",
    "base.confirmed_time": "the days on which data was used",
    "base.replaced_files": "files that other modules name and replace",
    "text.disk": "folders of workspaces",
    "text.disk_files": "files of workspaces",
    "text.side_files": "files of workspaces that are not indexed",
    "text.git": "unnamed files, for what git reads and complains of",
    "text.secret_rules": "the package's own data: what secrets look like",
    "languages": "the package's own data: the folders of languages",
    "syntax.items.words": "the package's own data: words of items",
    "claims.forms": "the package's own data: forms of sentences",
    "claims.known_members": "the package's own data: members of well-known bases, and those that languages give",
    "patterns": "the package's own data: words that structure is told by",
    "sealing.key_sources": "the file of a key, which its user names",
    "cache.blob_files": "the persistent cache",
    "cache.blob_rows": "the persistent cache",
    "cache.blob_store": "the persistent cache",
    "cache.admin": "the cache folder as a whole",
    "cache.savings_book": "what packs have saved, in the cache folder",
    "cache.recipe_book": "recipes of packs, in the user's data folder",
    "cache.journal_book": "the journal of tasks, in the user's data folder",
    "cache.journal_rows": "the same",
    "cache.small_database": "the files of savings and recipes",
    "cache.durable_database": "the file of the journal",
    "cache.archive": "files that hand over a part of the cache, which its user names",
    "cache.records": "the package's own sources, whose digest is part of each key",
    "sharing.folder": "pack files in the folder where a team shares",
    "sharing.pack_file": "the same",
    "sharing.schema": "the package's own data: migrations",
    "monitoring.exposition": "the metrics file that its user names",
    "protocol.log_outputs": "the log file that its user names",
    "protocol.attach.sockets": "sockets in the user's runtime folder",
    "protocol.attach.listener": "its own socket there",
    "agents.call_log": "the log of calls, in the user's data folder",
    "agents.client_files": "configuration files of agents, when their user agrees",
    "models.model_files": "the files of models",
    "graph.style_documents": "the package's own data: names of style documents",
    "packing.guidance.topics": "the package's own data: words in headings",
    "retrieval.question.change_words": "the package's own data: verbs that ask for a change",
    "retrieval.question.code_words": "the package's own data: words that tell code from builds and settings",
    "retrieval.question.data_files": "the package's own data: words that suggest data files",
    "cli": "the paths that its user names, and the cache folder in `doctor`",
    "evaluation": "task files that its user names; copies of the measured folder; the system's account of a server",
}

# Who may name languages, and why. What is data about a language is in its folder in `ctx_lsp/languages`.
LANGUAGE_NAMES = {
    "agents.arguments": "members of JSON schemas",
    "agents.tools": "members of JSON schemas",
    "cli.checks": "the interpreter that runs the program",
    "cli.engine_checks": "sources in a few languages, on which `doctor` tries the grammars",
    "claims.documents": "the formats of documents",
    "claims.forms": "groups in sentence forms",
    "claims.markdown": "fenced commands of a shell",
    "claims.mention_shapes": "suffixes of files, whatever is in them",
    "claims.names": "folders that sources lie in by custom",
    "claims.relations": "groups in sentence forms",
    "claims.verdicts": "suffixes of files, names of tools, and languages that write types before names",
    "cli.check_output": "formats of answers",
    "cli.commands.check": "formats of answers",
    "journal.export": "formats of exports",
    "features.test_commands": "commands of pytest and of the runners of JavaScript, one function each",
    "features.project_facts": "a requirement of Poetry that is no package",
    "graph.file_roles": "suffixes of files, whatever is in them",
    "graph.modules.go": "a kind of project",
    "graph.modules.python": "a folder that sources lie in by custom",
    "graph.modules.rooted": "folders and modules of a standard library that bear such names",
    "graph.modules.zig": "a kind of project",
    "graph.projects": "kinds of projects, folders that sources lie in by custom",
    "graph.resolution.registration": "fixtures of pytest, which no other language has",
    "packing": "formats of packs",
    "protocol.handlers.status": "the interpreter that runs the program",
    "protocol.messages": "formats of packs",
    "retrieval.question.file_topics": "suffixes of files, whatever is in them",
    "settings.sections": "formats of packs",
    "syntax.items": "the formats of documents, exports and styles, each read by code of its own",
    "syntax.prose": "the formats that are read without a grammar, each by code of its own",
    "text.notebook": "the language of a notebook that names none, and of its cells that are no code",
    "workspace.packs": "formats of packs",
}
ORDINARY_WORDS = frozenset({"text", "query", "v"})  # languages, but words of other modules, too, or before versions

MAX_LINES = 400
MAX_MODULES = 25  # in one folder, those in folders below it apart
USUAL_LINES = 170
USUAL_SHARE = 0.75  # of all modules; the rest are tables and algorithms that read better whole


def test_imports_follow_the_layer_table() -> None:
    assert tidy.wrong_layers(INSTALLED, LAYERS) == []
    planted = {"text.source": "from ctx_lsp.snapshot import host", "snapshot.host": "", "snapshot": "", "misc": ""}
    assert tidy.wrong_layers(planted, LAYERS) == [
        "text.source imports snapshot.host, which layer text may not",
        "misc lies in no layer of the table",
    ]


def test_a_layer_may_be_allowed_one_module_of_another() -> None:
    source = "from ctx_lsp.packing.model import Pack\nfrom ctx_lsp.packing.formats.render import render"
    planted = {"protocol.server": source, "packing.model": "", "packing.formats.render": ""}
    assert tidy.wrong_layers(planted, LAYERS) == [
        "protocol.server imports packing.formats.render, which layer protocol may not"
    ]


def test_the_layer_table_itself_has_no_cycle() -> None:
    uppers = {"protocol", "agents", "cli", "evaluation"}
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


def test_a_class_name_has_one_meaning() -> None:
    assert tidy.repeated_classes(INSTALLED) == []
    planted = {"a": "class Step: ...", "b.c": "class Outer:\n    class Step: ..."}
    assert tidy.repeated_classes(planted) == ["Step: a, b.c"]


def test_third_party_packages_stay_in_their_homes() -> None:
    assert tidy.strays(INSTALLED, HOMES) == []
    planted = {"cli.main": "import pygls.server", "base.x": "import left_pad, json"}
    assert tidy.strays(planted, HOMES) == [
        "cli.main imports pygls, which lives in protocol",
        "base.x imports left_pad, which has no home",
    ]


def test_third_party_packages_are_declared_dependencies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = (project["optional-dependencies"][name] for name in ("mcp", "encryption", "team"))
    installed = chain(project["dependencies"], *extras)
    declared = {re.split(r"[^\w-]", line)[0].replace("-", "_") for line in installed}
    assert {IMPORTED_AS.get(name, name) for name in declared} - {"ctx_lsp"} == set(HOMES)


def test_every_module_has_a_docstring() -> None:
    assert tidy.undocumented(TREE) == []
    assert tidy.undocumented({"a": "x = 1", "b": '"""Text."""'}) == ["a"]


def test_modules_are_short() -> None:
    assert tidy.longer_than(TREE, MAX_LINES) == []
    long = tidy.longer_than(TREE, USUAL_LINES)
    assert len(long) <= (1 - USUAL_SHARE) * len(TREE), long
    assert tidy.longer_than({"a": "\n" * 3, "b": "\n" * 2}, 2) == ["a: 3 lines"]
    generated = {"protocol", "ctx_lsp.protocol"}
    assert tidy.longer_than({name: text for name, text in CLIENTS.items() if name not in generated}, MAX_LINES) == []


def test_folders_are_small() -> None:
    assert tidy.fuller_than(TREE, MAX_MODULES) == []
    assert tidy.fuller_than({f"client.{name}": text for name, text in CLIENTS.items()}, MAX_MODULES) == []
    assert tidy.fuller_than({"a": "", "a.b": "", "a.c": "", "a.d.e": ""}, 1) == ["a: 2 modules"]


def test_the_picture_of_the_layers_is_that_of_the_imports() -> None:
    picture = tidy.layer_picture(INSTALLED)
    if os.environ.get("UPDATE_DOCS"):
        ARCHITECTURE.write_text(tidy.with_picture(ARCHITECTURE.read_text("utf-8"), picture), "utf-8")
    page = ARCHITECTURE.read_text("utf-8")
    assert tidy.with_picture(page, picture) == page, "run the tests once with UPDATE_DOCS=1"
    planted = {"a": "", "b.x": "import ctx_lsp.a", "c.y": "from ctx_lsp.b.x import f\nfrom ctx_lsp.a import g"}
    assert tidy.layer_picture(planted) == "flowchart TD\n    b --> a\n    c --> b", "c → a follows from the others"


def test_everything_is_caught_at_three_edges_only() -> None:
    edges = ["base.faults", "ingest.writer", "protocol.dispatch"]
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
    planted = {"text.disk": "import shutil", "snapshot.host": "import tempfile\nopen(p)\np.read_text()\nread_text(p)"}
    assert tidy.disk_access(planted, frozenset(DISK)) == [
        "snapshot.host uses open",
        "snapshot.host uses read_text",
        "snapshot.host uses tempfile",
    ]


def test_few_modules_name_languages() -> None:
    languages = frozenset(files()) - ORDINARY_WORDS
    assert tidy.language_names(INSTALLED, languages, frozenset(LANGUAGE_NAMES)) == []
    planted = {"graph.a": 'x = frozenset({"python", "text"})', "packing.b": 'x = "markdown"', "graph.c": "python = 1"}
    assert tidy.language_names(planted, languages, frozenset(LANGUAGE_NAMES)) == ["graph.a names python"]


def test_each_module_that_may_name_languages_does() -> None:
    for module in LANGUAGE_NAMES:
        inside = {one: source for one, source in INSTALLED.items() if one == module or one.startswith(f"{module}.")}
        assert tidy.language_names(inside, frozenset(files()) - ORDINARY_WORDS, frozenset()), module


def test_few_modules_know_systems_apart() -> None:
    homes = frozenset({"base.system", "base.local_sockets", "base.windows", "protocol.transport.watchdog"})
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
