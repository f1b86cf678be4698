"""Model Context Protocol server that gives coding agents context, using the editor's engine or an engine of its own."""
