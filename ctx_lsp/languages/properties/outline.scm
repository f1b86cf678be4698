(comment) @comment
(property (key) @name) @definition.key
