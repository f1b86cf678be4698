; Functions and methods

(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
(method_definition name: (_) @name body: (_) @body) @definition.member
(class_body (method_definition name: (_) @name body: (_) @body) @definition.method)
(class_body (method_definition ["get" "set"] name: (_) @name body: (_) @body) @definition.property)
(pair
  key: (_) @name
  value: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)])
  @definition.member
(return_statement (object (method_definition name: (_) @name body: (_) @body) @definition.function))
(return_statement (object
  (pair
    key: (_) @name
    value: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)])
    @definition.function))

; Variables

(variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)
(variable_declaration
  (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name)) @definition.variable)
(variable_declaration
  (variable_declarator name: (object_pattern (pair_pattern value: (identifier) @name))) @definition.variable)
(variable_declaration (variable_declarator name: (array_pattern (identifier) @name)) @definition.variable)
(lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)
(lexical_declaration
  (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name)) @definition.variable)
(lexical_declaration
  (variable_declarator name: (object_pattern (pair_pattern value: (identifier) @name))) @definition.variable)
(lexical_declaration (variable_declarator name: (array_pattern (identifier) @name)) @definition.variable)
(lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)
(variable_declarator
  name: (identifier) @name
  value: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)])
  @definition.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class

; Anonymous default exports

(export_statement "default" @name value: (_) @definition.constant)
(export_statement "default" @name value: (identifier) @definition.none)
(export_statement "default" @name value: (class body: (_) @body) @definition.class)
(export_statement "default" @name value: (class name: (_)) @definition.none)
(export_statement
  "default" @name
  value: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)]
    @definition.function)

; Assignments to members

(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)])
  @definition.method
