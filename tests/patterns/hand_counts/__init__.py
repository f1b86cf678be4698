"""Counts of files by hand, and how they were made.

`counts.jsonl` holds 30 categories of ten public repositories at a commit: how many files use each alternative. One
reader made them: the files of the category's role were listed by path and counted with a regular expression over the
text of each file (an import, a call, a definition or a name). Every file on which this differed from
`ctx_lsp.patterns.adoption` was opened and judged by reading. Comments, examples in documentation and texts in strings
do not count. So the counts know the program's answer only where a search in the text disagreed with it. A second
reader, who knew neither these counts nor the program's, counted as well (`second_reader`): 26 of 30 are equal. The
others: conformance tests count as tests to one and as source to the other; the second reader left out the website of
kysely, and counted `require` and scripts among its imports.

    python -m tests.patterns.hand_counts FOLDER      # holds the checkouts OWNER+NAME

compares the program with the counts.
"""
