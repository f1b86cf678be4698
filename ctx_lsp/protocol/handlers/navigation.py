"""Handlers of standard requests that find locations for a name, such as its definition and its references.

The answer is null if there is no name at the position or the name has no meaning in the workspace. The editor may then
ask another server.
"""

from collections.abc import Callable, Iterable

from ctx_lsp.protocol.answers.locations import published_uri
from ctx_lsp.protocol.documents.document_names import DocumentTarget
from ctx_lsp.protocol.handlers.locations import indexed, location, offset_at
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.routes import Awaited, Call
from ctx_lsp.workspace import Analysis, DefinitionLocation, NameAtPosition, Relations

Links = list[types.LocationLink] | list[types.Location] | None
Positioned = types.DefinitionParams | types.DeclarationParams | types.TypeDefinitionParams | types.ImplementationParams


def definition(call: Call[Analysis], params: types.DefinitionParams) -> Links | Awaited:
    """Handle `textDocument/definition`: return all possible definitions of the name at a position, most certain first.

    If the position is in a definition's own name, the result is that definition. If the workspace does not define the
    name, but the name is imported from a package, the definition in a published repository is returned if it is known.
    """
    found = _links(call, params, types.TEXT_DOCUMENT_DEFINITION, Relations.definitions)
    place = indexed(call, params.text_document.uri) if not found else None
    if place is None or not call.captured.relations.is_imported(place.path, offset_at(call, place, params.position)):
        return found
    return Awaited(lambda: _published(call, params, place) or found)


def declaration(call: Call[Analysis], params: types.DeclarationParams) -> Links:
    """Handle `textDocument/declaration` in the same way as `textDocument/definition`, but only within the workspace.

    Outlines do not distinguish declarations from definitions.
    """
    return _links(call, params, types.TEXT_DOCUMENT_DECLARATION, Relations.definitions)


def type_definition(call: Call[Analysis], params: types.TypeDefinitionParams) -> Links:
    """Handle `textDocument/typeDefinition`: return the type that a name denotes, or the declared type of a value."""
    return _links(call, params, types.TEXT_DOCUMENT_TYPE_DEFINITION, Relations.type_definitions)


def implementation(call: Call[Analysis], params: types.ImplementationParams) -> Links:
    """Handle `textDocument/implementation`: return a type's implementations and subtypes, or a method's overriders.

    Indirect subtypes and overriders are included.
    """

    def find(relations: Relations, name: NameAtPosition) -> tuple[DefinitionLocation, ...]:
        return relations.implementations(name, call.token)

    return _links(call, params, types.TEXT_DOCUMENT_IMPLEMENTATION, find)


def references(call: Call[Analysis], params: types.ReferenceParams) -> list[types.Location] | None:
    """Handle `textDocument/references`: return all references to the symbol that is named at a position.

    Imports of the symbol are included. The result is None if there is no known name at the position.
    """
    found = _name_at(call, params)
    if found is None:
        return None
    declarations = params.context.include_declaration
    return _locations(call, call.captured.relations.references(found[1], declarations, call.token))


def highlight(call: Call[Analysis], params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
    """Handle `textDocument/documentHighlight`: return the uses of the name at a position in the same document or cell.

    The result is None if there is no known name at the position.
    """
    found = _name_at(call, params)
    if found is None:
        return None
    path, name = found
    kinds = types.DocumentHighlightKind
    places = (
        (location(call, path, one.start, one.end), one.writes) for one in call.captured.relations.highlights(path, name)
    )
    here = _document(call, path, name)
    return [
        types.DocumentHighlight(span, kinds.Write if writes else kinds.Read)
        for (uri, span), writes in places
        if uri == here
    ]


def name_at(
    call: Call[Analysis], document: types.TextDocumentIdentifier, position: types.Position
) -> tuple[str, NameAtPosition] | None:
    """Return the workspace path of a document and the name at a position.

    The result is None if there is no name, or if the name has no meaning in the workspace.
    """
    place = indexed(call, document.uri)
    if place is None:
        return None
    name = call.captured.relations.name_at(place.path, offset_at(call, place, position))
    return (place.path, name) if name else None


def _name_at(
    call: Call[Analysis], params: Positioned | types.ReferenceParams | types.DocumentHighlightParams
) -> tuple[str, NameAtPosition] | None:
    return name_at(call, params.text_document, params.position)


def _links(
    call: Call[Analysis],
    params: Positioned,
    method: str,
    find: Callable[[Relations, NameAtPosition], tuple[DefinitionLocation, ...]],
) -> Links:
    found = _name_at(call, params)
    if found is None:
        return None
    path, name = found
    places = find(call.captured.relations, name)
    if method not in call.session.support.links:
        return _locations(call, places)
    origin = location(call, path, name.start, name.end)[1]
    return [_link(call, origin, place) for place in places]


def _published(call: Call[Analysis], params: types.DefinitionParams, place: DocumentTarget) -> Links:
    """Find the definition of the name at a position in a published repository, at the version that the workspace pins.

    Return None if no such definition is known. This function waits for the database.
    """
    found = call.captured.relations.definition_elsewhere(
        place.path, offset_at(call, place, params.position), call.token
    )
    if found is None or found.definition is None:
        return None
    one = found.definition
    uri, name = published_uri(one.origin, one.path), _lines(one.name_line, one.name_line)
    if types.TEXT_DOCUMENT_DEFINITION not in call.session.support.links:
        return [types.Location(uri, name)]
    origin = location(call, place.path, found.start, found.end)[1]
    return [types.LocationLink(uri, _lines(one.origin.first_line, one.origin.last_line + 1), name, origin)]


def _lines(first: int, last: int) -> types.Range:
    """Return the range from the start of line `first` to the start of line `last`, both counted from 1."""
    return types.Range(types.Position(first - 1, 0), types.Position(last - 1, 0))


def _link(call: Call[Analysis], origin: types.Range, place: DefinitionLocation) -> types.LocationLink:
    uri, whole = location(call, place.path, place.start, place.end)
    _, name = location(call, place.path, place.name_start, place.name_end)
    return types.LocationLink(
        target_uri=uri, target_range=whole, target_selection_range=name, origin_selection_range=origin
    )


def _locations(call: Call[Analysis], places: Iterable[DefinitionLocation]) -> list[types.Location]:
    return [types.Location(*location(call, place.path, place.name_start, place.name_end)) for place in places]


def _document(call: Call[Analysis], path: str, name: NameAtPosition) -> str:
    """Return the URI of the document or notebook cell that contains a name."""
    return location(call, path, name.start, name.end)[0]
