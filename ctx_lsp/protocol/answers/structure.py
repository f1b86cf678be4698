"""Conversion of patterns, import cycles and the repository map to wire types."""

from msgspec import UNSET

from ctx_lsp.protocol.answers.locations import symbol_location, uris
from ctx_lsp.protocol.messages.structure import (
    WireAdoption,
    WireAlternative,
    WireCycle,
    WireCycles,
    WireDeparture,
    WireFoundPattern,
    WirePatterns,
    WirePlacedPartner,
    WireRepositoryMap,
)  # fmt: skip
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Adoption, Analysis, Cycles, Departure, FoundPattern, Participant, Patterns, RepositoryMap


def wire_patterns(call: Call[Analysis], found: Patterns) -> WirePatterns:
    """Convert patterns to their wire type, adding the location of each symbol's name."""
    return WirePatterns(
        symbol=found.symbol,
        revision=found.revision,
        patterns=tuple(_pattern(call, one) for one in found.patterns),
        adoption=tuple(_adoption(call, one) for one in found.adoption),
        departures=tuple(_departure(call, one) for one in found.departures),
        warnings=found.warnings,
    )


def _departure(call: Call[Analysis], one: Departure) -> WireDeparture:
    return WireDeparture(
        uri=uris(call, (one.path,))[0],
        line=one.line,
        category=one.category,
        used=one.used,
        usual=one.usual,
        message=one.message,
    )


def _adoption(call: Call[Analysis], one: Adoption) -> WireAdoption:
    return WireAdoption(
        language=one.language,
        category=one.category,
        files=one.files,
        alternatives=tuple(
            WireAlternative(each.name, each.files, each.share, each.trend or UNSET) for each in one.alternatives
        ),
        preferred=one.preferred,
        conflict=one.conflict,
        golden=uris(call, one.golden),
    )


def _pattern(call: Call[Analysis], found: FoundPattern) -> WireFoundPattern:
    uri, span = symbol_location(call, found.symbol)
    return WireFoundPattern(
        symbol=found.symbol,
        pattern=found.pattern,
        role=found.role,
        partners=tuple(_partner(call, one) for one in found.partners),
        reason=found.reason,
        confidence=found.confidence,
        uri=uri,
        range=span,
    )


def _partner(call: Call[Analysis], partner: Participant) -> WirePlacedPartner:
    uri, span = symbol_location(call, partner.symbol)
    return WirePlacedPartner(symbol=partner.symbol, relation=partner.relation, uri=uri, range=span)


def wire_cycles(call: Call[Analysis], found: Cycles) -> WireCycles:
    """Convert import cycles (groups of files that import each other) to their wire type."""
    return WireCycles(
        revision=found.revision,
        cycles=tuple(WireCycle(files=uris(call, one.files), way=uris(call, one.way)) for one in found.cycles),
        warnings=found.warnings,
    )


def wire_repository_map(found: RepositoryMap) -> WireRepositoryMap:
    """Convert the map of the repository to its wire type."""
    return WireRepositoryMap(
        revision=found.revision,
        tokens=found.tokens,
        symbols=found.symbols,
        text=found.text,
        warnings=found.warnings,
    )
