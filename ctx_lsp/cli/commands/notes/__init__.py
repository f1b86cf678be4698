"""Commands that write, list, confirm, retire and propose notes."""
