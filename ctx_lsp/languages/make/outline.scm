; Targets, variables and macros

(rule (targets (word) @name) (recipe)? @body) @definition.function
((rule (targets (word) @name)) @definition.none
 (#any-of? @name ".DEFAULT" ".DELETE_ON_ERROR" ".EXPORT_ALL_VARIABLES" ".INTERMEDIATE" ".NOTPARALLEL" ".ONESHELL"
   ".PHONY" ".POSIX" ".PRECIOUS" ".SECONDARY" ".SILENT" ".SUFFIXES"))
(variable_assignment name: (word) @name) @definition.variable
(define_directive name: (word) @name) @definition.function

; Documentation

(comment) @comment

; Included files

(include_directive filenames: (list (word) @import.module)) @import.star
