; Values

(assignment left: (identifier) @typed.name right: (_) @typed.value)
(assignment left: (identifier) @typed.name right: (binary left: (_) @typed.value operator: ["||" "or"] right: (_) @typed.value))
(assignment left: (identifier) @typed.name right: (conditional consequence: (_) @typed.value alternative: (_) @typed.value))
(assignment left: (identifier) @typed.name right: (array . (_) @typed.item))
(assignment left: (constant) @typed.name right: (_) @typed.value)
(assignment left: (left_assignment_list (identifier) @typed.name))
(operator_assignment left: (identifier) @typed.name operator: "||=" right: (_) @typed.value)
(optional_parameter name: (identifier) @typed.name value: (_) @typed.value)
(keyword_parameter name: (identifier) @typed.name value: (_) @typed.value)

(assignment left: [(instance_variable) (class_variable)] @typed.name @typed.owner right: (_) @typed.value)
(assignment
  left: [(instance_variable) (class_variable)] @typed.name @typed.owner
  right: (binary left: (_) @typed.value operator: ["||" "or"] right: (_) @typed.value))
(assignment
  left: [(instance_variable) (class_variable)] @typed.name @typed.owner
  right: (conditional consequence: (_) @typed.value alternative: (_) @typed.value))
(assignment left: [(instance_variable) (class_variable)] @typed.name @typed.owner right: (array . (_) @typed.item))
(operator_assignment
  left: [(instance_variable) (class_variable)] @typed.name @typed.owner operator: "||=" right: (_) @typed.value)
(operator_assignment
  left: [(instance_variable) (class_variable)] @typed.name @typed.owner operator: "||=" right: (array . (_) @typed.item))
(assignment
  left: (element_reference object: [(instance_variable) (class_variable)] @typed.name @typed.owner)
  right: (_) @typed.item)
(binary left: (instance_variable) @typed.name @typed.owner operator: "<<" right: (_) @typed.item)

; Errors that are caught

(rescue
  exceptions: (exceptions . [(constant) (scope_resolution)] @typed.type)
  variable: (exception_variable (identifier) @typed.name))

; Names of unknown type hide outer names with the same spelling

(method_parameters (identifier) @typed.name)
(keyword_parameter name: (identifier) @typed.name !value)
(block_parameters (identifier) @typed.name)
(lambda_parameters (identifier) @typed.name)

; Elements: arguments that methods of collections pass to their blocks

((call
   receiver: (_) @typed.element
   method: (identifier) @_method
   block: [
     (block parameters: (block_parameters . (identifier) @typed.name .))
     (do_block parameters: (block_parameters . (identifier) @typed.name .))])
 (#any-of? @_method
   "all?" "any?" "collect" "count" "cycle" "delete_if" "detect" "drop_while" "each" "each_entry" "each_value"
   "filter" "filter_map" "find" "find_all" "find_index" "flat_map" "group_by" "index_by" "keep_if" "map" "map!"
   "max_by" "min_by" "none?" "one?" "partition" "reject" "reject!" "reverse_each" "select" "select!" "sort_by"
   "sort_by!" "sum" "take_while" "to_h" "transform_values" "uniq"))
((call
   receiver: (_) @typed.element
   method: (identifier) @_method
   block: [
     (block parameters: (block_parameters . (identifier) @typed.name . (_)))
     (do_block parameters: (block_parameters . (identifier) @typed.name . (_)))])
 (#any-of? @_method "each_with_index" "each_with_object" "sort" "sort!" "max" "min" "chunk_while" "slice_when"))
((call
   receiver: (_) @typed.element
   method: (identifier) @_method
   block: [
     (block parameters: (block_parameters . (_) . (identifier) @typed.name .))
     (do_block parameters: (block_parameters . (_) . (identifier) @typed.name .))])
 (#any-of? @_method
   "all?" "any?" "delete_if" "each" "each_pair" "each_value" "filter" "find" "flat_map" "inject" "map" "reduce" "reject"
   "select" "sort" "sort_by" "to_h"))
((call
   receiver: (_) @typed.value
   method: (identifier) @_method
   block: [
     (block parameters: (block_parameters . (identifier) @typed.name .))
     (do_block parameters: (block_parameters . (identifier) @typed.name .))])
 (#any-of? @_method "tap" "then" "yield_self"))
(for pattern: (identifier) @typed.name value: (in (_) @typed.element))

; Narrowing by type tests

(case
  value: (identifier) @typed.name
  (when pattern: (pattern [(constant) (scope_resolution)] @typed.type) body: (then) @typed.block))
((if
   condition: (call
     receiver: (identifier) @typed.name
     method: (identifier) @_test
     arguments: (argument_list . [(constant) (scope_resolution)] @typed.type .))
   consequence: (then) @typed.block)
 (#any-of? @_test "is_a?" "kind_of?" "instance_of?"))

; Results: the last expression of a method

(method body: (body_statement (_) @typed.result .))
(method body: (body_statement (assignment right: (_) @typed.result) .))
(method body: (body_statement (operator_assignment right: (_) @typed.result) .))
(method body: (body_statement (binary left: (_) @typed.result operator: "||" right: (_) @typed.result) .))
(method body: (body_statement (conditional consequence: (_) @typed.result alternative: (_) @typed.result) .))
(method "=" body: (_) @typed.result)
(singleton_method body: (body_statement (_) @typed.result .))
(singleton_method body: (body_statement (assignment right: (_) @typed.result) .))
(singleton_method body: (body_statement (operator_assignment right: (_) @typed.result) .))
(singleton_method body: (body_statement (binary left: (_) @typed.result operator: "||" right: (_) @typed.result) .))
(singleton_method "=" body: (_) @typed.result)
(return (argument_list . (_) @typed.result .))

[(block) (do_block) (lambda)] @closure
