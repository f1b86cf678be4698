(raw_text_expr) @expression
(raw_text_each) @expression
(raw_text_await) @expression

; What stands behind `as`, `then` and in a snippet's brackets binds names

(each_start_expr (raw_text_expr) @embedded.none)
(await_start_expr (raw_text_expr) @embedded.none)
(snippet_start_expr (raw_text_expr) @embedded.none)
