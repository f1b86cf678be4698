"""`python -m ctx_lsp`: the same as the `ctx-lsp` command."""

from ctx_lsp.cli.main import main

if __name__ == "__main__":
    main()
