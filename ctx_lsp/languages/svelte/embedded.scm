(raw_text_expr) @expression
(raw_text_each) @expression
(raw_text_await) @expression

; The text after `as` and `then`, and in the brackets of a snippet, binds names

(each_start_expr (raw_text_expr) @embedded.none)
(await_start_expr (raw_text_expr) @embedded.none)
(snippet_start_expr (raw_text_expr) @embedded.none)
