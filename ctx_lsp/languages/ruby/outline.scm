; Definitions. If a body is missing or contains only comments, `end` represents it.

(class name: (constant) @name "end" @body) @definition.class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name) "end" @body) @definition.class
(class name: (constant) @name body: (_) @body) @definition.class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name) body: (_) @body) @definition.class

(module name: (constant) @name "end" @body) @definition.module
(module name: (scope_resolution scope: (_) @owner name: (constant) @name) "end" @body) @definition.module
(module name: (constant) @name body: (_) @body) @definition.module
(module name: (scope_resolution scope: (_) @owner name: (constant) @name) body: (_) @body) @definition.module

(method name: (_) @name "end" @body) @definition.method
(method name: (_) @name body: (_) @body) @definition.method
(singleton_method name: (_) @name "end" @body) @definition.method
(singleton_method name: (_) @name body: (_) @body) @definition.method
(program (method name: (_) @name "end" @body) @definition.function)
(program (method name: (_) @name body: (_) @body) @definition.function)

((call
   !receiver
   method: (identifier) @_method
   arguments: (argument_list . [(simple_symbol) (string)] @name)
   block: (_) @body) @definition.method
 (#any-of? @_method "define_method" "define_singleton_method"))
((call
   !receiver
   method: (identifier) @_method
   arguments: (argument_list . [(simple_symbol) (string)] @name)) @definition.method
 (#any-of? @_method "alias_method"))
(alias name: (_) @name) @definition.method

((call
   !receiver
   method: (identifier) @_method
   arguments: (argument_list [(simple_symbol) (string)] @name)) @definition.field
 (#any-of? @_method
   "attr_accessor" "attr_reader" "attr_writer" "attr"
   "cattr_accessor" "cattr_reader" "mattr_accessor" "mattr_reader" "class_attribute"))

((call
   !receiver
   method: (identifier) @_method
   arguments: (argument_list . [
     (simple_symbol) @name
     (string) @name
     (pair key: (hash_key_symbol) @name)
     (pair key: (simple_symbol) @name)])
   block: (_) @body) @definition.function
 (#any-of? @_method "task" "multitask"))

(assignment left: (constant) @name) @definition.constant
(assignment left: (left_assignment_list (constant) @name)) @definition.constant
(assignment left: (scope_resolution scope: (_) @owner name: (constant) @name)) @definition.constant

((assignment
   left: (constant) @name
   right: (call receiver: (constant) @_base method: (identifier) @_method)) @definition.class
 (#any-of? @_base "Struct" "Class" "Data")
 (#any-of? @_method "new" "define"))
((assignment
   left: (constant) @name
   right: (call receiver: (constant) @_base method: (identifier) @_method block: (_) @body)) @definition.class
 (#any-of? @_base "Struct" "Class" "Data")
 (#any-of? @_method "new" "define"))
((assignment
   left: (constant) @name
   right: (call receiver: (constant) @_base method: (identifier) @_method block: (_) @body)) @definition.module
 (#any-of? @_base "Module")
 (#any-of? @_method "new"))
((assignment
   left: (constant)
   right: (call
     receiver: (constant) @_base
     method: (identifier) @_method
     arguments: (argument_list (simple_symbol) @name @definition.field)))
 (#any-of? @_base "Struct" "Data")
 (#any-of? @_method "new" "define"))

; Variables of an object or a class are defined by their assignments.

(assignment left: [(instance_variable) (class_variable)] @name @receiver) @definition.field
(operator_assignment left: [(instance_variable) (class_variable)] @name @receiver operator: "||=") @definition.field
(assignment left: (left_assignment_list (instance_variable) @name @receiver)) @definition.field

; Visibility

((call
   !receiver
   method: (identifier) @_method
   arguments: (argument_list (method name: (_) @hidden)))
 (#any-of? @_method "private" "protected"))
((body_statement (identifier) @_method (method name: (_) @hidden))
 (#any-of? @_method "private" "protected"))

; Documentation

(comment) @comment

; Imports

((call
   !receiver
   method: (identifier) @_method
   arguments: (argument_list . (string (string_content) @import.module))) @import.effect
 (#any-of? @_method "require" "require_relative" "load"))
((call
   !receiver
   method: (identifier) @_method
   arguments: (argument_list . (simple_symbol) . (string (string_content) @import.module))) @import.effect
 (#any-of? @_method "autoload"))
