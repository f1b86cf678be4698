; Declared types

(function_definition name: (identifier) @typed.name return_type: (type) @typed.type)
(typed_parameter . (identifier) @typed.name type: (type) @typed.type)
(typed_default_parameter name: (identifier) @typed.name type: (type) @typed.type)
(assignment left: (identifier) @typed.name type: (type) @typed.type)
(assignment left: (identifier) @typed.name type: (type) @typed.type !right) @typed.declared
((assignment
   left: (attribute object: (identifier) @typed.owner attribute: (identifier) @typed.name)
   type: (type) @typed.type)
 (#any-of? @typed.owner "self" "cls"))
(except_clause (as_pattern (_) @typed.type alias: (as_pattern_target (identifier) @typed.name)))
(type_alias_statement
  left: (type [(identifier) @typed.name (generic_type . (identifier) @typed.name)]) right: (type) @typed.type)

; A type variable stands for its bound.
((assignment
   left: (identifier) @typed.name
   right: (call
     function: [(identifier) @_variable (attribute attribute: (identifier) @_variable)]
     arguments: (argument_list (keyword_argument name: (identifier) @_bound value: (_) @typed.type))))
 (#any-of? @_variable "TypeVar")
 (#any-of? @_bound "bound"))

; Types in comments: `name = value  # type: Type`

(block (assignment left: (identifier) @typed.name !type) . (comment) @typed.comment)
((block
   (assignment left: (attribute object: (identifier) @typed.owner attribute: (identifier) @typed.name) !type)
   . (comment) @typed.comment)
 (#any-of? @typed.owner "self" "cls"))
(module (assignment left: (identifier) @typed.name !type) . (comment) @typed.comment)
((module
   (assignment left: (attribute object: (identifier) @typed.owner attribute: (identifier) @typed.name) !type)
   . (comment) @typed.comment)
 (#any-of? @typed.owner "self" "cls"))
(function_definition name: (identifier) @typed.name (comment) @typed.comment)

; Names of unknown type hide outer names with the same spelling

(parameters [
  (identifier) @typed.name
  (list_splat_pattern (identifier) @typed.name)
  (dictionary_splat_pattern (identifier) @typed.name)])
(lambda_parameters (identifier) @typed.name)
(for_statement left: (pattern_list (identifier) @typed.name))
(assignment left: (pattern_list (identifier) @typed.name))

; Values

(default_parameter name: (identifier) @typed.name value: (_) @typed.value)
(assignment left: (identifier) @typed.name !type right: (_) @typed.value)
(assignment left: (identifier) @typed.name !type right: (conditional_expression . (_) @typed.value (_) (_) @typed.value))
(assignment left: (identifier) @typed.name !type right: (boolean_operator left: (_) @typed.value right: (_) @typed.value))
(assignment left: (identifier) @typed.name !type right: (list . (_) @typed.item))
(assignment left: (identifier) @typed.name !type right: (list_comprehension body: (_) @typed.item))
((assignment
   left: (attribute object: (identifier) @typed.owner attribute: (identifier) @typed.name) !type right: (_) @typed.value)
 (#any-of? @typed.owner "self" "cls"))
((assignment
   left: (attribute object: (identifier) @typed.owner attribute: (identifier) @typed.name) !type
   right: (conditional_expression . (_) @typed.value (_) (_) @typed.value))
 (#any-of? @typed.owner "self" "cls"))
((assignment
   left: (attribute object: (identifier) @typed.owner attribute: (identifier) @typed.name) !type
   right: (boolean_operator left: (_) @typed.value right: (_) @typed.value))
 (#any-of? @typed.owner "self" "cls"))
((assignment
   left: (attribute object: (identifier) @typed.owner attribute: (identifier) @typed.name) !type
   right: [(list . (_) @typed.item) (list_comprehension body: (_) @typed.item)])
 (#any-of? @typed.owner "self" "cls"))
(named_expression name: (identifier) @typed.name value: (_) @typed.value)

; Several names for the items of one value; a starred name takes any number of them

(assignment
  left: (pattern_list . (identifier) @typed.name) right: [(identifier) (attribute) (call) (subscript)] @typed.first)
(assignment
  left: (pattern_list . [(identifier) (attribute) (subscript) (tuple_pattern) (list_pattern)] . (identifier) @typed.name)
  right: [(identifier) (attribute) (call) (subscript)] @typed.second)
(assignment
  left: (pattern_list
    . [(identifier) (attribute) (subscript) (tuple_pattern) (list_pattern)]
    . [(identifier) (attribute) (subscript) (tuple_pattern) (list_pattern)]
    . (identifier) @typed.name)
  right: [(identifier) (attribute) (call) (subscript)] @typed.third)

; Several names, each with its own value

(assignment left: (pattern_list . (identifier) @typed.name) right: (expression_list . (_) @typed.value))
(assignment
  left: (pattern_list . (_) . (identifier) @typed.name) right: (expression_list . (_) . (_) @typed.value))
(assignment
  left: (pattern_list . (_) . (_) . (identifier) @typed.name)
  right: (expression_list . (_) . (_) . (_) @typed.value))
((assignment
   left: (pattern_list . (attribute object: (identifier) @typed.owner attribute: (identifier) @typed.name))
   right: (expression_list . (_) @typed.value))
 (#any-of? @typed.owner "self" "cls"))
((assignment
   left: (pattern_list . (_) . (attribute object: (identifier) @typed.owner attribute: (identifier) @typed.name))
   right: (expression_list . (_) . (_) @typed.value))
 (#any-of? @typed.owner "self" "cls"))
((assignment
   left: (pattern_list . (_) . (_) . (attribute object: (identifier) @typed.owner attribute: (identifier) @typed.name))
   right: (expression_list . (_) . (_) . (_) @typed.value))
 (#any-of? @typed.owner "self" "cls"))

; A copy is an iterable of the elements of what is copied.

((assignment
   left: (identifier) @typed.name !type
   right: (call function: (identifier) @_same arguments: (argument_list . [
     (call function: (identifier) @_same arguments: (argument_list . (_) @typed.copied))
     (_) @typed.copied])))
 (#any-of? @_same "frozenset" "iter" "list" "reversed" "set" "sorted" "tuple"))
((assignment
   left: (attribute object: (identifier) @typed.owner attribute: (identifier) @typed.name) !type
   right: (call function: (identifier) @_same arguments: (argument_list . [
     (call function: (identifier) @_same arguments: (argument_list . (_) @typed.copied))
     (_) @typed.copied])))
 (#any-of? @typed.owner "self" "cls")
 (#any-of? @_same "frozenset" "iter" "list" "reversed" "set" "sorted" "tuple"))

(with_item value: (as_pattern (_) @typed.entered alias: (as_pattern_target (identifier) @typed.name)))

; Elements

(for_statement left: (identifier) @typed.name right: (_) @typed.element)
((for_statement
   left: (pattern_list (identifier) . (identifier) @typed.name .)
   right: (call function: (identifier) @_counted arguments: (argument_list . (_) @typed.element)))
 (#any-of? @_counted "enumerate"))
((for_statement
   left: (pattern_list (identifier) . (identifier) @typed.name .)
   right: (call function: (attribute object: (_) @typed.element attribute: (identifier) @_pairs)))
 (#any-of? @_pairs "items"))

((for_statement
   left: (identifier) @typed.name
   right: (call function: (identifier) @_same arguments: (argument_list . (_) @typed.element)))
 (#any-of? @_same "frozenset" "iter" "list" "reversed" "set" "sorted" "tuple"))
((for_statement
   left: (pattern_list . (identifier) @typed.name)
   right: (call function: (identifier) @_joined arguments: (argument_list . (_) @typed.element)))
 (#any-of? @_joined "zip"))
((for_statement
   left: (pattern_list . (identifier) . (identifier) @typed.name)
   right: (call function: (identifier) @_joined arguments: (argument_list . (_) . (_) @typed.element)))
 (#any-of? @_joined "zip"))

; Elements in comprehensions, where they are used before they are named

[
  (list_comprehension (for_in_clause left: (pattern_list (identifier) @typed.name)))
  (set_comprehension (for_in_clause left: (pattern_list (identifier) @typed.name)))
  (dictionary_comprehension (for_in_clause left: (pattern_list (identifier) @typed.name)))
  (generator_expression (for_in_clause left: (pattern_list (identifier) @typed.name)))
] @typed.block
[
  (list_comprehension (for_in_clause left: (identifier) @typed.name right: (_) @typed.element))
  (set_comprehension (for_in_clause left: (identifier) @typed.name right: (_) @typed.element))
  (dictionary_comprehension (for_in_clause left: (identifier) @typed.name right: (_) @typed.element))
  (generator_expression (for_in_clause left: (identifier) @typed.name right: (_) @typed.element))
] @typed.block
([
  (list_comprehension (for_in_clause
    left: (pattern_list (identifier) . (identifier) @typed.name .)
    right: (call function: (attribute object: (_) @typed.element attribute: (identifier) @_pairs))))
  (set_comprehension (for_in_clause
    left: (pattern_list (identifier) . (identifier) @typed.name .)
    right: (call function: (attribute object: (_) @typed.element attribute: (identifier) @_pairs))))
  (dictionary_comprehension (for_in_clause
    left: (pattern_list (identifier) . (identifier) @typed.name .)
    right: (call function: (attribute object: (_) @typed.element attribute: (identifier) @_pairs))))
  (generator_expression (for_in_clause
    left: (pattern_list (identifier) . (identifier) @typed.name .)
    right: (call function: (attribute object: (_) @typed.element attribute: (identifier) @_pairs))))
] @typed.block
 (#any-of? @_pairs "items"))

; Narrowing by type tests

(case_pattern (as_pattern (case_pattern (class_pattern . (dotted_name) @typed.type)) (identifier) @typed.name))
(if_statement condition: (_) @narrowed consequence: (_) @narrowed.block)
(elif_clause condition: (_) @narrowed consequence: (_) @narrowed.block)
(if_statement condition: (_) @narrowed . (block) . alternative: (else_clause) @narrowed.else .)
(block
  (if_statement
    condition: (_) @narrowed
    consequence: (block [(return_statement) (raise_statement) (continue_statement) (break_statement)] .)
    !alternative) @narrowed.rest) @narrowed.around
(module
  (if_statement
    condition: (_) @narrowed
    consequence: (block [(return_statement) (raise_statement) (continue_statement) (break_statement)] .)
    !alternative) @narrowed.rest) @narrowed.around
(conditional_expression . (_) @narrowed.block . (_) @narrowed)
(boolean_operator left: (_) @narrowed operator: "and" right: (_) @narrowed.block)
(boolean_operator left: (_) @narrowed operator: "or" right: (_) @narrowed.else)
((assert_statement
   (call function: (identifier) @_test arguments: (argument_list . (identifier) @typed.name . (_) @typed.type)))
 (#any-of? @_test "isinstance"))
((assignment
   left: (identifier) @typed.name
   right: (call function: [(identifier) @_cast (attribute attribute: (identifier) @_cast)]
     arguments: (argument_list . (_) @typed.type)))
 (#any-of? @_cast "cast"))

; Results

(return_statement (_) @typed.result)
(return_statement (conditional_expression . (_) @typed.result (_) (_) @typed.result))
(return_statement (boolean_operator left: (_) @typed.result right: (_) @typed.result))
(yield (_) @typed.yielded)

[
  (lambda)
  (list_comprehension)
  (set_comprehension)
  (dictionary_comprehension)
  (generator_expression)
] @closure
