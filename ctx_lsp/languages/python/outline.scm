; Definitions

(function_definition name: (identifier) @name body: (block) @body) @definition.function

((decorated_definition
   (decorator [(identifier) @_decorator (attribute attribute: (identifier) @_decorator)])
   definition: (function_definition name: (identifier) @name body: (block) @body) @definition.property)
 (#any-of? @_decorator "property" "cached_property" "setter" "deleter" "getter" "hybrid_property"))

(class_definition name: (identifier) @name body: (block) @body) @definition.class

((class_definition
   name: (identifier) @name
   superclasses: (argument_list [(identifier) @_base (attribute attribute: (identifier) @_base)])
   body: (block) @body) @definition.enum
 (#any-of? @_base "Enum" "IntEnum" "StrEnum" "Flag" "IntFlag" "EnumMeta" "TextChoices" "IntegerChoices"))

((class_definition
   name: (identifier) @name
   superclasses: (argument_list [
     (identifier) @_base
     (attribute attribute: (identifier) @_base)
     (subscript value: [(identifier) @_base (attribute attribute: (identifier) @_base)])])
   body: (block) @body) @definition.interface
 (#any-of? @_base "Protocol"))

(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.interface

(assignment left: (identifier) @name) @definition.variable
(assignment left: (pattern_list (identifier) @name)) @definition.variable
(assignment left: (tuple_pattern (identifier) @name)) @definition.variable

((assignment left: [
   (attribute object: (identifier) @receiver attribute: (identifier) @name)
   (pattern_list (attribute object: (identifier) @receiver attribute: (identifier) @name))
   (tuple_pattern (attribute object: (identifier) @receiver attribute: (identifier) @name))]) @definition.field
 (#any-of? @receiver "self" "cls"))

(decorated_definition definition: (_) @wrapped) @wrapper

(except_clause (block (assignment left: (identifier) @fallback)))
(except_clause (block [(function_definition name: (_) @fallback) (class_definition name: (_) @fallback)]))
(except_clause (block (decorated_definition definition: (_ name: (identifier) @fallback))))
(else_clause (block (assignment left: (identifier) @fallback)))
(else_clause (block [(function_definition name: (_) @fallback) (class_definition name: (_) @fallback)]))
(else_clause (block (decorated_definition definition: (_ name: (identifier) @fallback))))

(else_clause (block [(import_statement) (import_from_statement)] @otherwise))
(except_clause (block [(import_statement) (import_from_statement)] @otherwise))

; The names that a star import takes

((assignment left: (identifier) @_all right: [
   (list (string (string_content) @export.name))
   (tuple (string (string_content) @export.name))]) @export.star
 (#any-of? @_all "__all__"))
((assignment left: (identifier) @export.name right: [
   (list [(list_splat) (attribute) (call) (identifier)])
   (tuple [(list_splat) (attribute) (call) (identifier)])]) @export.star
 (#any-of? @export.name "__all__"))
((augmented_assignment left: (identifier) @export.name) @export.star (#any-of? @export.name "__all__"))
((call function: (attribute object: (identifier) @export.name)) @export.star (#any-of? @export.name "__all__"))

; Documentation

(comment) @comment
(decorator) @decorator
(module . (comment)* . (string) @doc)
(block . (string) @doc)

; Imports

(import_statement name: (dotted_name) @import.module)
(import_statement name: (aliased_import name: (dotted_name) @import.module alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.module name: (dotted_name) @import.name)
(import_from_statement
  module_name: (_) @import.module
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.module (wildcard_import) @import.star)
(future_import_statement "__future__" @import.module name: (dotted_name) @import.name)
