"""Notes about the code in one revision of a workspace.

`book` recalls notes and drafts new ones, and `ranking` ranks notes for a question. `claims` turns outdated anchors into
claims for diagnostics, and `edits` updates the anchors of a note to the current code. `proposals` proposes notes based
on commits and documents, and `proposal_anchors` chooses the definitions that a commit's reason is about. `in_force`
selects the notes that searches and packs may show. `targets` resolves the names of symbols and files, `unread` finds
files of notes that are not indexed, and `news` notices which notes have changed.
"""
