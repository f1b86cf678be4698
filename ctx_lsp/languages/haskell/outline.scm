; Definitions. A signature and the equations that follow it are clauses of one function.

(declarations (signature name: [(variable) @name (prefix_id (operator) @name)]) @definition.function)
(declarations (signature names: (binding_list name: (variable) @name)) @definition.function)
(declarations (function name: (variable) @name match: (match) @body) @definition.function)
(declarations (function name: (prefix_id (operator) @name) match: (match) @body) @definition.function)
(declarations (function (infix operator: (operator) @name) match: (match) @body) @definition.function)
(declarations (function (infix operator: (infix_id (variable) @name)) match: (match) @body) @definition.function)
(declarations (bind name: (variable) @name match: (match) @body) @definition.function)
(declarations (foreign_import signature: (signature name: (variable) @name)) @definition.function)
(pattern_synonym (equation synonym: [
  (constructor) @name
  (apply function: (constructor) @name)])) @definition.function

(class name: (name) @name declarations: (class_declarations)? @body) @definition.interface
(class_declarations (signature name: [(variable) @name (prefix_id (operator) @name)]) @definition.method)
(class_declarations (signature names: (binding_list name: (variable) @name)) @definition.method)
(class_declarations (function name: (variable) @name match: (match) @body) @definition.method)
(class_declarations (bind name: (variable) @name match: (match) @body) @definition.method)

(instance
  patterns: (type_patterns . [
    (name) @owner
    (qualified id: (name) @owner)
    (parens type: (apply constructor: (name) @owner))
    (parens type: (apply constructor: (qualified id: (name) @owner)))
    (parens type: (apply constructor: (apply constructor: (name) @owner)))
    (parens type: (apply constructor: (apply constructor: (apply constructor: (name) @owner))))
    (list) @owner
    (prefix_list) @owner
    (tuple) @owner
    (unit) @owner
    (variable) @owner])
  declarations: (instance_declarations) @body) @scope
(instance_declarations (function name: (variable) @name match: (match) @body) @definition.method)
(instance_declarations (function (infix operator: (operator) @name) match: (match) @body) @definition.method)
(instance_declarations (bind name: [(variable) @name (prefix_id (operator) @name)] match: (match) @body)
  @definition.method)

(data_type name: (_) @name) @definition.struct
(data_type name: (_) @name constructors: (_) @body) @definition.struct
(newtype name: (_) @name constructor: (_) @body) @definition.struct
(type_synomym name: (_) @name) @definition.interface
(type_family name: (_) @name closed_family: (_)? @body) @definition.interface
(data_family name: (_) @name) @definition.interface

(data_constructor constructor: (_ name: (constructor) @name)) @definition.enum_member
(data_constructor constructor: (infix operator: (constructor_operator) @name)) @definition.enum_member
(newtype_constructor name: (constructor) @name) @definition.enum_member
(gadt_constructor name: (constructor) @name) @definition.enum_member
(field name: (field_name (variable) @name)) @definition.field

; Documentation

(haddock) @comment
(comment) @comment

; Exports

(export [
  variable: (variable) @exported.name
  type: (name) @exported.name
  operator: (prefix_id (operator) @exported.name)])

(instance_declarations (_) @exported)

(header module: (module) @package)

; Imports

(import "qualified" module: (module) @import.module !alias)
(import module: (module) @import.module alias: (module) @import.alias)
(import module: (module) @import.module !names !alias) @import.star
(import module: (module) @import.module "hiding") @import.star
(import module: (module) @import.module names: (import_list name: (import_name [
  variable: (variable) @import.name
  type: (name) @import.name
  operator: (prefix_id (_) @import.name)])))
