"""Context for coding agents through the Model Context Protocol, from the editor's engine or one of their own."""
