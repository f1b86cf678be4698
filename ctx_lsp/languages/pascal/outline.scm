; Types

(declType name: (identifier) @name) @definition.interface
(declType name: (identifier) @name type: (declClass) @body) @definition.class
(declType name: (identifier) @name type: (declClass (kRecord)) @body) @definition.struct
(declType name: (identifier) @name type: (declIntf) @body) @definition.interface
(declType name: (identifier) @name type: (type (declEnum) @body)) @definition.enum
(declEnumValue name: (identifier) @name) @definition.enum_member
(declField name: (identifier) @name) @definition.field
(declProp name: (identifier) @name) @definition.property

; Procedures. A definition replaces a mere declaration.

(declProc name: (identifier) @name @forward) @definition.function
(defProc header: (declProc name: (_) @name) @definition.none)
(defProc header: (declProc name: (identifier) @name)) @definition.function
(defProc header: (declProc name: (identifier) @name) body: (_) @body) @definition.function
(defProc
  header: (declProc name: (genericDot lhs: (identifier) @owner rhs: (identifier) @name))
  body: (_) @body) @definition.method
(defProc header: (declProc name: (identifier) @name) local: (_) @body) @definition.function
(defProc
  header: (declProc name: (genericDot lhs: (identifier) @owner rhs: (identifier) @name))
  local: (_) @body) @definition.method

; Values

(declConst name: (identifier) @name) @definition.constant
(declVar name: (identifier) @name) @definition.variable

; Documentation

(comment) @comment

; Imports

(unit (moduleName) @package)
(declUses (moduleName) @import.module) @import.star
