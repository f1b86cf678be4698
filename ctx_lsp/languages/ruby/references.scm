; A bare name that no assignment or parameter has introduced is a call without arguments.

(identifier) @reference.call
(call method: (constant) @reference.call)
((call
   receiver: [(constant) @reference.call (scope_resolution name: (constant) @reference.call)]
   method: (identifier) @_method)
 (#any-of? @_method "new"))

(superclass [(constant) @reference.inherits (scope_resolution name: (constant) @reference.inherits)])
((call
   !receiver
   method: (identifier) @_method
   arguments: (argument_list [(constant) @reference.inherits (scope_resolution name: (constant) @reference.inherits)]))
 (#any-of? @_method "include" "extend" "prepend"))
((assignment
   left: (constant)
   right: (call
     receiver: (constant) @_base
     method: (identifier) @_method
     arguments: (argument_list . [
       (constant) @reference.inherits
       (scope_resolution name: (constant) @reference.inherits)])))
 (#any-of? @_base "Class")
 (#any-of? @_method "new"))

(exceptions [(constant) @reference.catches (scope_resolution name: (constant) @reference.catches)])
(pattern [(constant) @reference.type (scope_resolution name: (constant) @reference.type)])
((call
   method: (identifier) @_method
   arguments: (argument_list [(constant) @reference.type (scope_resolution name: (constant) @reference.type)]))
 (#any-of? @_method "is_a?" "kind_of?" "instance_of?"))
((call
   !receiver
   method: (identifier) @_method
   arguments: (argument_list . [
     (constant) @reference.raises
     (scope_resolution name: (constant) @reference.raises)
     (call receiver: [(constant) @reference.raises (scope_resolution name: (constant) @reference.raises)]
       method: (identifier) @_new)]))
 (#any-of? @_method "raise" "fail"))

[(constant) (instance_variable) (class_variable)] @reference.read

(assignment left: [
  (instance_variable) @reference.write
  (class_variable) @reference.write
  (call method: (identifier) @reference.set)
  (left_assignment_list [(instance_variable) @reference.write (call method: (identifier) @reference.set)])])
(operator_assignment left: [
  (instance_variable) @reference.write
  (class_variable) @reference.write
  (call method: (identifier) @reference.set)])

; Names that are not references

((call receiver: [(constant) (scope_resolution)] method: (identifier) @skip)
 (#any-of? @skip "new"))
((call !receiver method: (identifier) @skip)
 (#any-of? @skip
   "require" "require_relative" "load" "autoload" "include" "extend" "prepend" "raise"
   "attr_accessor" "attr_reader" "attr_writer" "attr" "alias_method" "define_method"
   "private" "protected" "public" "module_function" "private_constant" "private_class_method" "block_given?"))
((identifier) @skip
 (#any-of? @skip "private" "protected" "public" "module_function" "block_given?"))
(class name: (scope_resolution scope: (_) @skip))
(module name: (scope_resolution scope: (_) @skip))

; Parameters and local variables

(method_parameters (identifier) @local)
(block_parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(destructured_parameter (identifier) @local)
(optional_parameter name: (identifier) @local)
(keyword_parameter name: (identifier) @local)
(splat_parameter name: (identifier) @local)
(hash_splat_parameter name: (identifier) @local)
(block_parameter name: (identifier) @local)
(assignment left: [
  (identifier) @local
  (left_assignment_list [
    (identifier) @local
    (rest_assignment (identifier) @local)
    (destructured_left_assignment (identifier) @local)])])
(operator_assignment left: (identifier) @local)
(exception_variable (identifier) @local)
(for pattern: [(identifier) @local (left_assignment_list (identifier) @local)])
(in_clause pattern: (identifier) @local)
(as_pattern name: (identifier) @local)
(array_pattern (identifier) @local)
(keyword_pattern value: (identifier) @local)

; Brackets in chains

(argument_list) @arguments
(element_reference object: (_) @indexed) @index
(parenthesized_statements) @parenthesized
