"""Settings: where they come from, what happens to bad ones, and their table."""

import os
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.settings import (
    FILE_NAME,
    CacheSettings,
    IndexSettings,
    ModelSettings,
    PackSettings,
    Settings,
    load_settings,
    resolve_settings,
    settings_table,
)

ROWS = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in settings_table().splitlines()[2:]]
VARIABLES = {row[0].strip("`"): row[4].strip("`") for row in ROWS}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def tokens(file: str | None, editor: object, environment: str | None) -> tuple[int, list[str]]:
    """The token budget of the given sources, and the problems."""
    environ = {} if environment is None else {"CTX_LSP_PACK_MAX_TOKENS": environment}
    loaded = resolve_settings(file, editor, environ)
    return loaded.settings.pack.max_tokens, [str(problem) for problem in loaded.problems]


FILE, EDITOR = "[pack]\nmaxTokens = 200", {"pack": {"maxTokens": 300}}
RANGE = "must be a whole number from 100 to 10000000"


@pytest.mark.parametrize(
    ("file", "editor", "environment", "value", "problems"),
    [
        (None, None, None, 4096, []),
        (FILE, None, None, 200, []),
        (FILE, EDITOR, None, 300, []),
        (FILE, EDITOR, "400", 400, []),
        (None, EDITOR, None, 300, []),
        (FILE, None, "400", 400, []),
        (FILE, {"pack": {"maxTokens": None}}, "", 200, []),
        (FILE, {"pack.maxTokens": 300}, None, 300, []),
        (FILE, EDITOR, "many", 300, [f"environment: CTX_LSP_PACK_MAX_TOKENS {RANGE}"]),
        (FILE, EDITOR, "99", 300, [f"environment: CTX_LSP_PACK_MAX_TOKENS {RANGE}"]),
        (FILE, {"pack": {"maxTokens": "300"}}, None, 200, [f"editor: pack.maxTokens {RANGE}"]),
        (FILE, {"pack": {"maxTokens": True}}, None, 200, [f"editor: pack.maxTokens {RANGE}"]),
        (FILE, {"pack": {"maxTokens": 300.5}}, None, 200, [f"editor: pack.maxTokens {RANGE}"]),
        (FILE, {"pack": 3}, None, 200, ["editor: pack must be a table of settings"]),
        (FILE, [3], None, 200, ["editor: ctx-lsp must be an object"]),
        (
            "[pack]\nmaxTokens = 1_000",
            {"pack": {"maxTokens": 0}},
            "x",
            1000,
            [f"editor: pack.maxTokens {RANGE}", f"environment: CTX_LSP_PACK_MAX_TOKENS {RANGE}"],
        ),
    ],
)
def test_the_strongest_valid_value_counts(
    file: str | None, editor: object, environment: str | None, value: int, problems: list[str]
) -> None:
    assert tokens(file, editor, environment) == (value, problems)


def test_sources_are_mixed_field_by_field() -> None:
    file = '[pack]\nmaxTokens = 200\nformat = "xml"\n[index]\nexclude = ["gen/"]\ninclude = ["src"]'
    editor = {"pack": {"format": "json", "includeTests": True}, "model": {"embedding": "none"}}
    environ = {"CTX_LSP_PACK_MIN_COMPLETENESS": "0.5", "CTX_LSP_INDEX_INCLUDE": "lib, *.py,", "PATH": "/bin"}
    loaded = resolve_settings(file, editor, environ)

    assert loaded.problems == ()
    assert loaded.settings == Settings(
        model=ModelSettings(embedding="none"),
        index=IndexSettings(include=("lib", "*.py"), exclude=("gen/",)),
        pack=PackSettings(max_tokens=200, min_completeness=0.5, include_tests=True, format="json"),
    )


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("index.vendored", "true", True),
        ("index.vendored", "1", True),
        ("index.vendored", "False", False),
        ("pack.includeTests", "auto", "auto"),
        ("pack.includeTests", "false", False),
        ("pack.minCompleteness", "1", 1.0),
        ("search.limit", "200", 200),
        ("index.exclude", "a b/*, !c", ("a b/*", "!c")),
        ("cache.directory", "~/x", "~/x"),
        ("model.embedding", "owner/name", "owner/name"),
        ("log.level", "debug", "debug"),
    ],
)
def test_variables_are_text_of_the_fields_type(field: str, text: str, value: object) -> None:
    loaded = resolve_settings(None, None, {VARIABLES[field]: text})
    section, _, name = field.partition(".")

    assert loaded.problems == ()
    assert msgspec.to_builtins(loaded.settings)[section][name] == value


