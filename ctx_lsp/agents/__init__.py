"""Model Context Protocol server that gives coding agents context, from the editor's engine or its own."""
