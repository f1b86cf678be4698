"""Items: requirements, stories, acceptance criteria, decisions, changes and work items that documents define.

Each module finds the items in one kind of file; `attach` adds them to the facts about the file.
"""
