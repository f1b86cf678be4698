"""The positions of base names in class headers, from the syntax tree; the oracle knows their symbols."""

from collections.abc import Iterator

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.parser import Node, parse
from ctx_lsp.text.source import SourceText

_CLASSES = frozenset({
    "class_definition", "class_declaration", "abstract_class_declaration", "class", "interface_declaration",
    "enum_declaration", "record_declaration",
})  # fmt: skip
_CLAUSES = frozenset({
    "argument_list", "class_heritage", "extends_clause", "implements_clause", "extends_type_clause",
    "superclass", "super_interfaces", "extends_interfaces", "type_list",
})  # fmt: skip
_NAMES = frozenset({"identifier", "type_identifier"})
# Of a node that stands for its last name: the field that holds it.
_LAST = {
    "attribute": "attribute",
    "member_expression": "property",
    "nested_type_identifier": "name",
    "generic_type": "name",
    "subscript": "value",
}
_UNNAMED = {"generic_type": 0, "scoped_type_identifier": -1}  # and where the grammar of Java has no field: which child


def headers(path: str, source: SourceText) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The offset of the name of each class and interface, and those of the last names of its bases."""
    tree = parse(language(language_of(path)).grammar, source.data)
    waiting = [tree.root_node] if tree else []
    while waiting:
        node = waiting.pop()
        waiting += node.named_children
        name = node.child_by_field_name("name") if node.type in _CLASSES else None
        if name is not None:
            yield name.start_byte, tuple(base.start_byte for base in _bases(node))


def _bases(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type in _CLAUSES:
            yield from (last for part in child.named_children if (last := _last(part)))
            yield from _bases(child)


def _last(node: Node) -> Node | None:
    """The node of the last name of a base as written: `Inner` of `outer.Inner[T]`."""
    if node.type in _NAMES or node.type == "property_identifier":
        return node
    inner = node.child_by_field_name(_LAST[node.type]) if node.type in _LAST else None
    if inner is None and node.type in _UNNAMED:
        inner = node.named_children[_UNNAMED[node.type]]
    return _last(inner) if inner else None
