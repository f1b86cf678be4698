"""Data about languages, with one folder for each language.

`folders` reads the folders. Each `language.toml` has several sections: `table` interprets the section `files`, and each
other section is interpreted by the layer that uses it. `README.md` explains each file, capture and key.
"""
