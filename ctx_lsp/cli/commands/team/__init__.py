"""Commands for teams: publish the index of a repository, and manage the storage that a team shares."""
