"""The sections of the settings: names, types, bounds, defaults and descriptions. `sources` reads the values."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from ctx_lsp.settings.storage import CacheSettings, SharingSettings


class ModelSettings(Struct, frozen=True, rename="camel"):
    """Settings for the models: an embedder for semantic search, a reranker for the best results, and a summariser."""

    embedding: Annotated[
        str,
        Meta(
            min_length=1,
            description='"bundled"; "none" for search without a model; a directory; "owner/name" to download a model '
            'from the hub; or a model of a provider: "ollama:MODEL", or "openai:MODEL" for OpenAI and compatible '
            "services. Code is sent to a provider, text with a likely secret is not. ctx-lsp.toml may only set "
            '"bundled" or "none", and no other setting of a provider',
        ),
    ] = "bundled"
    embedding_url: Annotated[
        str,
        Meta(
            description="Base URL of the provider; empty: http://localhost:11434 for Ollama, https://api.openai.com/v1 "
            "for OpenAI (not in ctx-lsp.toml)"
        ),
    ] = ""
    embedding_key_variable: Annotated[
        str,
        Meta(
            description="Environment variable with the provider's API key; the key itself does not belong in settings "
            "(not in ctx-lsp.toml)"
        ),
    ] = ""
    query_prefix: Annotated[
        str,
        Meta(description='Prefix of questions that the model expects, such as "search_query: " (not in ctx-lsp.toml)'),
    ] = ""
    document_prefix: Annotated[
        str,
        Meta(description='Prefix of code that the model expects, such as "search_document: " (not in ctx-lsp.toml)'),
    ] = ""
    question_timeout: Annotated[
        float,
        Meta(
            ge=0.1,
            le=60,
            description="Seconds to wait for a provider; after that, a question is answered without semantic search",
        ),
    ] = 2.0
    threads: Annotated[int, Meta(ge=1, le=64, description="Number of texts that a model processes in parallel")] = 2
    reranker: Annotated[
        str,
        Meta(
            min_length=1,
            description='"bundled" (none is); "installed" for the one in the package ctx-lsp-reranker; "none"; a '
            'directory with a cross-encoder; "owner/name" to download one from the hub; or "http:MODEL" for one at '
            "`model.rerankerUrl`. The question and the best results are sent there, text with a likely secret is not. "
            'ctx-lsp.toml may only set "bundled" or "none"',
        ),
    ] = "bundled"
    reranker_url: Annotated[
        str,
        Meta(
            description="Base URL of the rerank API (Cohere, Jina, vLLM and others), without `/rerank`, such as "
            "https://api.jina.ai/v1 (not in ctx-lsp.toml)"
        ),
    ] = ""
    reranker_key_variable: Annotated[
        str, Meta(description="Like `model.embeddingKeyVariable`, for the reranker (not in ctx-lsp.toml)")
    ] = ""
    summaries: Annotated[
        str,
        Meta(
            min_length=1,
            description="Chat model that summarises each definition in a sentence, for search, and a task if asked to: "
            '"none", "ollama:MODEL" or "openai:MODEL". Code is sent to it, text with a likely secret is not. '
            'ctx-lsp.toml may only set "none"',
        ),
    ] = "none"
    summaries_url: Annotated[
        str, Meta(description="Like `model.embeddingUrl`, for summaries (not in ctx-lsp.toml)")
    ] = ""
    summaries_key_variable: Annotated[
        str, Meta(description="Like `model.embeddingKeyVariable`, for summaries (not in ctx-lsp.toml)")
    ] = ""
    summaries_per_minute: Annotated[
        int, Meta(ge=1, le=6_000, description="Maximum number of definitions to summarise per minute")
    ] = 60


class IndexSettings(Struct, frozen=True, rename="camel"):
    """Settings that say which files to index, and whether to watch them for changes."""

    max_file_bytes: Annotated[int, Meta(ge=1, le=50_000_000, description="Size above which files are skipped")] = (
        1_000_000
    )
    max_files: Annotated[
        int, Meta(ge=1, le=10_000_000, description="Number of files above which the rest is skipped, in path order")
    ] = 100_000
    include: Annotated[tuple[str, ...], Meta(description="Paths to index, as .gitignore patterns; empty: all")] = ()
    exclude: Annotated[
        tuple[str, ...], Meta(description="Paths to skip, as .gitignore patterns, in addition to ignore files")
    ] = ()
    vendored: Annotated[bool, Meta(description="Index vendored and generated files too")] = False
    watch: Annotated[
        Literal["auto"] | bool,
        Meta(description='Whether the server watches folders for changes on disk; "auto": only if the editor does not'),
    ] = "auto"


class SearchSettings(Struct, frozen=True, rename="camel"):
    """Defaults for searches."""

    limit: Annotated[int, Meta(ge=1, le=200, description="Default number of results")] = 10
    rerank: Annotated[
        Literal["auto", "always", "never"],
        Meta(
            description='Whether a cross-encoder reranks the best results; "auto": if the first scores are close and '
            "the question is not just a name"
        ),
    ] = "auto"
    rerank_seconds: Annotated[
        float,
        Meta(
            ge=0.01,
            le=60,
            description="Seconds after which reranking is given up; the answer then has a warning",
        ),
    ] = 1.0
    scope: Annotated[
        Literal["workspace", "everywhere"],
        Meta(
            description='Default scope of searches and of packs for questions; "everywhere": also the repositories '
            "published at `sharing.repositories` (not in ctx-lsp.toml)"
        ),
    ] = "workspace"

    @property
    def default_rerank(self) -> Literal["auto"] | bool:
        """The value of `rerank` for a search request that does not set it."""
        return "auto" if self.rerank == "auto" else self.rerank == "always"

    commits: Annotated[
        bool,
        Meta(
            description="Use the messages of the last 3,000 commits as a search signal for the files that they "
            "changed; needs `history.enabled`"
        ),
    ] = True


class PackSettings(Struct, frozen=True, rename="camel"):
    """Defaults for packs."""

    max_tokens: Annotated[int, Meta(ge=100, le=10_000_000, description="Token budget of a pack")] = 4096
    min_completeness: Annotated[
        float, Meta(ge=0, le=1, description="Completeness below which a pack has a warning")
    ] = 0.9
    dependency_depth: Annotated[
        int, Meta(ge=0, le=10, description="Number of dependency edges that a pack follows")
    ] = 2
    include_tests: Annotated[
        Literal["auto"] | bool,
        Meta(description='Whether packs include tests; "auto": if the question is about tests'),
    ] = "auto"
    format: Annotated[Literal["markdown", "xml", "json", "compact"], Meta(description="Format of a pack")] = "markdown"
    feedback: Annotated[
        bool,
        Meta(description="Learn from feedback, and from the results that you open or edit, during this session"),
    ] = True
    guidance: Annotated[
        bool,
        Meta(
            description="Quote in packs for an edit the sections of AGENTS.md, CONTRIBUTING, .editorconfig and "
            "editors' rules that apply, and name the team's patterns and notes"
        ),
    ] = True
    history: Annotated[
        bool,
        Meta(
            description="Keep the questions of packs for 30 days in the user's data folder, without any code, so that "
            "packs can be asked for again"
        ),
    ] = True


class EditorSettings(Struct, frozen=True, rename="camel"):
    """Settings for the features that appear in the editor automatically."""

    hover: Annotated[bool, Meta(description="Show hover cards with callers, tests and context size")] = True
    code_lens: Annotated[bool, Meta(description="Show callers, tests and context size above each definition")] = True


class HistorySettings(Struct, frozen=True, rename="camel"):
    """Settings for features based on Git's history: which files change together, and when and why code changed."""

    enabled: Annotated[
        bool,
        Meta(
            description="Read the last 20,000 commits in the background, for files that usually change together "
            "and for `search.commits`"
        ),
    ] = True
    hint: Annotated[
        bool,
        Meta(
            description="On save, say which file usually changes with the saved one and was not touched; only if it "
            "did so nearly always"
        ),
    ] = True
    lens: Annotated[
        bool,
        Meta(description="Show above each file and definition how often it changed in 90 days, and who did so last"),
    ] = False
    hover: Annotated[
        bool,
        Meta(
            description="Show in hover cards the commit that last changed the line under the pointer, and how often, "
            "since when and by whom the definition was changed"
        ),
    ] = False


