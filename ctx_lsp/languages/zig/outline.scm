; Definitions

(Decl (VarDecl variable_type_function: (IDENTIFIER) @name)) @definition.variable

(Decl (VarDecl "const" variable_type_function: (IDENTIFIER) @name)) @definition.constant

(Decl (VarDecl "const"
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr . (SuffixExpr . (ContainerDecl (ContainerDeclType "enum")) @body .) .) .)) @definition.enum
(Decl (VarDecl "const"
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr . (SuffixExpr . (ContainerDecl (ContainerDeclType ["struct" "union" "opaque"])) @body .) .) .)) @definition.struct
(Decl (VarDecl "const"
  variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr . (SuffixExpr . (ErrorSetDecl) @body .) .) .)) @definition.enum

(Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @definition.function

; A function that returns a type stands for it.
((Decl
   (FnProto function: (IDENTIFIER) @name (ErrorUnionExpr . (SuffixExpr . (BuildinTypeExpr) @_result .) .) .)
   (Block) @body) @definition.struct
 (#any-of? @_result "type"))

(ContainerDecl (ContainerDeclType "enum") (ContainerField
  !field_member
  (ErrorUnionExpr . (SuffixExpr . variable_type_function: (IDENTIFIER) @name .) .)) @definition.enum_member @exported)
(ContainerField field_member: (IDENTIFIER) @name) @definition.field @exported
(ErrorSetDecl field_constant: (IDENTIFIER) @name @definition.enum_member @exported)

; Tests have the names of the tested definitions, so their own name is the word `test`.
(TestDecl "test" @name (Block) @body) @definition.function

; Documentation

(doc_comment) @comment
(line_comment) @comment
"pub" @decorator @exported

; Imports

((VarDecl
   variable_type_function: (IDENTIFIER) @import.alias
   (ErrorUnionExpr . (SuffixExpr
     . (BUILTINIDENTIFIER) @_import
     . (FnCallArguments (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @import.module)))
     . (FieldOrFnCall field_access: (IDENTIFIER) @import.name)? .)) .)
 (#any-of? @_import "@import"))
