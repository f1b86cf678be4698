"""The XML, JSON and compact formats; Markdown is in `render`. Text from a file cannot break the syntax of any format.

The compact format takes the fewest tokens. It is parsed line by line. The number of code lines precedes them, so that
code cannot be mistaken for markup:

    pack     = "? " QUESTION LF [read] [remark] "= " FIGURES LF [known] *treeline *advice *excerpt *missing [more]
    read     = "> " WORD " → " WORD *(", " WORD " → " WORD) [" and " COUNT " more"] LF     ; misspelt words
    remark   = "- " TEXT LF                                               ; words that nothing mentions
    known    = "~ " SYMBOL *(", " SYMBOL) [" +" COUNT " more"] LF                  ; symbols sent before
    treeline = "^" *"  " " " [KIND " "] SYMBOL LF                         ; if the tree was requested
    advice   = "% " TEXT LF                                               ; a note, a pattern of the team, commits
    excerpt  = "@" COUNT " " PATH ":" FIRST "-" LAST [" " ROLES] LF COUNT(LINE LF)
    missing  = "! " SYMBOL " < " NEEDED_BY " " REASON LF
    more     = "! +" COUNT " more" LF

A LINE is a line of the file, or an indented line such as `… L120`, which stands for the omitted lines before line 120.
The last LINE may be an indented `…`, which stands for the omitted rest of a definition. FIGURES and ROLES are as in
Markdown. All other text is printable and has no line terminators.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from ctx_lsp.packing.formats.render import (
    CACHED_NAMES,
    Format,
    Markdown,
    measures_line,
    one_line,
    roles_line,
    title,
    tree_label,
)
from ctx_lsp.packing.model import Document, Excerpt, PackFormat, Summary, TreeLine, Unresolved

_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class Xml(Format):
    """The XML 1.0 format.

    Code is written in CDATA sections and therefore not escaped. Characters that XML does not allow become U+FFFD.
    """

    def head(self, summary: Summary) -> str:
        """Return the opening tag, with the question and the measures as attributes, then the tree and the advice."""
        values = {
            "question": title(summary.question),
            **({"read-as": title(summary.read_as)} if summary.read_as else {}),
            **({"remark": summary.remark} if summary.remark else {}),
            "tokens": str(summary.used),
            "budget": str(summary.budget),
            **{name: str(value) for name, value in _measures(summary).items()},
        }
        if listed := _sent(summary):
            values["sent-before"] = listed
        tree = "".join(map(self.tree_line, summary.tree))
        advice = "".join(self.advice_line(one.text) for one in summary.advice)
        listed_tree = f"<tree>\n{tree}</tree>\n" if tree else ""
        return f"<pack{_attributes(values)}>\n{listed_tree}" + (f"<about>\n{advice}</about>\n" if advice else "")

    def advice_line(self, line: str) -> str:
        """Return a line of advice as escaped text."""
        return f"{escape(_xml(one_line(line)))}\n"

    def tree_line(self, line: TreeLine) -> str:
        """Return a line of the tree as escaped text, indented by its depth."""
        return f"{'  ' * line.depth}{escape(_xml(tree_label(line)))}\n"

    def excerpt(self, excerpt: Excerpt, text: str) -> str:
        """Return an element with the lines that the excerpt shows."""
        place = {
            "path": excerpt.path,
            "lines": f"{excerpt.first}-{excerpt.last}",
            "roles": roles_line(excerpt.mentions),
        }
        return f"<excerpt{_attributes(place)}>\n{_cdata(text)}</excerpt>\n"

    def missing(self, unresolved: Unresolved) -> str:
        """Return an empty element whose attributes describe a missing dependency."""
        values = {"symbol": unresolved.symbol, "needed-by": unresolved.needed_by, "reason": unresolved.reason}
        return f"<missing{_attributes(values)}/>\n"

    def tail(self, missing: Sequence[str], unlisted: int) -> str:
        """Return the missing dependencies and the closing tag."""
        more = f'<missing more="{unlisted}"/>\n' if unlisted else ""
        return f"{''.join(missing)}{more}</pack>\n"


class Json(Format):
    """The JSON format: the pack is one object, in which each excerpt is written on one line of text."""

    quotes_lines = True

    def head(self, summary: Summary) -> str:
        """Return the start of the object: the question, measures, tree and advice, and the key of the excerpts."""
        values = {
            "question": title(summary.question),
            **({"readAs": title(summary.read_as)} if summary.read_as else {}),
            **({"remark": summary.remark} if summary.remark else {}),
            "tokens": summary.used,
            "budget": summary.budget,
            **_measures(summary),
        }
        if summary.sent or summary.more_sent:
            values |= {"sentBefore": list(map(one_line, summary.sent)), "moreSent": summary.more_sent}
        tree = self.join([self.tree_line(line) for line in summary.tree])
        advice = self.join([self.advice_line(line.text) for line in summary.advice])
        lists = f',"tree":[\n{tree}]' * bool(tree) + f',"about":[\n{advice}]' * bool(advice)
        return f'{quoted(values)[:-1]}{lists},"excerpts":[\n'

    def advice_line(self, line: str) -> str:
        """Return a line of advice as a JSON string."""
        return f"{quoted(one_line(line))},\n"

    def tree_line(self, line: TreeLine) -> str:
        """Return a line of the tree as a JSON string, indented by the depth of the line."""
        return f"{quoted('  ' * line.depth + tree_label(line))},\n"

    def excerpt(self, excerpt: Excerpt, text: str) -> str:
        """Return an object with the path, line numbers, roles and lines of the excerpt."""
        values = {
            "path": one_line(excerpt.path),
            "lines": f"{excerpt.first}-{excerpt.last}",
            "roles": roles_line(excerpt.mentions),
            "text": text.split("\n")[:-1],
        }
        return f"{quoted(values)},\n"

    def missing(self, unresolved: Unresolved) -> str:
        """Return an object that describes a missing dependency."""
        values = {"symbol": unresolved.symbol, "neededBy": unresolved.needed_by, "reason": unresolved.reason}
        return f"{quoted(values)},\n"

    def tail(self, missing: Sequence[str], unlisted: int) -> str:
        """Return the list of missing dependencies, and the end of the object."""
        return f'],"missing":[\n{self.join(missing)}],"unlisted":{unlisted}}}\n'

    def join(self, blocks: Sequence[str]) -> str:
        """Concatenate the blocks, leaving out the comma after the last block."""
        return "".join(blocks).removesuffix(",\n") + "\n" if blocks else ""


class Compact(Format):
    """The compact format; the module docstring has its grammar."""

    def head(self, summary: Summary) -> str:
        """Return the lines before the excerpts, in the order of the grammar, from the question to the advice."""
        read_as = f"> {title(summary.read_as)}\n" if summary.read_as else ""
        remark = f"- {summary.remark}\n" if summary.remark else ""
        listed = f"~ {sent}\n" if (sent := _sent(summary)) else ""
        tree = "".join(map(self.tree_line, summary.tree))
        advice = "".join(self.advice_line(one.text) for one in summary.advice)
        return f"? {title(summary.question)}\n{read_as}{remark}= {measures_line(summary)}\n{listed}{tree}{advice}"

    def advice_line(self, line: str) -> str:
        """Return a line of advice."""
        return f"% {one_line(line)}\n"

    def tree_line(self, line: TreeLine) -> str:
        """Return a line of the tree, indented by its depth."""
        return f"^{'  ' * line.depth} {tree_label(line)}\n"

    def excerpt(self, excerpt: Excerpt, text: str) -> str:
        """Return a heading line, followed by the code. The heading states how many lines of code follow."""
        place = f"{one_line(excerpt.path)}:{excerpt.first}-{excerpt.last}"
        return f"@{text.count(chr(10))} {place} {roles_line(excerpt.mentions)}".rstrip() + f"\n{text}"

    def missing(self, unresolved: Unresolved) -> str:
        """Return one line that describes a missing dependency."""
        return f"! {one_line(unresolved.symbol)} < {one_line(unresolved.needed_by)} {unresolved.reason}\n"

    def tail(self, missing: Sequence[str], unlisted: int) -> str:
        """Return the missing dependencies, one per line, and how many more are not listed."""
        return "".join(missing) + (f"! +{unlisted} more\n" if unlisted else "")


FORMATS: Mapping[PackFormat, Format] = {"markdown": Markdown(), "xml": Xml(), "json": Json(), "compact": Compact()}


def render(document: Document, form: Format) -> str:
    """Return the text of a document in the given format."""
    return closed(form.head(document.summary) + body(document, form))


def body(document: Document, form: Format) -> str:
    """Return the text of a document after its header: the excerpts and the missing dependencies."""
    blocks = [form.excerpt(excerpt, text) for excerpt, text in document.excerpts]
    return form.join(blocks) + form.tail([form.missing(one) for one in document.missing], document.unlisted)


def closed(text: str) -> str:
    """Return `text` with exactly one line feed at its end."""
    return text.rstrip("\n") + "\n"


def _measures(summary: Summary) -> dict[str, object]:
    """Return the measures in the header, except token counts and measures that do not apply to the pack."""
    found: dict[str, object] = {"reason": summary.reason} if summary.reason else {"ready": "yes"}
    if summary.indexing:
        found["indexing"] = summary.indexing
    if summary.confidence is not None:
        found["confidence"] = round(summary.confidence, 2)
    if summary.main_of:
        found["main"] = f"{summary.main}/{summary.main_of}"
    if summary.needed and summary.score is not None:
        found["dependencies"] = f"{summary.present}/{summary.needed}"
    return found


def _sent(summary: Summary) -> str:
    """Return the names of items sent before, and how many more are not listed."""
    more = f" +{summary.more_sent} more" if summary.more_sent else ""
    return (", ".join(map(one_line, summary.sent)) + more).strip()


def _attributes(values: Mapping[str, str]) -> str:
    return "".join([f" {name}={_attribute_value(value)}" for name, value in values.items()])


@lru_cache(maxsize=CACHED_NAMES)
def _attribute_value(value: str) -> str:
    return quoteattr(_xml(one_line(value)))


def _cdata(text: str) -> str:
    if not text:
        return ""
    safe = _xml(text).replace("]]>", "]]]]><![CDATA[>")
    return f"<![CDATA[\n{safe}]]>\n"


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def quoted(value: object) -> str:
    """Convert a value to JSON text, without white space between tokens."""
    return _compact.encode(value)
