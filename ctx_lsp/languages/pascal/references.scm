(exprCall entity: (identifier) @reference.call)
(exprCall entity: (exprDot rhs: (identifier) @reference.call))
(statement (identifier) @reference.call)
(statement (exprDot rhs: (identifier) @reference.call))
(inherited (identifier) @reference.call)
(declClass parent: (typeref (identifier) @reference.inherits))
(declIntf parent: (typeref (identifier) @reference.inherits))
(typeref (identifier) @reference.type)
(exprCall entity: (exprDot lhs: (identifier) @reference.read))

(identifier) @reference.read

; Names that are not references

(declProc name: (identifier) @skip)
(declProc name: (genericDot (identifier) @skip))
(declUses) @skip
(moduleName) @skip
((identifier) @skip
 (#any-of? @skip "Result" "Self" "True" "False" "nil"))

; Parameters and local variables

(declArg name: (identifier) @local)
(defProc local: (declVars (declVar name: (identifier) @local)))
