"""Design patterns and framework roles of symbols, derived from the graph, with the other participants.

Each detector consists of data (`words.toml`, `roles.toml`) and a small rule that is applied to a snapshot. Nothing is
stored: a symbol's patterns follow from its neighbourhood and are computed on request.
"""

from ctx_lsp.patterns.detect import find_all, partners, patterns_of
from ctx_lsp.patterns.model import PATTERNS, Instance, Participant, PatternMatch

__all__ = ["PATTERNS", "Instance", "Participant", "PatternMatch", "find_all", "partners", "patterns_of"]
