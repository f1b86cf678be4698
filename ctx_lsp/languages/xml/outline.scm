(Comment) @comment

; Elements, named by their tag and by their own name

(element (STag (Name) @name) (content) @body) @definition.key
(element (EmptyElemTag . (Name) @name)) @definition.key
((element (EmptyElemTag (Attribute (Name) @_id (AttValue) @name))) @definition.key
 (#any-of? @_id "id" "name" "key" "Name" "Id" "x:Name" "x:Key" "android:id" "android:name" "xml:id"))
((element (STag (Attribute (Name) @_id (AttValue) @name)) (content) @body) @definition.key
 (#any-of? @_id "id" "name" "key" "Name" "Id" "x:Name" "x:Key" "android:id" "android:name" "xml:id"))
