"""Detection of the design patterns and framework roles in which a symbol takes part.

Each detector consists of data (`words.toml`, `roles.toml`) and a small rule that is applied to a snapshot. Patterns are
not stored: they are computed on request from the symbol's neighbourhood in the graph.
"""

from ctx_lsp.patterns.detect import find_all, partners, patterns_of
from ctx_lsp.patterns.model import PATTERNS, Instance, Participant, PatternMatch

__all__ = ["PATTERNS", "Instance", "Participant", "PatternMatch", "find_all", "partners", "patterns_of"]
