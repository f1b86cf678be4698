"""Counts of files by hand, and how they were made.

`counts.jsonl` holds 150 categories of 50 public repositories at a commit: how many files use each alternative. One
reader made the first 30: the files of the category's role were listed by path and counted with a regular expression
over the text of each file (an import, a call, a definition or a name). Every file on which this differed from
`ctx_lsp.patterns.adoption` was opened and judged by reading. Comments, examples in documentation and texts in strings
do not count. So the counts know the program's answer only where a search in the text disagreed with it.

A second reader, who knew neither these counts nor the program's, counted as well. In four categories the two differed,
each time because the first one had taken from the program which files count: files in `src/main/.../spec` as tests, and
a documentation website as a part of the project. The program has been mended, `files` holds the second reader's count,
and `first_reader` the former one.

The other 120 categories, in four rounds of ten repositories, are of repositories that the program had not been looked
at on. Two readers counted them without seeing each other's counts or the program's, and agree on all.
`program_at_first` holds the program's count where it differed at first sight; most has been mended since, so that these
repositories are no longer held out. In the last round, the program differed nowhere.

    python -m tests.patterns.hand_counts FOLDER      # holds the checkouts OWNER+NAME

compares the program with the counts.
"""