@pytest.mark.parametrize(
    ("source", "given", "problem"),
    [
        (
            "file",
            "[pack]\nmax_tokens = 5",
            "pack.max_tokens is not a setting; did you mean pack.maxTokens?",
        ),
        ("file", "[packs]\nx = 5", "packs is not a setting; did you mean pack?"),
        ("file", "xyzzy = 5", "xyzzy is not a setting"),
        ("file", "pack = 5", "pack must be a table of settings"),
        ("file", "[pack", f"{FILE_NAME} is not valid TOML (Expected ']' at the end of a table declaration "),
        ("file", "x = " + "[" * 10_000, f"{FILE_NAME} is not valid TOML ("),
        ("file", "x = " + "9" * 10_000, f"{FILE_NAME} is not valid TOML ("),
        ("file", "[search]\nlimit = 1979-05-27", "search.limit must be a whole number from 1 to 200"),
        ("file", "[pack]\nminCompleteness = nan", "pack.minCompleteness must be a number from 0 to 1"),
        ("file", "[index]\nmaxFileBytes = 0", "index.maxFileBytes must be a whole number from 1 to 50000000"),
        ("file", "[index]\nexclude = 'a'", "index.exclude must be a list of text"),
        ("file", "[index]\nexclude = ['a', 1]", "index.exclude must be a list of text"),
        ("file", "[index]\nvendored = 1", "index.vendored must be true or false"),
        ("file", "[log]\nlevel = 'loud'", 'log.level must be "debug" or "error" or "info" or "warning"'),
        ("file", "[pack]\nincludeTests = 'yes'", 'pack.includeTests must be "auto" or true or false'),
        ("file", "[model]\nembedding = ''", "model.embedding must be text"),
        ("environment", "CTX_LSP_PACK_MAXTOKENS", "did you mean CTX_LSP_PACK_MAX_TOKENS?"),
        ("environment", "CTX_LSP_", "CTX_LSP_ is not a setting"),
    ],
)
def test_a_problem_names_source_field_and_expected_value(source: str, given: str, problem: str) -> None:
    loaded = resolve_settings(given, None, {}) if source == "file" else resolve_settings(None, None, {given: "200"})

    assert loaded.settings == Settings()
    [found] = loaded.problems
    assert found.source == source
    assert str(found).startswith("ctx-lsp.toml: " if source == "file" else "environment: CTX_LSP_")
    assert problem in str(found)


@pytest.mark.parametrize(
    "text",
    [
        "[cache]\ndirectory = '/tmp/x'",
        "[cache]\nmaxMegabytes = 1",
        "[cache]\nencryption = 'command:true'",
        "[cache]\nencryption = 'off'",
        "[sharing]\nlocation = '/tmp/x'",
        "[sharing]\nteamKey = 'command:true'",
        "[sharing]\nwriterKey = 'command:true'",
        "[sharing]\ntrustedWriters = []",
        "[journal]\nenabled = false",
        "[journal]\nagents = true",
        "[log]\nfile = '/tmp/log'",
        "[log]\nfileMegabytes = 1",
        "[log]\nquestions = true",
        "[metrics]\nport = 9464",
        "[metrics]\ntextfile = '/tmp/x.prom'",
        *(
            f"[model]\nembedding = '{model}'"
            for model in ("owner/name", "./owner/name", "owner//name", ".owner/name", "/models/mine", "~/mine", "mine")
        ),
        *(f"[model]\n{of} = '{model}:x'" for of in ("embedding", "summaries") for model in ("openai", "ollama")),
        "[model]\nembeddingUrl = 'https://example.com'",
        "[model]\nsummariesUrl = 'https://example.com'",
        "[model]\nembeddingKeyVariable = 'AWS_SECRET_ACCESS_KEY'",
        "[model]\ndocumentPrefix = 'x'",
        "[model]\nsummariesPerMinute = 6000",
    ],
)
def test_a_repositorys_file_can_neither_have_files_written_nor_anything_loaded_or_sent(text: str) -> None:
    loaded = resolve_settings(text, None, {})

    assert loaded.settings == Settings()
    assert "cannot be set in ctx-lsp.toml" in str(loaded.problems[0])


