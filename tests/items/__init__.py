"""Items of documents, measured by marked lines; `tests.syntax` and `tests.graph` have the rules."""
