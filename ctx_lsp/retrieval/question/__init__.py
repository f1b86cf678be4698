"""Question analysis: intent, identifiers, terms, spelling, related words."""
