"""Chooses the sections of style documents that apply to edited files, as candidates with the role `style`.

A document applies to the files below its folder, and the nearest document comes first. Within that folder, a rule with
globs applies only to the files that match them, and a section of .editorconfig only to the files that match its header.
In CONTRIBUTING, and in any other document whose headings have known topics, only the sections about style and tests
apply, and for a pack about a change, also those about commits. A section under a heading such as "When changing the
API" applies only to files about the API. `sections`, `topics` and `conditions` classify sections by their headings,
languages and examples.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.style_documents import StyleDocument, style_document
from ctx_lsp.languages.table import language
from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.detail.levels import Rung
from ctx_lsp.packing.detail.lines import NONE, byte_size
from ctx_lsp.packing.guidance.conditions import is_met, words_of
from ctx_lsp.packing.guidance.documents import AppliedDocument, StyleSources, applied_documents
from ctx_lsp.packing.guidance.editorconfig import ConfigSection, config_sections
from ctx_lsp.packing.guidance.front_matter import FOR_ALL, rule_scope
from ctx_lsp.packing.guidance.sections import Section, document_sections, is_about
from ctx_lsp.packing.guidance.topics import Topic
from ctx_lsp.retrieval.model import Item
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_TARGETS = 20  # maximum number of edited files for which guidance is looked up
MAX_SECTIONS = 24  # maximum number of sections returned; a pack has room for only a few

_ORDER: dict[Topic | None, int] = {None: 0, "style": 0, "tests": 1, "commits": 2}
_FORMATTING, _RULE = -2, -1


@dataclass(frozen=True, slots=True)
class Guidance:
    """A section that applies to an edited file: its document, lines, title and text.

    The lines are counted from 0, and `last` is exclusive. `applies_to` describes the matched files, such as
    `src/**/*.ts`. Sections are sorted by `rank`. The text of a section of .editorconfig is empty.
    """

    document: StyleDocument
    first: int
    last: int
    title: str
    applies_to: str
    rank: tuple[int, int]
    text: str


def guidance_for(
    snapshot: Snapshot, sources: StyleSources, paths: Iterable[str], *, with_commits: bool = False
) -> list[Guidance]:
    """Return the sections of the style documents in `sources` that apply to the files at `paths`, best first.

    With `with_commits`, sections about committing changes are included.
    """
    edited = [path for path in dict.fromkeys(paths) if style_document(path) is None][:MAX_TARGETS]
    found: list[Guidance] = []
    roots: list[str] = []  # folders of .editorconfig files with `root = true`; files above them do not apply
    for applied in applied_documents(sources, edited):
        entry = snapshot.files.get(applied.document.path)
        if entry is None:
            continue
        if applied.document.kind == "formatting":
            sections, is_root = config_sections(entry.source)
            relative = [path for path in applied.inside if not f"{applied.folder}{path}".startswith(tuple(roots))]
            found += _of_formatting(applied, sections, relative)
            if is_root:
                roots.append(applied.folder)
        else:
            in_prose = _in_prose(snapshot, applied, entry)
            found += (one for topic, one in in_prose if with_commits or topic != "commits")
    return _distinct(sorted(found, key=lambda one: (one.rank, one.document.path, one.first)))[:MAX_SECTIONS]


def candidates_of(snapshot: Snapshot, found: Sequence[Guidance]) -> list[Candidate]:
    """Build a candidate for each section, with the levels of detail `outline` and `full`."""
    made: list[Candidate] = []
    for one in found:
        entry = snapshot.files[one.document.path]
        starts = entry.source.line_starts
        start = starts[one.first]
        end = starts[one.last] if one.last < len(starts) else len(entry.source.data)
        lines = ((one.first, one.last),)
        item = Item(one.document.path, start, end, None, "String", entry.language, "", 0.0, {"style": 0.0})
        ladder = (Rung("outline", NONE, 0), Rung("full", lines, byte_size(entry.source, lines)))
        relation = f"applies to {one.applies_to}"
        key = f"{one.document.path}:{start}-{end}"
        made.append(
            Candidate(key, one.title, item, "style", relation, relation, (), 0.0, core=False, need=0.0,
                      ladder=ladder, context=NONE)
        )  # fmt: skip
    return made


def _of_formatting(
    applied: AppliedDocument, sections: Iterable[ConfigSection], relative: Sequence[str]
) -> Iterator[Guidance]:
    rank = (_FORMATTING, -applied.depth)
    for one in sections:
        if any(map(one.matches, relative)):
            place = f"{applied.name}{one.pattern}"
            yield Guidance(applied.document, one.first, one.last, f"[{one.pattern}]", place, rank, "")


def _in_prose(
    snapshot: Snapshot, applied: AppliedDocument, entry: FileEntry
) -> Iterator[tuple[Topic | None, Guidance]]:
    """Yield the sections of a document that apply to the edited files inside its folder, each with its topic."""
    document = applied.document
    scope = rule_scope(entry.source) if document.kind == "rules" else FOR_ALL
    matching = [path for path in applied.inside if scope.covers(path)]
    if not matching:
        return
    targets = {path: snapshot.files.get(applied.inside[path]) for path in matching}
    languages = frozenset(target.language for target in targets.values() if target)
    code = frozenset(one for one in languages if language(one).category == "code")
    sections = document_sections(entry.source, is_markdown=not document.path.endswith(".rst"), start=scope.body)
    is_plain = document.kind != "contributing" and all(one.topic is None for one in sections)
    is_conditional = any(one.condition for one in sections)
    words = frozenset().union(*(words_of(*one) for one in targets.items())) if is_conditional else frozenset[str]()
    for one in sections:
        if one.condition and not is_met(one.condition, words):
            continue
        is_known = one.topic in ("style", "tests", "commits") or (one.topic is None and one.condition)
        is_wanted = scope.patterns or (code and (is_plain or is_known))
        if is_wanted and one.topic not in ("other", "reviewing") and is_about(one, code or languages, tuple(matching)):
            place = ", ".join(scope.patterns) or applied.name or "all files"
            rank = (_RULE if scope.patterns or one.condition else _ORDER[one.topic], -applied.depth)
            yield one.topic, Guidance(document, one.first, one.last, _name(one), place, rank, one.text)


def _name(section: Section) -> str:
    return " / ".join((*section.above[1:], section.title)) if section.title else ""


def _distinct(found: Iterable[Guidance]) -> list[Guidance]:
    """Drop sections with the same text as an earlier section, because AGENTS.md and CLAUDE.md are often copies."""
    texts: set[str] = set()
    kept: list[Guidance] = []
    for one in found:
        text = " ".join(one.text.split())
        if not text or text not in texts:
            kept.append(one)
            texts.add(text)
    return kept
