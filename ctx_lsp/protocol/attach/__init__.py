"""Local sockets through which agents share the editor's engine, and the rules for access to them."""
