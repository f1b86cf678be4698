"""Data about languages, with one folder for each language.

`folders` reads the folders. Each `language.toml` has several sections: `table` interprets the section `files`, and the
layers that use the other sections interpret those. `README.md` explains each file, capture and key.
"""
