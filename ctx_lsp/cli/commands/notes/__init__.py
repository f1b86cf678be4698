"""Commands about notes: writing, listing and proposing them."""
