"""The languages: one folder each, with everything that is data about it.

`folders` reads the folders, `table` knows their names and files. What a section says about names, modules or frameworks
is read by the layer that acts on it. `README.md` explains each file, capture and key.
"""
