"""Design patterns and framework roles, read off the graph: what a symbol takes part in, and with which others.

Each detector is data (`words.toml`, `roles.toml`) and a small rule over a snapshot. Nothing here is stored: a symbol's
patterns follow from its neighbourhood and are computed when somebody asks.
"""

from ctx_lsp.patterns.detect import find_all, partners, patterns_of
from ctx_lsp.patterns.model import PATTERNS, Instance, Participant, PatternMatch

__all__ = ["PATTERNS", "Instance", "Participant", "PatternMatch", "find_all", "partners", "patterns_of"]
