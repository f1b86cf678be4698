"""Plain questions: questions in a user's own words, written for training. `questions.jsonl` holds them.

The authors of the questions saw one definition or file at a time, and no search results. Each question has at most one
content word in common with the definition's name and path. The code itself is not stored here. The manifest
`histories/repositories.json` gives the commit of each repository.
"""
