"""Commands about what a team shares."""
