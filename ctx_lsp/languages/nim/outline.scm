; Types

(type_declaration (type_symbol_declaration name: [(identifier) @name (exported_symbol (identifier) @name)]))
  @definition.interface
(type_declaration
  (type_symbol_declaration name: [(identifier) @name (exported_symbol (identifier) @name)])
  (object_declaration) @body) @definition.struct
(type_declaration
  (type_symbol_declaration name: [(identifier) @name (exported_symbol (identifier) @name)])
  (ref_type (object_declaration) @body)) @definition.class
(type_declaration
  (type_symbol_declaration name: [(identifier) @name (exported_symbol (identifier) @name)])
  (enum_declaration) @body) @definition.enum
(type_declaration
  (type_symbol_declaration name: [(identifier) @name (exported_symbol (identifier) @name)])
  (concept_declaration) @body) @definition.interface
(enum_field_declaration (symbol_declaration name: (identifier) @name) @exported) @definition.enum_member
(field_declaration (symbol_declaration_list (symbol_declaration
  name: [(identifier) @name (exported_symbol (identifier) @name)]))) @definition.field

; Routines

(proc_declaration name: [(identifier) @name (exported_symbol [(identifier) (accent_quoted)] @name)])
  @definition.function
(proc_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) (accent_quoted)] @name)]
  body: (_) @body) @definition.function

(func_declaration name: [(identifier) @name (exported_symbol [(identifier) (accent_quoted)] @name)])
  @definition.function
(func_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) (accent_quoted)] @name)]
  body: (_) @body) @definition.function

(method_declaration name: [(identifier) @name (exported_symbol [(identifier) (accent_quoted)] @name)])
  @definition.function
(method_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) (accent_quoted)] @name)]
  body: (_) @body) @definition.function

(iterator_declaration name: [(identifier) @name (exported_symbol [(identifier) (accent_quoted)] @name)])
  @definition.function
(iterator_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) (accent_quoted)] @name)]
  body: (_) @body) @definition.function

(template_declaration name: [(identifier) @name (exported_symbol [(identifier) (accent_quoted)] @name)])
  @definition.function
(template_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) (accent_quoted)] @name)]
  body: (_) @body) @definition.function

(macro_declaration name: [(identifier) @name (exported_symbol [(identifier) (accent_quoted)] @name)])
  @definition.function
(macro_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) (accent_quoted)] @name)]
  body: (_) @body) @definition.function

(converter_declaration name: [(identifier) @name (exported_symbol [(identifier) (accent_quoted)] @name)])
  @definition.function
(converter_declaration
  name: [(identifier) @name (accent_quoted) @name (exported_symbol [(identifier) (accent_quoted)] @name)]
  body: (_) @body) @definition.function

; Values at the top of a file

(source_file (const_section (variable_declaration (symbol_declaration_list (symbol_declaration
  name: [(identifier) @name (exported_symbol (identifier) @name)]))) @definition.constant))
(source_file (var_section (variable_declaration (symbol_declaration_list (symbol_declaration
  name: [(identifier) @name (exported_symbol (identifier) @name)]))) @definition.variable))
(source_file (let_section (variable_declaration (symbol_declaration_list (symbol_declaration
  name: [(identifier) @name (exported_symbol (identifier) @name)]))) @definition.variable))

(exported_symbol) @exported

; Documentation

(comment) @comment
(documentation_comment) @comment
(block_documentation_comment) @comment
(pragma_list) @decorator

; Imports

(import_statement (expression_list [
  (identifier) @import.module
  (prefix_expression) @import.module
  (infix_expression left: [(identifier) (infix_expression)] operator: (operator) right: (identifier)) @import.module]))
  @import.star
(import_statement (expression_list (infix_expression
  left: (_) @import.prefix
  operator: (operator)
  right: (array_construction) @import.group)))
(import_statement (expression_list (infix_expression right: (array_construction [
  (identifier) @import.module
  (infix_expression left: (identifier) @import.module operator: "as")])))) @import.star
(import_from_statement module: (_) @import.module (expression_list (identifier) @import.name))
(import_from_statement
  module: (_) @import.module
  (expression_list (infix_expression left: (identifier) @import.name operator: "as" right: (identifier) @import.alias)))
(include_statement (expression_list (_) @import.module)) @import.star @import.reexport

; Operators of member access are not names: they could not be distinguished from a path.

([(proc_declaration name: (exported_symbol (accent_quoted) @name))
  (func_declaration name: (exported_symbol (accent_quoted) @name))
  (template_declaration name: (exported_symbol (accent_quoted) @name))
  (macro_declaration name: (exported_symbol (accent_quoted) @name))
  (proc_declaration name: (accent_quoted) @name)
  (func_declaration name: (accent_quoted) @name)
  (template_declaration name: (accent_quoted) @name)
  (macro_declaration name: (accent_quoted) @name)] @definition.none
 (#any-of? @name "`.`" "`.=`" "`.()`"))