@pytest.mark.parametrize("model", ["none", "bundled"])
def test_a_repositorys_file_can_choose_among_our_own_models(model: str) -> None:
    loaded = resolve_settings(f"[model]\nembedding = '{model}'", None, {})

    assert (loaded.settings.model.embedding, loaded.problems) == (model, ())


def test_only_threads_and_our_own_models_are_for_a_repositorys_file() -> None:
    for field in msgspec.structs.fields(ModelSettings):
        loaded = resolve_settings(f"[model]\n{field.encode_name} = 'none'", None, {})
        is_refused = "cannot be set in ctx-lsp.toml" in "".join(map(str, loaded.problems))
        assert is_refused == (field.name not in {"embedding", "reranker", "summaries", "threads"}), field.name


def test_the_variable_of_the_tests_is_not_a_setting() -> None:
    assert resolve_settings(None, None, {"CTX_LSP_STRICT": "1", "CTX_LSPX": "1"}).problems == ()


def test_the_file_is_read_from_the_root(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("[search]\nlimit = 7")

    assert load_settings(tmp_path, None, {}).settings.search.limit == 7
    assert (
        load_settings(tmp_path / "gone", None, {}) == load_settings(None, None, {}) == resolve_settings(None, None, {})
    )


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE_NAME)
    loaded = load_settings(tmp_path, {"search": {"limit": 7}}, {})

    assert loaded.settings.search.limit == 7
    assert [str(problem) for problem in loaded.problems] == ["ctx-lsp.toml: ctx-lsp.toml cannot be read: it is special"]


@settings(deadline=None)
@given(
    file=st.none() | st.text(),
    editor=JSON | st.fixed_dictionaries({}, optional=dict.fromkeys(("pack", "index", "log", "model.embedding"), JSON)),
    environ=st.dictionaries(st.sampled_from([*VARIABLES.values(), "CTX_LSP_X"]), st.text(max_size=5)),
)
def test_no_input_stops_anything(file: str | None, editor: object, environ: dict[str, str]) -> None:
    loaded = resolve_settings(file, editor, environ)

    assert msgspec.convert(msgspec.to_builtins(loaded.settings), Settings) == loaded.settings


def test_the_caches_folder_is_the_users_unless_set(tmp_path: Path) -> None:
    assert CacheSettings(directory=str(tmp_path)).path == tmp_path
    assert CacheSettings(directory="~/cache").path == Path.home() / "cache"
    assert CacheSettings().path == Path(os.environ["XDG_CACHE_HOME"]) / "ctx-lsp"


def test_the_table_has_every_field_with_its_type_and_default() -> None:
    defaults = msgspec.to_builtins(Settings())
    names = [f"{section}.{field}" for section, fields in defaults.items() for field in fields]

    assert [row[0] for row in ROWS] == [f"`{name}`" for name in names]
    assert all(len(row) == 5 and all(row) for row in ROWS)
    assert (
        "| `pack.maxTokens` | a whole number from 100 to 10000000 | `4096` | Token budget of a pack "
        "| `CTX_LSP_PACK_MAX_TOKENS` |\n"
    ) in settings_table()


def test_the_tables_defaults_are_valid_values() -> None:
    for row in ROWS:
        section, _, field = row[0].strip("`").partition(".")
        loaded = resolve_settings(None, {section: {field: msgspec.json.decode(row[2].strip("`"))}}, {})

        assert loaded == resolve_settings(None, None, {})


def test_variables_are_spelled_as_shells_like_them() -> None:
    assert all(re.fullmatch("CTX_LSP(_[A-Z]+)+", variable) for variable in VARIABLES.values())
    assert len(set(VARIABLES.values())) == len(ROWS)
