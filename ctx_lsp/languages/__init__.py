"""Data about languages, in one folder for each language.

`folders` reads the folders; `table` has the names of languages and their files. The other sections are interpreted by
the layers that use them. `README.md` explains each file, capture and key.
"""
