"""Questions in a user's own words, written for training: `questions.jsonl`, how to read it, and pairs made from it.

The authors of the questions saw one definition or file at a time, and no search results. Each question has at most one
content word of the definition's name and path. The code itself is not kept here: `histories.repositories` names the
commit of each repository.
"""
