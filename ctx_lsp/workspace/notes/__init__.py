"""Notes about the code in one revision of a workspace.

`book` ranks notes for a question and drafts new ones, `claims` makes statements of anchors for diagnostics, `edits`
sets the anchors of an outdated note to the code as it is now, `proposals` finds what commits and documents propose,
and `proposal_anchors` chooses the definitions that a commit's reason is about.
"""
