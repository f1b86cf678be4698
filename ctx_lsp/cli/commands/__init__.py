"""The commands, each in its own module. A command reads its options, calls the engine and prints the answer."""
