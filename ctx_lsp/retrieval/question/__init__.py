"""Analysis of questions: their intent, identifiers, index terms, spelling and related words."""
