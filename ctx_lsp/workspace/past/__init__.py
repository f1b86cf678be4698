"""Git data about the workspace's folders: background readers of commits and file histories, and queries about them."""
