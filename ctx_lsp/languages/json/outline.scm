(comment) @comment

; A value that is an object or a list is no part of the signature; what is in a list has no name

(pair key: (string) @name) @definition.key
(pair key: (string) @name value: [(object) (array)] @body) @definition.key
(array) @local
