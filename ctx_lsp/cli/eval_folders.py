"""The folders that `ctx-lsp eval` indexes for tasks, with warnings about missing folders and files.

`commands.evaluate` and `eval_rephrase` run the tasks.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.cli.printing import print_line
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.evaluation.eval_corpora import Corpus, corpora, read_roots
from ctx_lsp.evaluation.tasks import Task, missing_files
from ctx_lsp.settings import Settings
from ctx_lsp.workspace import Analysis

SHOWN_MISSING = 5  # missing files that the warnings name


@dataclass(frozen=True, slots=True)
class TaskFolders:
    """The command-line arguments that locate the files of the tasks, and the settings of the folder `path`.

    `pattern` is the value of `--folders`, or None if one folder serves all tasks; `roots` is the file given by
    `--roots`.
    """

    path: Path
    prefix: str
    pattern: str | None
    roots: Path | None
    settings: Settings
    semantic: bool

    def corpora(self, tasks: Sequence[Task]) -> list[Corpus]:
        """Return the existing folders with their tasks. Warn about missing ones. Raises `TaskError` or `OSError`."""
        if self.pattern is None:
            return [Corpus("", self.path, self.prefix, tuple(tasks))] if tasks else []
        found = corpora(self.path, self.pattern, tasks, read_roots(self.roots) if self.roots else {})
        for place in found:
            if not place.folder.is_dir():
                print_line(f"warning: skipping {place.name}: there is no folder {place.folder}", err=True)
        return [place for place in found if place.folder.is_dir()]

    @contextmanager
    def analysis(self, place: Corpus) -> Iterator[Analysis]:
        """Open an analysis of one folder. Warn about files that the tasks expect but the index lacks."""
        settings = settings_of(place.folder) if place.name else self.settings
        with open_analysis(place.folder, settings, self.semantic, await_history=True) as analysis:
            missing = missing_files(place.tasks, lambda path: analysis.source(place.own_path(path)) is not None)
            for path, count in list(missing.items())[:SHOWN_MISSING]:
                print_line(f"warning: {path} is not in the index, and {count} task(s) expect it", err=True)
            if len(missing) > SHOWN_MISSING:
                print_line(
                    f"warning: {len(missing) - SHOWN_MISSING} more files of tasks are not in the index", err=True
                )
            yield analysis
