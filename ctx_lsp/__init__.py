"""ctx-lsp: complete code context within a token budget, from inside the editor.

The package's version is here and nothing else; `ARCHITECTURE.md` beside this file is the map.
"""

__version__ = "0.1.0"
