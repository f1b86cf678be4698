(comment) @comment

; A value that is an object or a list is not part of the signature; items of a list have no name

(pair key: (string) @name) @definition.key
(pair key: (string) @name value: [(object) (array)] @body) @definition.key
(array) @local
