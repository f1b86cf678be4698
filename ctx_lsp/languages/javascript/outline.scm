(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(class name: (identifier) @name body: (_) @body) @definition.class
(class_body (field_definition property: (_) @name) @definition.field)
(class_body
  (field_definition
    property: (_) @name
    value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.method)
(field_definition property: (private_property_identifier) @hidden)
(assignment_expression
  left: (member_expression object: (this) @receiver property: (_) @name)) @definition.field
(variable_declarator value: (class name: (identifier) @name) @definition.none)
(assignment_expression right: (class name: (identifier) @name) @definition.none)

(named_imports (import_specifier name: "default" @import.default alias: (_) @import.alias)) @import.list
(export_clause (export_specifier name: "default" @import.name !alias)) @import.list
(export_clause (export_specifier name: "default" @import.name alias: (_) @import.alias)) @import.list

; Modules that are loaded while the program runs

((call_expression
   function: (member_expression
     object: (call_expression function: (import) arguments: (arguments . (string) @import.module))
     property: (property_identifier) @_then)
   arguments: (arguments . (arrow_function parameters: (formal_parameters . (identifier) @import.alias))))
 (#any-of? @_then "then"))
((call_expression
   function: (member_expression
     object: (call_expression function: (import) arguments: (arguments . (string) @import.module))
     property: (property_identifier) @_then)
   arguments: (arguments . (arrow_function parameters: (formal_parameters . (object_pattern (shorthand_property_identifier_pattern) @import.name @import.alias)))))
 (#any-of? @_then "then"))
((call_expression
   function: (member_expression
     object: (call_expression function: (import) arguments: (arguments . (string) @import.module))
     property: (property_identifier) @_then)
   arguments: (arguments . (arrow_function parameters: (formal_parameters . (object_pattern (pair_pattern key: (_) @import.name value: (identifier) @import.alias))))))
 (#any-of? @_then "then"))
