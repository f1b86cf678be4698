; Names after the namespace or type that they belong to: var.region, aws_instance.web, data.aws_ami.linux

(expression (variable_expr (identifier)) . (get_attr (identifier) @reference.read))
((expression
   (variable_expr (identifier) @_data) . (get_attr (identifier) @skip) . (get_attr (identifier) @reference.read))
 (#any-of? @_data "data"))
((expression (variable_expr (identifier) @_own) . (get_attr (identifier) @skip))
 (#any-of? @_own "each" "count" "path" "self" "terraform"))

(binary_operation (variable_expr (identifier)) . (get_attr (identifier) @reference.read))
((binary_operation
   (variable_expr (identifier) @_data) . (get_attr (identifier) @skip) . (get_attr (identifier) @reference.read))
 (#any-of? @_data "data"))
((binary_operation (variable_expr (identifier) @_own) . (get_attr (identifier) @skip))
 (#any-of? @_own "each" "count" "path" "self" "terraform"))

(unary_operation (variable_expr (identifier)) . (get_attr (identifier) @reference.read))
((unary_operation
   (variable_expr (identifier) @_data) . (get_attr (identifier) @skip) . (get_attr (identifier) @reference.read))
 (#any-of? @_data "data"))
((unary_operation (variable_expr (identifier) @_own) . (get_attr (identifier) @skip))
 (#any-of? @_own "each" "count" "path" "self" "terraform"))
