"""Guidance for an edit: the sections of style documents that apply to the edited files, as candidates of a pack."""
