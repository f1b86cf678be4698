"""The past of the workspace's folders: readers of commits and histories in the background, and answers from them."""
