"""Name resolution: finds the definitions that references mean by each language's rules, and builds the edges."""
