"""Name resolution: finds the definitions that references mean, by the rules of each language, and the edges."""