class JournalSettings(Struct, frozen=True, rename="camel"):
    """Settings for the journal of tasks, which is empty until the user starts a task."""

    enabled: Annotated[
        bool,
        Meta(
            description="Keep a journal of the tasks that you start, for 30 days in the user's data folder: questions, "
            "ids of packs, checkpoints and what you write; if off, tasks cannot be started and nothing is written (not "
            "in ctx-lsp.toml)"
        ),
    ] = True
    agents: Annotated[
        bool,
        Meta(
            description="Record what coding agents ask while a task is active, and let them write to the journal (not "
            "in ctx-lsp.toml)"
        ),
    ] = False
    suggest: Annotated[
        bool,
        Meta(description="When a document opens, say which notes and earlier tasks are about it, once in a session"),
    ] = True


class CheckSettings(Struct, frozen=True, rename="camel"):
    """Settings for what is shown in open documents: false statements about code, and rare patterns in changed lines."""

    diagnostics: Annotated[bool, Meta(description="Show false statements about the code as warnings")] = False
    code_lens: Annotated[
        bool,
        Meta(description="With diagnostics, show above a document how many statements it makes, and how many false"),
    ] = True
    off: Annotated[
        tuple[str, ...], Meta(description="Kinds of statements that are not shown, such as `calls` or `path`")
    ] = ()
    exclude: Annotated[tuple[str, ...], Meta(description="Folders and files in which nothing is shown")] = ()
    patterns: Annotated[
        bool,
        Meta(
            description="Show hints on uncommitted lines that do something in another way than nearly all files of the "
            "team, such as with another library; needs `history.enabled`"
        ),
    ] = False


