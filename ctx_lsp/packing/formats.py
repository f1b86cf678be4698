"""The formats besides Markdown: XML, JSON and compact. Each is safe against any text in a file.

The compact format is the cheapest. It is read line by line, and the lines of code are counted before anything else is
said of them, so that none can be mistaken:

    pack     = "? " QUESTION LF "= " USED "/" BUDGET " tokens, " PRESENT "/" NEEDED " symbols" LF
               [known] *excerpt *missing [more]
    known    = "~ " SYMBOL *(", " SYMBOL) [" +" COUNT " more"] LF                  ; what was sent before
    excerpt  = "@" COUNT " " PATH ":" FIRST "-" LAST " " symbol *("; " symbol) LF COUNT(LINE LF)
    symbol   = NAME " " ROLE [" " LEVEL] [" " RELATION]                            ; no LEVEL: in full
    missing  = "! " SYMBOL " < " NEEDED_BY " " REASON LF
    more     = "! +" COUNT " more" LF

A LINE is one of the file; of the form `…`, indented, perhaps with a reason, it stands for lines that are left out. All
else is printable text without line ends. NAME is empty for a piece of text without a symbol.
"""

import json
import re
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import quoteattr

from ctx_lsp.packing.layout import Excerpt, Mention
from ctx_lsp.packing.model import PackFormat, Unresolved
from ctx_lsp.packing.render import Format, Markdown, Summary, one_line, title

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class Xml(Format):
    """XML 1.0; code stands in CDATA sections, so it costs no escapes. What XML cannot hold becomes U+FFFD."""

    def head(self, summary: Summary) -> str:
        """The opening tag, with the figures."""
        values = {
            "question": title(summary.question),
            "tokens": str(summary.used),
            "budget": str(summary.budget),
            "completeness": f"{summary.score:.2f}",
            "present": f"{summary.present}/{summary.needed}",
        }
        if listed := _sent(summary):
            values["sent-before"] = listed
        return f"<pack{_attributes(values)}>\n"

    def excerpt(self, excerpt: Excerpt, text: str) -> str:
        """An element a piece, with its symbols and its lines."""
        place = {"path": excerpt.path, "lines": f"{excerpt.first}-{excerpt.last}", "language": excerpt.language}
        symbols = "".join(f"<symbol{_attributes(_fields(mention))}/>\n" for mention in excerpt.mentions)
        return f"<excerpt{_attributes(place)}>\n{symbols}{_cdata(text)}</excerpt>\n"

    def missing(self, unresolved: Unresolved) -> str:
        """An empty element."""
        values = {"symbol": unresolved.symbol, "needed-by": unresolved.needed_by, "reason": unresolved.reason}
        return f"<missing{_attributes(values)}/>\n"

    def tail(self, missing: Sequence[str], unlisted: int) -> str:
        """What is missing, and the closing tag."""
        more = f'<missing more="{unlisted}"/>\n' if unlisted else ""
        return f"{''.join(missing)}{more}</pack>\n"


class Json(Format):
    """One JSON object, one line an excerpt; `missing` and `unlisted` follow the `excerpts`."""

    def head(self, summary: Summary) -> str:
        """The figures, and the start of the list of excerpts."""
        values = {
            "question": title(summary.question),
            "tokens": summary.used,
            "budget": summary.budget,
            "completeness": round(summary.score, 2),
            "present": summary.present,
            "needed": summary.needed,
        }
        if summary.sent or summary.more_sent:
            values |= {"sentBefore": list(map(one_line, summary.sent)), "moreSent": summary.more_sent}
        return f'{_json(values)[:-1]},"excerpts":[\n'

    def excerpt(self, excerpt: Excerpt, text: str) -> str:
        """One object."""
        values = {
            "path": one_line(excerpt.path),
            "lines": f"{excerpt.first}-{excerpt.last}",
            "symbols": [_fields(mention) for mention in excerpt.mentions],
            "text": text,
        }
        return f"{_json(values)},\n"

    def missing(self, unresolved: Unresolved) -> str:
        """One object."""
        values = {"symbol": unresolved.symbol, "neededBy": unresolved.needed_by, "reason": unresolved.reason}
        return f"{_json(values)},\n"

    def tail(self, missing: Sequence[str], unlisted: int) -> str:
        """The list of what is missing."""
        return f'],"missing":[\n{self.join(missing)}],"unlisted":{unlisted}}}\n'

    def join(self, blocks: Sequence[str]) -> str:
        """The blocks, the last without its comma."""
        return "".join(blocks).removesuffix(",\n") + "\n" if blocks else ""


class Compact(Format):
    """The grammar above."""

    def head(self, summary: Summary) -> str:
        """The question and the figures."""
        figures = f"= {summary.used}/{summary.budget} tokens, {summary.present}/{summary.needed} symbols"
        listed = f"~ {sent}\n" if (sent := _sent(summary)) else ""
        return f"? {title(summary.question)}\n{figures}\n{listed}"

    def excerpt(self, excerpt: Excerpt, text: str) -> str:
        """A line with the place, the number of lines and the symbols; then the lines."""
        symbols = "; ".join(" ".join(_fields(mention).values()) for mention in excerpt.mentions)
        place = f"{one_line(excerpt.path)}:{excerpt.first}-{excerpt.last}"
        count = text.count("\n")
        return f"@{count} {place} {symbols}\n{text}"

    def missing(self, unresolved: Unresolved) -> str:
        """One line."""
        return f"! {one_line(unresolved.symbol)} < {one_line(unresolved.needed_by)} {unresolved.reason}\n"

    def tail(self, missing: Sequence[str], unlisted: int) -> str:
        """What is missing."""
        return "".join(missing) + (f"! +{unlisted} more\n" if unlisted else "")


FORMATS: Mapping[PackFormat, Format] = {"markdown": Markdown(), "xml": Xml(), "json": Json(), "compact": Compact()}


def _fields(mention: Mention) -> dict[str, str]:
    """What is said of a symbol; a whole definition is the rule and not mentioned."""
    fields = {"name": one_line(mention.symbol), "role": mention.role}
    if mention.level != "full":
        fields["level"] = mention.level
    if mention.relation:
        fields["relation"] = one_line(mention.relation)
    return fields


def _sent(summary: Summary) -> str:
    """The names of what was sent before, and how many more there are."""
    more = f" +{summary.more_sent} more" if summary.more_sent else ""
    return (", ".join(map(one_line, summary.sent)) + more).strip()


def _attributes(values: Mapping[str, str]) -> str:
    return "".join(f" {name}={quoteattr(_xml(one_line(value)))}" for name, value in values.items())


def _cdata(text: str) -> str:
    if not text:
        return ""
    safe = _xml(text).replace("]]>", "]]]]><![CDATA[>")
    return f"<![CDATA[\n{safe}]]>\n"


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
