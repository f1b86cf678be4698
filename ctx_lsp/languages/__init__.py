"""Data about languages, with one folder for each language.

The module `folders` reads them. Each `language.toml` has several sections. The module `table` interprets the section
`files`; each other section is interpreted by the layer that uses it. `README.md` explains each file, capture and key.
"""
