(label_statement (identifier) @skip)
(goto_statement (identifier) @skip)
(parameters name: (identifier) @local)
