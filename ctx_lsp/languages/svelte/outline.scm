(snippet_statement (snippet_start_expr (snippet_name) @name "}" @body)) @definition.function
