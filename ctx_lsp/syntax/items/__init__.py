"""Items: requirements, stories, acceptance criteria, decisions, changes and work items that documents define.

Each module finds the items of one sort of file; `attach` adds them to the facts about the file.
"""
