"""Name resolution: finds the definitions that references refer to, by each language's rules, and builds the edges."""
