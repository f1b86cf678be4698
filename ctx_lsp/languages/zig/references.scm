(SuffixExpr . variable_type_function: (IDENTIFIER) @reference.call . (FnCallArguments))
(FieldOrFnCall function_call: (IDENTIFIER) @reference.call)

(IDENTIFIER) @reference.read

(ParamType) @types
(FnProto (ErrorUnionExpr) @types .)
(ContainerField field_member: (_) . (ErrorUnionExpr) @types)

; Names that are not references

((IDENTIFIER) @skip
 (#any-of? @skip "_"))

((VarDecl (ErrorUnionExpr . (SuffixExpr . (BUILTINIDENTIFIER) @_import))) @skip
 (#any-of? @_import "@import"))
(FieldInit field_member: (IDENTIFIER) @skip)
(ContainerField field_member: (IDENTIFIER) @skip)
(ErrorSetDecl field_constant: (IDENTIFIER) @skip)

; Parameters and local variables

(ParamDecl parameter: (IDENTIFIER) @local)
(VarDecl variable_type_function: (IDENTIFIER) @local)
(Payload variable: (IDENTIFIER) @local)
(PtrListPayload variable: (IDENTIFIER) @local)
(PtrPayload variable: (IDENTIFIER) @local)
(PtrIndexPayload variable: (IDENTIFIER) @local)
