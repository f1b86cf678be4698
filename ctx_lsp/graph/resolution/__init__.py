"""From names to definitions: what references mean by the rules of their language, and the edges that follow."""