class AgentSettings(Struct, frozen=True, rename="camel"):
    """Settings for coding agents that use the editor's engine."""

    attach: Annotated[
        bool,
        Meta(
            description="Let coding agents of the same user (`ctx-lsp mcp`) use the editor's engine, unsaved text "
            "included; if off, they index the files on disk by themselves"
        ),
    ] = True


class LogSettings(Struct, frozen=True, rename="camel"):
    """Settings for the server's log: on stderr, and in a file if one is named."""

    level: Annotated[
        Literal["error", "warning", "info", "debug"], Meta(description="Lowest severity that is logged")
    ] = "info"
    format: Annotated[
        Literal["text", "json"], Meta(description='Format of the log; "json": one JSON object per line')
    ] = "text"
    file: Annotated[
        str,
        Meta(
            description="File that the log is also written to; when it reaches `log.fileMegabytes`, it is renamed and "
            "a new one begins. Each server needs its own file (not in ctx-lsp.toml)"
        ),
    ] = ""
    file_megabytes: Annotated[
        int, Meta(ge=1, le=1_000, description="Size of a log file; three older ones are kept (not in ctx-lsp.toml)")
    ] = 10
    slow_milliseconds: Annotated[
        int,
        Meta(
            ge=0,
            le=3_600_000,
            description="Milliseconds above which an answer is logged with the time of its stages; 0: never",
        ),
    ] = 1000
    questions: Annotated[bool, Meta(description="Log the question of a slow answer too (not in ctx-lsp.toml)")] = False


class MetricsSettings(Struct, frozen=True, rename="camel"):
    """Settings for exporting metrics to Prometheus. Metrics never contain questions, paths or code."""

    port: Annotated[
        int,
        Meta(ge=0, le=65_535, description="Port of 127.0.0.1 that serves metrics; 0: none (not in ctx-lsp.toml)"),
    ] = 0
    textfile: Annotated[
        str,
        Meta(description="File for the textfile collector of the node exporter; empty: none (not in ctx-lsp.toml)"),
    ] = ""


class Settings(Struct, frozen=True):
    """All settings, grouped by section."""

    model: ModelSettings = ModelSettings()
    index: IndexSettings = IndexSettings()
    search: SearchSettings = SearchSettings()
    pack: PackSettings = PackSettings()
    editor: EditorSettings = EditorSettings()
    history: HistorySettings = HistorySettings()
    journal: JournalSettings = JournalSettings()
    checks: CheckSettings = CheckSettings()
    agents: AgentSettings = AgentSettings()
    cache: CacheSettings = CacheSettings()
    sharing: SharingSettings = SharingSettings()
    log: LogSettings = LogSettings()
    metrics: MetricsSettings = MetricsSettings()

    def without_embedding(self) -> "Settings":
        """Return a copy without an embedding model, so that nothing is embedded and search relies on text alone."""
        return structs.replace(self, model=structs.replace(self.model, embedding="none"))
