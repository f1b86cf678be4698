"""ctx-lsp: complete code context within a token budget, from inside the editor.

This module contains only the package's version. `ARCHITECTURE.md` in this folder describes the code.
"""

__version__ = "0.1.0"
