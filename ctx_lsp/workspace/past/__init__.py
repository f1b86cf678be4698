"""Git data about the workspace's folders: a background reader of histories, an index of their messages, and queries."""
