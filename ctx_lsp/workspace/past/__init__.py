"""Git data about the workspace's folders: a reader of histories, an index of commit messages, and queries."""
