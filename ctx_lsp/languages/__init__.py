"""Data about languages, with one folder for each language.

`folders` reads the folders, and `table` provides the names of languages and their files. All other sections of the data
are interpreted by the layers that use them. `README.md` explains each file, capture and key.
"""