((assignment_expression
   left: (member_expression
     object: (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
     property: (property_identifier) @name)
   right: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)])
   @definition.method
 (#any-of? @_prototype "prototype"))
((assignment_expression
   left: (member_expression object: (identifier) @owner property: (property_identifier) @_prototype)
   right: (object) @body) @scope
 (#any-of? @_prototype "prototype"))

; CommonJS

((assignment_expression
   left: (member_expression object: (identifier) @_exports property: (property_identifier) @name @exported))
   @definition.constant
 (#any-of? @_exports "exports"))
((assignment_expression
   left: (member_expression object: (identifier) @_exports property: (property_identifier) @name @exported)
   right: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)])
   @definition.function
 (#any-of? @_exports "exports"))
((assignment_expression
   left: (member_expression object: (identifier) @_exports property: (property_identifier) @name @exported)
   right: (class body: (_) @body)) @definition.class
 (#any-of? @_exports "exports"))
((assignment_expression
   left: (member_expression
     object: (member_expression) @_exports
     property: (property_identifier) @name @exported)) @definition.constant
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression
     object: (member_expression) @_exports
     property: (property_identifier) @name @exported)
   right: [(function_expression body: (_) @body) (generator_function body: (_) @body) (arrow_function body: (_) @body)])
   @definition.function
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression object: (identifier) property: (property_identifier) @name @exported) @_exports
   right: [
     (function_expression !name body: (_) @body)
     (generator_function !name body: (_) @body)
     (arrow_function body: (_) @body)])
   @definition.function
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression object: (identifier) property: (property_identifier) @name @exported) @_exports
   right: (class !name body: (_) @body))
   @definition.class
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression object: (identifier) property: (property_identifier) @name @exported) @_exports
   right: [(call_expression) (new_expression) (member_expression) (array)])
   @definition.constant
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression property: (property_identifier) @name) @_exports
   right: (function_expression name: (_))) @definition.none
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression property: (property_identifier) @name) @_exports
   right: (call_expression function: (identifier) @_require arguments: (arguments . (string)))) @definition.none
 (#any-of? @_exports "module.exports") (#any-of? @_require "require"))
((assignment_expression
   left: (member_expression) @_exports
   right: (object (pair
     key: (property_identifier) @name @exported
     value: [(call_expression) (new_expression) (member_expression) (array) (object) (string) (number) (true) (false)])
     @definition.constant))
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression) @_exports
   right: (function_expression name: (_) @name @exported body: (_) @body))
   @definition.function
 (#any-of? @_exports "module.exports"))
((assignment_expression left: (member_expression) @_exports right: (class name: (_) @name @exported body: (_) @body))
   @definition.class
 (#any-of? @_exports "module.exports"))
((assignment_expression left: (member_expression) @_exports right: (identifier) @exported.name)
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression) @_exports
   right: (object [
     (shorthand_property_identifier) @exported.name
     (pair key: (_) @exported.name)
     (pair value: (identifier) @exported.name)
     (method_definition name: (_) @exported.name)]))
 (#any-of? @_exports "module.exports"))
((variable_declarator
   name: (identifier) @exported.name
   value: (assignment_expression left: [(identifier) (member_expression)] @_exports))
 (#any-of? @_exports "exports" "module.exports"))
((variable_declarator
   name: (identifier) @name @exported.name
   value: (assignment_expression
     left: (member_expression) @_exports
     right: [(function_expression !name body: (_) @body) (arrow_function body: (_) @body)]))
   @definition.function
 (#any-of? @_exports "module.exports"))
((variable_declarator
   value: (assignment_expression
     left: (member_expression property: (_) @name) @_exports
     right: [(function_expression !name) (arrow_function)] ) @definition.none)
 (#any-of? @_exports "module.exports"))

; Blocks of test runners: Mocha, Jest, Vitest, Playwright, `node:test`

((call_expression
   function: [
     (identifier) @word
     (call_expression function: (identifier) @word)
     (member_expression object: (identifier) @word property: (property_identifier) @_modifier)
     (member_expression
       object: (member_expression object: (identifier) @word property: (property_identifier) @_modifier)
       property: (property_identifier) @_modifier)
     (member_expression
       object: (call_expression
         function: (member_expression object: (identifier) @word property: (property_identifier) @_modifier))
       property: (property_identifier) @_modifier)
     (call_expression
       function: (member_expression object: (identifier) @word property: (property_identifier) @_modifier))
     (call_expression
       function: (member_expression
         object: (member_expression object: (identifier) @word property: (property_identifier) @_modifier)
         property: (property_identifier) @_modifier))]
   arguments: (arguments
     . [(string) (template_string) (member_expression) (identifier) (binary_expression) (call_expression)] @name
     [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @definition.function
 (#any-of? @word "describe" "suite" "context" "it" "test" "specify" "xdescribe" "xit" "xtest" "fdescribe" "fit")
 (#any-of? @_modifier
   "only" "skip" "concurrent" "sequential" "serial" "parallel" "shuffle" "fails" "failing" "fixme" "fail" "slow"
   "each" "for" "skipIf" "runIf" "if"))
((call_expression
   function: [
     (member_expression object: (identifier) @_test property: (property_identifier) @word)
     (member_expression
       object: (member_expression object: (identifier) @_test property: (property_identifier) @word)
       property: (property_identifier) @_modifier)]
   arguments: (arguments
     . [(string) (template_string) (member_expression) (identifier) (binary_expression) (call_expression)] @name
     [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @definition.function
 (#any-of? @_test "test" "t" "ctx" "context")
 (#any-of? @word "describe" "test" "it" "suite")
 (#any-of? @_modifier "only" "skip" "serial" "parallel" "fixme"))

; Exports under another name

(export_statement !source (export_clause (export_specifier name: (_) @export.name alias: _ @export.alias)))
(export_statement "default" @export.alias value: (identifier) @export.name)
(export_statement "default" @export.alias value: (class name: (_) @export.name))
(export_statement "default" @export.alias declaration: (_ name: (_) @export.name))
(export_statement
  "default" @export.alias value: (object (shorthand_property_identifier) @export.alias @export.name))
(export_statement
  "default" @export.alias value: (object (pair key: (_) @export.alias value: (identifier) @export.name)))
((assignment_expression left: (member_expression) @_exports @export.whole right: (identifier) @export.name)
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression) @_exports @export.whole
   right: [(function_expression name: (_) @export.name) (class name: (_) @export.name)])
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression property: (_) @export.name) @_exports @export.whole
   right: [
     (function_expression !name)
     (generator_function !name)
     (arrow_function)
     (class !name)
     (call_expression)
     (new_expression)
     (member_expression)
     (array)])
 (#any-of? @_exports "module.exports"))
((variable_declarator
   name: (identifier) @export.name
   value: (assignment_expression left: (member_expression) @_exports) @export.whole)
 (#any-of? @_exports "module.exports"))
((variable_declarator
   name: (identifier) @export.name
   value: (assignment_expression
     right: (assignment_expression left: (member_expression) @_exports @export.whole)))
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression) @_exports
   right: (object (pair key: (_) @export.alias value: (identifier) @export.name)))
 (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression object: [(identifier) (member_expression)] @_exports property: (_) @export.alias)
   right: (identifier) @export.name)
 (#any-of? @_exports "exports" "module.exports"))

; Statements around definitions

(export_statement declaration: (_) @wrapped) @wrapper
(export_statement value: (_) @wrapped) @wrapper
(lexical_declaration . (variable_declarator) @wrapped .) @wrapper
(variable_declaration . (variable_declarator) @wrapped .) @wrapper
(expression_statement (assignment_expression) @wrapped) @wrapper

(arrow_function body: (statement_block) @local)
(function_expression body: (statement_block) @local)
(generator_function body: (statement_block) @local)
(if_statement (statement_block) @local)
(else_clause (statement_block) @local)
(for_statement body: (_) @local)
(for_in_statement body: (_) @local)
(while_statement body: (_) @local)
(do_statement body: (_) @local)
(try_statement body: (_) @local)
(catch_clause body: (_) @local)
(finally_clause body: (_) @local)
(switch_body) @local

(comment) @comment
(decorator) @decorator

(export_statement
  "export" @exported
  declaration: (_))
(export_statement
  declaration: [
    (lexical_declaration (variable_declarator name: (identifier) @exported.name))
    (variable_declaration (variable_declarator name: (identifier) @exported.name))])
(export_statement "default" @exported)
(export_statement !source (export_clause (export_specifier name: (_) @exported.name)))
(export_statement value: (identifier) @exported.name)
(method_definition name: (private_property_identifier) @hidden)

; Imports

(import_statement
  (import_clause (identifier) @import.alias @import.default)
  source: (string) @import.module)
(import_statement (import_clause (named_imports) @import.list) source: (string) @import.module)
(named_imports (import_specifier name: (_) @import.name !alias)) @import.list
(named_imports (import_specifier name: (_) @import.name alias: (_) @import.alias)) @import.list
(import_statement (import_clause (namespace_import (identifier) @import.alias)) source: (string) @import.module)
(import_statement . source: (string) @import.module @import.effect)
((call_expression function: (import) arguments: (arguments . (string) @import.module)) @import.effect)

(export_statement (export_clause) @import.list source: (string) @import.module) @import.reexport
(export_clause (export_specifier name: (_) @import.name !alias)) @import.list
(export_clause (export_specifier name: (_) @import.name alias: (_) @import.alias)) @import.list
(export_statement (namespace_export (_) @import.alias) source: (string) @import.module) @import.reexport
(export_statement "*" @import.star source: (string) @import.module) @import.reexport

((variable_declarator
   name: (identifier) @import.alias
   value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)))
 (#any-of? @_require "require"))
((variable_declarator
   name: (identifier) @import.alias
   value: (member_expression
     object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module))
     property: (property_identifier) @import.name))
 (#any-of? @_require "require"))
((variable_declarator
   name: (object_pattern) @import.list
   value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)))
 (#any-of? @_require "require"))
(object_pattern (shorthand_property_identifier_pattern) @import.name @import.alias) @import.list
(object_pattern (pair_pattern key: (_) @import.name value: (identifier) @import.alias)) @import.list
((assignment_expression
   left: (member_expression) @_exports
   right: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)))
   @import.star @import.reexport
 (#any-of? @_require "require") (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression) @_exports
   "=" @import.name @import.alias
   right: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)))
   @import.reexport
 (#any-of? @_require "require") (#any-of? @_exports "module.exports"))
((assignment_expression
   left: (member_expression object: [(identifier) (member_expression)] @_exports property: (_) @import.alias)
   right: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)))
   @import.reexport
 (#any-of? @_require "require") (#any-of? @_exports "exports" "module.exports"))
((assignment_expression
   left: (member_expression) @_exports
   right: (object (pair
     key: (_) @import.alias
     value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)))))
   @import.reexport
 (#any-of? @_require "require") (#any-of? @_exports "module.exports"))

; Modules that are loaded while the program runs

(variable_declarator
  name: (identifier) @import.alias
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @import.module))))
(variable_declarator
  name: (object_pattern) @import.list
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @import.module))))
(variable_declarator
  name: (identifier) @import.alias
  value: (member_expression
    object: (parenthesized_expression
      (await_expression (call_expression function: (import) arguments: (arguments . (string) @import.module))))
    property: (property_identifier) @import.name))
((call_expression
   function: (member_expression
     object: (call_expression function: (import) arguments: (arguments . (string) @import.module))
     property: (property_identifier) @_then)
   arguments: (arguments . (arrow_function parameter: (identifier) @import.alias)))
 (#any-of? @_then "then"))
((call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)) @import.effect
 (#any-of? @_require "require"))
