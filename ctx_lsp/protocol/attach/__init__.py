"""One engine for the editor and its agents: a local socket for each workspace folder, and rules for access to it."""
